// Two quiet generated sounds: wood on the table for a move, and a rolling die. Off by default.

import { effect } from '@preact/signals';
import { type GameStore, settings } from '../state';

let context: AudioContext | undefined;

function tap(frequency: number, delay: number, volume: number): void {
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + 0.06);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + 0.09);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.1);
}

/** Plays a sound for each new version of the game; returns a function that stops it. */
export function playSounds(game: GameStore): () => void {
  let heard: number | undefined;
  return effect(() => {
    const table = game.table.value;
    if (!table || table.version === heard) return;
    const first = heard === undefined;
    heard = table.version;
    if (first || !settings.peek().sound) return;
    const rolled = table.last?.some((e) => e.facts?.some((f) => f.dice?.length));
    if (rolled) for (const [i, f] of [520, 430, 480].entries()) tap(f, i * 0.07, 0.12);
    else tap(220, 0, 0.15);
  });
}
