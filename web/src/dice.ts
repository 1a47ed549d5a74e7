// What this browser keeps of shared dice: the commitment as it was when the browser added to them, and what it added. At the end it
// compares them with the record.

import type { Side } from './api';

export interface Kept {
  commit: string;
  nonces: Record<Side, string>;
}

const keyOf = (game: string) => `acies.dice.${game}`;

/** What is kept of a game, unless there is nothing, or it is damaged. */
export function keptOf(game: string): Kept | undefined {
  try {
    const { commit, nonces } = JSON.parse(localStorage.getItem(keyOf(game)) ?? '{}');
    if (typeof commit === 'string' && typeof nonces === 'object' && nonces) return { commit, nonces };
  } catch {
    // storage may be disabled
  }
}

export function keep(game: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(kept));
  } catch {
    // see keptOf
  }
}

/**
 * How what is kept compares. `kept`: the secret is not known yet; `same`: it is the one that was committed to, and what this browser
 * added is in the record; `commit`: the same, but another browser added; `unkept`: there is nothing to compare; `insecure`: browsers
 * compute fingerprints over https alone.
 */
export type Verdict = 'kept' | 'same' | 'commit' | 'differs' | 'unkept' | 'insecure';

interface Shown {
  commit?: string;
  nonces?: readonly { side: Side; nonce: string }[];
}

/** Compares what is kept with what the table shows while the game is played. */
export function compareShown(kept: Kept | undefined, { commit, nonces }: Shown): Verdict {
  if (!kept) return 'unkept';
  return commit !== kept.commit || nonces?.some(({ side, nonce }) => (kept.nonces[side] ?? nonce) !== nonce) ? 'differs' : 'kept';
}

/** Compares what is kept with the record of a game. */
export async function compareRecord(kept: Kept | undefined, text: string): Promise<Verdict> {
  const [header, ...more] = text.split('\n').filter((line, i) => !i || line.startsWith('{"nonce":')).map((line) => JSON.parse(line));
  const shown = compareShown(kept, { commit: header.commit, nonces: more });
  if (!kept || shown !== 'kept' || !header.seed) return shown;
  if (!globalThis.crypto?.subtle) return 'insecure';
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(header.seed)));
  const own = Object.keys(kept.nonces);
  if (Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('') !== kept.commit || own.some((side) => !more.some((n) => n.side === Number(side)))) return 'differs';
  return own.length ? 'same' : 'commit';
}
