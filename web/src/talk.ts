// What is said about the game at the table, as this person may read it, and what of it is new.

import { computed, signal } from '@preact/signals';
import { type Block, type ChatData, type Message, api, newActionId } from './api';

export type Room = Message['room'];

/** What this browser keeps of the talk about a game: the last message read in each room, and whether it is muted. */
interface Kept {
  players: number;
  watchers: number;
  muted: boolean;
}

/** Reads what the browser has kept, which may be missing or damaged. */
export function readKept(text: string | null): Kept {
  const kept: Kept = { players: 0, watchers: 0, muted: false };
  try {
    const x = JSON.parse(text ?? '{}') ?? {};
    for (const room of ['players', 'watchers'] as const) if (Number.isInteger(x[room]) && x[room] > 0) kept[room] = x[room];
    kept.muted = x.muted === true;
  } catch {
    // as if there were nothing
  }
  return kept;
}

/** Adds messages to those that are known; messages of both rooms are in the order of their times. */
export function joinMessages(known: readonly Message[], more: readonly Message[]): readonly Message[] {
  const fresh = more.filter((m) => !known.some((k) => k.room === m.room && k.n === m.n));
  return fresh.length ? [...known, ...fresh].sort((a, b) => a.at.localeCompare(b.at) || a.n - b.n) : known;
}

const room = (data: ChatData, asked?: Room): Room => asked ?? data.writes ?? (data.rooms.length === 1 ? data.rooms[0] : 'watchers');

export class Conversation {
  readonly messages = signal<readonly Message[]>([]);
  /** Where this person writes; undefined: nowhere, without a session. */
  readonly writes = signal<Room | undefined>(undefined);
  readonly rooms = signal<readonly Room[]>([]);
  readonly loaded = signal(false);
  readonly blocks = signal<readonly Block[]>([]);
  /** What is being written; it outlasts a look at another tab. */
  readonly draft = signal('');
  /** The message that has come last, to be read aloud. */
  readonly latest = signal<Message | null>(null);
  readonly #kept;
  readonly #key: string;
  #last: Record<Room, number> = { players: 0, watchers: 0 };
  #sending?: { id: string; text: string };
  #reading?: Promise<void>;

  readonly muted = computed(() => this.#kept.value.muted);

  /** How many messages of others have not been read. */
  readonly unread = computed(() => (this.muted.value ? 0 : this.messages.value.filter((m) => !m.you && m.n > this.#kept.value[m.room]).length));

  constructor(readonly id: string) {
    this.#key = `acies.talk.${id}`;
    let text: string | null = null;
    try {
      text = localStorage.getItem(this.#key);
    } catch {
      // storage may be disabled; then everything is new
    }
    this.#kept = signal(readKept(text));
  }

  #keep(part: Partial<Kept>): void {
    this.#kept.value = { ...this.#kept.peek(), ...part };
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#kept.peek()));
    } catch {
      // see the constructor
    }
  }

  /** Mutes the game in this browser: its messages are neither counted nor read aloud. */
  mute(muted: boolean): void {
    this.#keep({ muted });
  }

  /** Takes note that all messages are on the screen. */
  see(): void {
    if (this.unread.peek()) this.#keep({ ...this.#last });
  }

  /** Reads what is new. Calls follow one another. */
  refresh(): Promise<void> {
    return (this.#reading = (this.#reading ?? Promise.resolve()).then(() => this.#refresh()).catch(() => {})); // the next event tries again
  }

  async #refresh(): Promise<void> {
    const first = !this.loaded.peek();
    const own = await this.#read();
    for (const other of own.rooms) if (other !== room(own)) await this.#read(other);
    this.writes.value = own.writes;
    this.rooms.value = own.rooms;
    this.loaded.value = true;
    const latest = this.messages.peek().at(-1);
    if (!first && latest && !latest.you && latest !== this.latest.peek()) this.latest.value = latest;
  }

  async #read(asked?: Room): Promise<ChatData> {
    for (;;) {
      // Whose room is read first the server knows; the number is that of the room in which he is known to write.
      const data = await api.chat(this.id, asked, this.#last[asked ?? this.#own()]);
      this.messages.value = joinMessages(this.messages.peek(), data.messages);
      this.#last[room(data, asked)] = data.last;
      if (!data.more) return data;
    }
  }

  #own(): Room {
    return this.writes.peek() ?? 'watchers';
  }

  /** Sends the draft. The same text sent again after a failure is said once. */
  async send(): Promise<void> {
    const text = this.draft.peek().trim();
    if (!text) return;
    if (this.#sending?.text !== text) this.#sending = { id: newActionId(), text };
    const said = await api.say(this.id, this.#sending.id, text);
    this.#sending = undefined;
    if (this.draft.peek().trim() === text) this.draft.value = '';
    this.messages.value = joinMessages(this.messages.peek(), [said]);
  }

  /** Reads everything again: who is blocked is not to be read any more, and who was is. */
  async #again(): Promise<void> {
    await this.#reading;
    this.#last = { players: 0, watchers: 0 };
    this.messages.value = [];
    await this.refresh();
  }

  async loadBlocks(): Promise<void> {
    this.blocks.value = await api.blocks();
  }

  async block(m: Message): Promise<void> {
    this.blocks.value = await api.blockAuthor(this.id, m.room, m.n);
    await this.#again();
  }

  async unblock(b: Block): Promise<void> {
    this.blocks.value = await api.unblock(b.id);
    await this.#again();
  }
}
