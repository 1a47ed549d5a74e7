// Sounds of the table, made by the browser: dice, marching feet, the clash of a result, a horn for each turn. Off by default.

import { effect } from '@preact/signals';
import type { LogEntry } from '../api';
import { type GameStore, settings } from '../state';

export type Sound = 'horn' | 'drum' | 'steps' | 'rattle' | 'clash';

/** What is heard of some events, each sound once, in the order in which it happened. */
export function soundsOf(entries: readonly LogEntry[]): Sound[] {
  const heard = new Set<Sound>();
  for (const f of entries.flatMap((e) => e.facts ?? [])) {
    if (f.scene === 'turn') heard.add('horn');
    if (f.scene === 'activation') heard.add('drum');
    if (f.dice?.length) heard.add('rattle');
    if (f.scene === 'result' || f.scene === 'pause') heard.add('clash');
    if (f.scene === 'move') heard.add('steps');
  }
  return [...heard];
}

let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

/** A source of noise. */
function noise(c: AudioContext): AudioBufferSourceNode {
  if (!hiss) {
    hiss = c.createBuffer(1, c.sampleRate, c.sampleRate);
    const data = hiss.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  }
  const source = c.createBufferSource();
  source.buffer = hiss;
  source.loop = true;
  return source;
}

/** Lets a source be heard from a moment on through a filter, loud at once or after `rise` seconds, and fading for `fall` seconds. */
function sound(c: AudioContext, source: AudioScheduledSourceNode, o: { at: number; type: BiquadFilterType; frequency: number; q?: number; volume: number; rise?: number; fall: number }): void {
  const filter = c.createBiquadFilter();
  filter.type = o.type;
  filter.frequency.value = o.frequency;
  filter.Q.value = o.q ?? 1;
  const gain = c.createGain();
  const full = o.at + (o.rise ?? 0.004);
  gain.gain.setValueAtTime(0.0001, o.at);
  gain.gain.exponentialRampToValueAtTime(o.volume, full);
  gain.gain.exponentialRampToValueAtTime(0.0001, full + o.fall);
  source.connect(filter).connect(gain).connect(c.destination);
  source.start(o.at);
  source.stop(full + o.fall + 0.02);
}

function tone(c: AudioContext, type: OscillatorType, frequency: number): OscillatorNode {
  const o = c.createOscillator();
  o.type = type;
  o.frequency.value = frequency;
  return o;
}

/** How each sound is made, from a moment on; returns for how long it is heard, in seconds. */
const made: Record<Sound, (c: AudioContext, at: number) => number> = {
  // Two notes of a war horn, a fifth apart, a little out of tune with itself.
  horn: (c, at) => {
    for (const [start, frequency, fall] of [[0, 174.6, 0.35], [0.38, 261.6, 0.9]]) {
      for (const detune of [0.997, 1, 1.004]) sound(c, tone(c, 'sawtooth', frequency * detune), { at: at + start, type: 'lowpass', frequency: 900, volume: 0.05, rise: 0.07, fall });
    }
    return 1.2;
  },
  drum: (c, at) => {
    for (const start of [0, 0.17]) {
      const skin = tone(c, 'sine', 110);
      skin.frequency.exponentialRampToValueAtTime(52, at + start + 0.12);
      sound(c, skin, { at: at + start, type: 'lowpass', frequency: 400, volume: 0.3, fall: 0.2 });
    }
    return 0.35;
  },
  // Boots on gravel: left, right, left, right.
  steps: (c, at) => {
    for (let i = 0; i < 4; i++) {
      sound(c, noise(c), { at: at + i * 0.15, type: 'bandpass', frequency: i % 2 ? 620 : 480, q: 1.4, volume: 0.11, fall: 0.07 });
      sound(c, tone(c, 'sine', 75), { at: at + i * 0.15, type: 'lowpass', frequency: 200, volume: 0.12, fall: 0.06 });
    }
    return 0.6;
  },
  // Knocks on wood that come faster and softer.
  rattle: (c, at) => {
    let when = 0;
    for (let i = 0; i < 8; i++) {
      const soft = 1 - i / 10;
      sound(c, noise(c), { at: at + when, type: 'bandpass', frequency: 1500 + ((i * 733) % 900), q: 5, volume: 0.3 * soft, fall: 0.035 });
      when += 0.095 * soft ** 1.4 + 0.012;
    }
    return when;
  },
  // Iron on iron: partials that do not fit together.
  clash: (c, at) => {
    sound(c, noise(c), { at, type: 'highpass', frequency: 2500, volume: 0.09, fall: 0.09 });
    for (const f of [1230, 1873, 2741, 3907]) sound(c, tone(c, 'triangle', f), { at, type: 'highpass', frequency: 600, volume: 0.035, fall: 0.45 });
    return 0.4;
  },
};

/** Plays sounds one after the other. */
export function play(sounds: readonly Sound[]): void {
  if (!sounds.length) return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime + 0.02;
  for (const s of sounds) at += made[s](context, at) * 0.7;
}

/** Plays the sounds of what has happened since the last look at the game; returns a function that stops it. */
export function playSounds(game: GameStore): () => void {
  let heard: number | undefined;
  return effect(() => {
    const table = game.table.value;
    if (!table) return;
    const n = table.n ?? 0;
    const since = heard;
    heard = n;
    if (since === undefined || n <= since || !settings.peek().sound) return;
    play(soundsOf(table.last?.filter((e) => e.n > since) ?? []));
  });
}
