import { describe, expect, test } from 'vitest';
import { learn, speak } from '../i18n';
import { keyBytes, told } from './Notify';

await learn('notify');
await speak('en');

describe('notifications', () => {
  test('the key of the server is read as it is written', () => {
    expect([...keyBytes('-_8A')]).toEqual([251, 255, 0]);
  });
  test('every outcome of a test has a sentence of its own', () => {
    const all = [{ ok: true }, ...(['gone', 'address', 'mail', 'unreachable'] as const).map((why) => ({ ok: false, why })), { ok: false, why: 'status' as const, status: 404 }].map(told);
    expect(new Set(all).size).toBe(all.length);
    expect(all.at(-1)).toContain('404');
    expect(all.filter((sentence) => sentence.startsWith('notify.'))).toEqual([]);
  });
});
