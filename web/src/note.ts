// Private notes about a game, which save themselves, and keep what was written on another device meanwhile.

import { signal } from '@preact/signals';
import { ApiError, api } from './api';
import { t } from './i18n';
import { asError, sentence } from './rooms/load';

export class Note {
  /** What is in the field; null until it has been read. */
  readonly text = signal<string | null>(null);
  /** What was written elsewhere since this text was read; null: nothing. Nothing is saved until somebody chooses. */
  readonly other = signal<string | null>(null);
  /** What is said of it. */
  readonly state = signal('');

  #hash = '';
  #sent = ''; // the text that was sent last, which the server may have though its answer was lost
  #unsaved = false;
  #busy = false;

  constructor(readonly id: string) {}

  async read(): Promise<void> {
    if (this.text.peek() !== null) return;
    try {
      const { text, hash } = await api.note(this.id);
      this.#hash = hash;
      this.text.value ??= text;
    } catch (e) {
      this.state.value = sentence(asError(e));
    }
  }

  write(text: string): void {
    this.text.value = text;
    this.#unsaved = true;
    this.state.value = t('note.saving');
  }

  /** Saves what has been written, one text after another. */
  async save(): Promise<void> {
    if (this.#busy || this.other.peek() !== null) return;
    this.#busy = true;
    try {
      while (this.#unsaved && this.other.peek() === null) await this.#send();
    } catch (e) {
      this.#unsaved = true; // the next key, or the end, tries again
      this.state.value = t('note.unsaved', { why: sentence(asError(e)) });
    }
    this.#busy = false;
  }

  async #send(): Promise<void> {
    const text = this.text.peek() ?? '';
    this.#unsaved = false;
    this.state.value = t('note.saving');
    try {
      this.#hash = (await api.setNote(this.id, text, this.#hash)).hash;
      this.#sent = text;
      if (!this.#unsaved) this.state.value = t('note.saved');
    } catch (e) {
      if (!(e instanceof ApiError) || e.code !== 'note-changed') {
        this.#sent = text;
        throw e;
      }
      const there = await api.note(this.id);
      this.#hash = there.hash;
      this.#unsaved = true;
      if (there.text === this.#sent) return; // it is this text of before
      this.other.value = there.text;
      this.state.value = t('note.changed');
    }
  }

  /** Goes on with this text, and with the other below it if both are kept. */
  choose(both: boolean): void {
    const other = this.other.peek();
    this.other.value = null;
    this.write([this.text.peek(), both && other].filter(Boolean).join('\n\n'));
    void this.save();
  }
}
