import { expect, test } from 'vitest';
import { offerText } from './Deals';

test('dice that the server is asked to throw have no faces to be confirmed', () => {
  // Texts are not loaded here, so each is its key.
  expect(offerText({ deal: 'roll', side: 0, faces: [3, 5] }, false, 'Anna')).toBe('deal.roll.asked');
  expect(offerText({ deal: 'roll', side: 0 }, false, 'Anna')).toBe('deal.throw.asked');
  expect(offerText({ deal: 'roll', side: 0, faces: [] }, true, 'Ben')).toBe('deal.throw.offered');
  expect(offerText({ deal: 'peace', side: 0 }, false, 'Anna')).toBe('deal.peace.asked');
});
