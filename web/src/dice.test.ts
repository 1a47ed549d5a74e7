import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, type TableData, api } from './api';
import { type Kept, type Verdict, compareRecord, compareShown, keptOf } from './dice';
import { addNonces } from './people';

const commit = createHash('sha256').update('secret').digest('hex');
const kept: Kept = { commit, nonces: { 1: 'aa' } };
const nonces = [
  { nonce: 'bb', side: 0 },
  { nonce: 'aa', side: 1 },
];
const record = (header: object, list: object[] = nonces) => [{ acies: 1, commit, ...header }, ...list, { action: 'ready' }].map((x) => JSON.stringify(x)).join('\n') + '\n';

test.each<[string, Kept | undefined, string, Verdict]>([
  ['all is the same', kept, record({ seed: 'secret' }), 'same'],
  ['the seed is still secret', kept, record({}), 'kept'],
  ['another seed', kept, record({ seed: 'other' }), 'differs'],
  ['another seed, with its own commitment', kept, record({ seed: 'other', commit: createHash('sha256').update('other').digest('hex') }), 'differs'],
  ['another nonce', kept, record({ seed: 'secret' }, [nonces[0], { nonce: 'ab', side: 1 }]), 'differs'],
  ['no nonce', kept, record({ seed: 'secret' }, [nonces[0]]), 'differs'],
  ['another browser added', { commit, nonces: {} }, record({ seed: 'secret' }), 'commit'],
  ['nothing is kept', undefined, record({ seed: 'secret' }), 'unkept'],
])('at the end: %s', async (_, own, text, want) => {
  expect(await compareRecord(own, text)).toBe(want);
});

test.each<[string, Kept | undefined, object, Verdict]>([
  ['all is the same', kept, { commit, nonces }, 'kept'],
  ['another commitment', kept, { commit: 'x', nonces }, 'differs'],
  ['another nonce', kept, { commit, nonces: [{ nonce: 'cc', side: 1 }] }, 'differs'],
  ['nothing is kept', undefined, { commit, nonces }, 'unkept'],
])('while the game is played: %s', (_, own, shown, want) => {
  expect(compareShown(own, shown)).toBe(want);
});

test('without https nothing can be computed', async () => {
  vi.stubGlobal('crypto', {});
  expect(await compareRecord(kept, record({ seed: 'secret' }))).toBe('insecure');
});

let stored: Record<string, string> = {};
beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', { getItem: (k: string) => stored[k] ?? null, setItem: (k: string, v: string) => (stored[k] = v) });
});
afterEach(() => vi.unstubAllGlobals());

const table = (id: string) => ({ id, dice: 'shared', waiting: true, commit, seats: ['human', 'human'], people: [{}, { you: true }] }) as unknown as TableData;

test('what is added is kept, and sent again if no answer came', async () => {
  const sent: string[] = [];
  const nonce = vi.spyOn(api, 'nonce').mockImplementation(async (_id, _side, bits) => {
    sent.push(bits);
    if (sent.length === 1) throw new ApiError(0, 'offline', '');
  });
  await addNonces(table('g'));
  await addNonces(table('g'));
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBe(sent[0]);
  expect(keptOf('g')).toEqual({ commit, nonces: { 1: sent[0] } });
  nonce.mockRejectedValue(new ApiError(409, 'nonce', 'another browser was faster'));
  await addNonces(table('h'));
  expect(keptOf('h')).toEqual({ commit, nonces: {} });
});
