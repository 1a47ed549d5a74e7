import type { VNode } from 'preact';
import { expect, test } from 'vitest';
import type { Fact } from '../api';
import { speak } from '../i18n';
import { FactDice } from './Dice';

await speak('en');

/** The dice of an event as they are read out. */
function read(fact: Partial<Fact>): string[] {
  const drawn = FactDice({ fact: { key: 'x', text: '', ...fact }, size: 32 }) as VNode<{ children: VNode[] }>;
  return drawn.props.children.map((d) => (d.type as (props: unknown) => VNode<{ 'aria-label': string }>)(d.props).props['aria-label']);
}

test.each([
  ['none', {}, []],
  ['of ten faces', { dice: [0], roll: { n: 1, low: 0, high: 9 } }, ['Die with 10 faces: 0']],
  ['of six faces', { dice: [6], roll: { n: 1, low: 1, high: 6 } }, ['Die with 6 faces: 6']],
  ['two, of which only the sum is known', { dice: [7], roll: { n: 2, low: 1, high: 6 } }, ['2 dice with 6 faces: 7']],
  ['a pool', { dice: [1, 6, 6], roll: { n: 3, low: 1, high: 6 } }, ['Die with 6 faces: 1', 'Die with 6 faces: 6', 'Die with 6 faces: 6']],
  ['a pool of which only two count', { dice: [6, 5, 0], roll: { n: 3, low: 1, high: 6 } }, ['Die with 6 faces: 6', 'Die with 6 faces: 5', 'Die that does not count']],
  ['unknown', { dice: [3] }, ['Die: 3']],
])('dice: %s', (_, fact, want) => expect(read(fact)).toEqual(want));
