import { expect, test } from 'vitest';
import type { BattleData } from '../api';
import { speak } from '../i18n';
import { answersTo } from './Standing';

test('a question is declined only where it can be, by its own words', async () => {
  await speak('en');
  const battle = { texts: { 'standing.defend.decline': 'Never shoot', 'standing.retreat.decline': 'Never' } } as unknown as BattleData;
  expect(answersTo(battle, { key: 'defend', clause: 'ant-9.1l', declines: true }).map(([answer]) => answer)).toEqual(['ask', 'decline', 'choose']);
  expect(answersTo(battle, { key: 'defend', clause: 'ant-9.1l', declines: true })[1][1]).toBe('Never shoot');
  expect(answersTo(battle, { key: 'retreat', clause: 'ant-R67' }).map(([answer]) => answer)).toEqual(['ask', 'choose']);
});
