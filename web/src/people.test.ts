import { describe, expect, test } from 'vitest';
import { isMine, mySides, openSide, sideElsewhere } from './people';

describe('who plays where', () => {
  test.each([
    ['two people without accounts', { seats: ['human', 'human'] }, [0, 1], -1, -1],
    ['one person without accounts', { seats: ['recruit', 'human'] }, [1], -1, -1],
    ['both sides at one screen', { seats: ['human', 'human'], people: [{ you: true }, { you: true }] }, [0, 1], -1, -1],
    ['against the computer', { seats: ['human', 'recruit'], people: [{ you: true }, {}] }, [0], -1, -1],
    ['against a guest', { seats: ['human', 'human'], people: [{}, { you: true }] }, [1], 0, -1],
    ['against nobody yet', { seats: ['human', 'human'], people: [{ you: true }, { empty: true }] }, [0], 1, 1],
    ['two computers', { seats: ['recruit', 'recruit'], people: [{}, {}] }, [], -1, -1],
  ])('%s', (_, game, mine, elsewhere, open) => {
    expect([mySides(game), sideElsewhere(game), openSide(game)]).toEqual([mine, elsewhere, open]);
  });
  test('dice are nobody’s', () => expect(isMine({ seats: ['human', 'human'] }, -1)).toBe(false));
});
