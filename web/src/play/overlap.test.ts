import { expect, test } from 'vitest';
import { besides, type Box } from './overlap';

const box = (left: number, top: number, wide: number, high: number): Box => ({ left, top, right: left + wide, bottom: top + high });
const window = box(100, 50, 800, 600);
const card = box(0, 0, 200, 60);

test('a card stands beside what it is about, within the window', () => {
  expect(besides(card, window, [box(300, 300, 40, 40)])).toEqual({ left: 250, top: 240 });
  expect(besides(card, window, [box(850, 300, 40, 40)])).toEqual({ left: 540, top: 240 }); // no room to the right
});

test('it hides nothing that matters, if that can be avoided', () => {
  expect(besides(card, window, [box(300, 300, 40, 40)], [box(350, 250, 300, 100)])).toEqual({ left: 120, top: 300 }); // below
  expect(besides(card, window, [box(500, 300, 40, 40)], [], [box(560, 300, 40, 40)])).toEqual({ left: 190, top: 240 });
});

test('about nothing in view, it stands in the corner', () => {
  expect(besides(card, window, [box(0, 0, 20, 20)])).toEqual({ left: 10, top: 530 });
});
