import type { VNode } from 'preact';
import { expect, test } from 'vitest';
import type { PieceView, Sheet } from '../api';
import { Badges } from './Counter';

test('the marker of a rout does not reuse the one of discouragement', () => {
  const badge = (state: string) => (Badges({ sheet: {} as Sheet, view: { facing: -1, states: [state] } as PieceView }).props as unknown as { children: VNode[] }).children[0];
  const [before, after] = [badge('discouraged'), badge('routed')];
  expect([before.type, after.type]).toEqual(['g', 'g']);
  expect(before.key).not.toBe(after.key);
});
