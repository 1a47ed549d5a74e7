import { describe, expect, test } from 'vitest';
import { parseRoute, toGame, toLuck, toMoment, toNew, toRules } from './route';

describe('parseRoute', () => {
  test.each([
    ['', { room: 'home' }],
    ['#/', { room: 'home' }],
    [toNew('sparta-195bc'), { room: 'new', battle: 'sparta-195bc' }],
    [toGame('x y'), { room: 'table', id: 'x y' }],
    [toMoment('a', 12), { room: 'replay', id: 'a', n: 12 }],
    [toLuck('a'), { room: 'luck', id: 'a' }],
    [toRules(), { room: 'rules', clause: undefined }],
    [toRules('ant-10.5c'), { room: 'rules', clause: 'ant-10.5c' }],
    ['#/game/a/at/x', { room: 'lost' }],
    ['#/game/a/at/-1', { room: 'lost' }],
    ['#/game/a/luck/1', { room: 'lost' }],
    ['#/game', { room: 'lost' }],
    ['#/nowhere', { room: 'lost' }],
    ['#/new/%E0%A4', { room: 'new', battle: '%E0%A4' }],
  ])('%s', (hash, want) => {
    expect(parseRoute(hash)).toEqual(want);
  });
});
