import { expect, test } from 'vitest';
import { facesOf } from './Throw';

test('the faces of a pool follow from how many show each', () => {
  expect(facesOf([1, 2, 3], [2, 0, 1])).toEqual([1, 1, 3]);
});
