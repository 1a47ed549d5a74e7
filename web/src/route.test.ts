import { describe, expect, test } from 'vitest';
import { parseRoute, toAccount, toFound, toGame, toJoin, toLesson, toLuck, toMoment, toNew, toPlayer, toPlayers, toRules, toTourney } from './route';

describe('parseRoute', () => {
  test.each([
    ['', { room: 'home' }],
    ['#/', { room: 'home' }],
    [toNew('sparta-195bc'), { room: 'new', battle: 'sparta-195bc' }],
    [toGame('x y'), { room: 'table', id: 'x y' }],
    [toMoment('a', 12), { room: 'replay', id: 'a', n: 12 }],
    [toLuck('a'), { room: 'luck', id: 'a' }],
    [toLesson('guinegate-1479', 'charge'), { room: 'lesson', battle: 'guinegate-1479', lesson: 'charge', n: 1 }],
    [toLesson('guinegate-1479', 'charge', 7), { room: 'lesson', battle: 'guinegate-1479', lesson: 'charge', n: 7 }],
    ['#/lesson/guinegate-1479', { room: 'lost' }],
    ['#/lesson/a/b/c', { room: 'lost' }],
    [toRules(), { room: 'rules', clause: undefined }],
    [toRules('ant-10.5c'), { room: 'rules', clause: 'ant-10.5c' }],
    [toAccount(), { room: 'account' }],
    ['#/recover/x-_1', { room: 'account', what: 'recover', token: 'x-_1' }],
    ['#/confirm/x', { room: 'account', what: 'confirm', token: 'x' }],
    ['#/refused/link', { room: 'account', what: 'refused', token: 'link' }],
    ['#/welcome', { room: 'account', what: 'welcome' }],
    ['#/recover', { room: 'lost' }],
    ['#/account/x', { room: 'lost' }],
    [toJoin('2q7m5xzz-FNZ45C'), { room: 'join', token: '2q7m5xzz-FNZ45C' }],
    ['#/join', { room: 'lost' }],
    [toPlayers(), { room: 'players' }],
    [toPlayer('Xenophon a'), { room: 'player', name: 'Xenophon a' }],
    ['#/player', { room: 'lost' }],
    [toTourney('x7'), { room: 'tourney', id: 'x7' }],
    [toFound(), { room: 'found' }],
    ['#/tournament/a/b', { room: 'lost' }],
    ['#/join/a/b', { room: 'lost' }],
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
