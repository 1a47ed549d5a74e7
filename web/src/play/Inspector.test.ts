import { expect, test } from 'vitest';
import type { PieceView } from '../api';
import { speak } from '../i18n';
import { didThisTurn } from './Inspector';

await speak('en');

const did = { walked: 'has walked', halted: 'has walked', hurt: 'has been hurt' };

test.each([
  ['nothing', ['calm'], 'No action yet this turn.'],
  ['one thing that two states say', ['walked', 'calm', 'halted'], 'This turn: has walked.'],
  ['two things', ['walked', 'hurt'], 'This turn: has walked, has been hurt.'],
])('what a unit did this turn: %s', (_, states, want) => {
  expect(didThisTurn(did, { piece: 0, place: 0, order: 0, facing: 0, states } as PieceView)).toBe(want);
});
