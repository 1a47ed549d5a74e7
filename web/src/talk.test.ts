import { expect, test } from 'vitest';
import type { Message } from './api';
import { joinMessages, readKept } from './talk';

const said = (room: Message['room'], n: number, minute: number): Message => ({ room, n, at: `2026-01-01T10:0${minute}:00Z`, text: `${room} ${n}` });

test('messages of both rooms are in the order of their times, each once', () => {
  const known = joinMessages([], [said('players', 1, 1), said('players', 2, 4)]);
  const all = joinMessages(known, [said('watchers', 1, 2), said('players', 2, 4), said('players', 3, 5)]);
  expect(all.map((m) => m.text)).toEqual(['players 1', 'watchers 1', 'players 2', 'players 3']);
  expect(joinMessages(all, [said('players', 1, 1)])).toBe(all);
});

test.each([
  [null, { players: 0, watchers: 0, muted: false }],
  ['{"players":3,"watchers":1,"muted":true}', { players: 3, watchers: 1, muted: true }],
  ['{"players":-3,"watchers":"1","muted":1}', { players: 0, watchers: 0, muted: false }],
  ['null', { players: 0, watchers: 0, muted: false }],
  ['{', { players: 0, watchers: 0, muted: false }],
])('what the browser has kept: %s', (text, want) => {
  expect(readKept(text)).toEqual(want);
});
