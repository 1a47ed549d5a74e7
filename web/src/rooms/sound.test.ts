import { expect, test } from 'vitest';
import type { LogEntry, Scene } from '../api';
import { soundsOf } from './sound';

const entry = (...facts: { scene?: Scene; dice?: number[] }[]) => ({ n: 1, side: 0, do: 'x', facts: facts.map((f) => ({ text: '', key: 'x', ...f })) }) as unknown as LogEntry;

test('what is heard of events', () => {
  expect(soundsOf([])).toEqual([]);
  expect(soundsOf([entry({ scene: 'plain' })])).toEqual([]);
  expect(soundsOf([entry({ scene: 'move' }), entry({ scene: 'move' })])).toEqual(['steps']);
  expect(soundsOf([entry({ scene: 'result', dice: [7] }, { scene: 'move' })])).toEqual(['rattle', 'clash', 'steps']);
  expect(soundsOf([entry({ scene: 'turn' }, { scene: 'activation' })])).toEqual(['horn', 'drum']);
});
