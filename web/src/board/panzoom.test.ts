import { expect, test } from 'vitest';
import { fit, hold, MAX, MIN, reveal, zoomAt } from './panzoom';

const window = { width: 400, height: 300 };
const sheet = { width: 1000, height: 1000 };

test('a sheet is fitted into the middle of the window', () => {
  const c = fit(sheet, window);
  expect(c.scale).toBeCloseTo(0.3);
  expect(c.x).toBeCloseTo(-50);
  expect(c.y).toBeCloseTo(0);
});

test('what is under the hand stays there when one zooms', () => {
  const c = { x: 120, y: 40, scale: 1 };
  const d = zoomAt(c, 1.5, 200, 100);
  expect((d.x + 200) / d.scale).toBeCloseTo((c.x + 200) / c.scale);
  expect((d.y + 100) / d.scale).toBeCloseTo((c.y + 100) / c.scale);
});

test('the scale has limits, and at a limit nothing moves', () => {
  const c = { x: 10, y: 20, scale: MAX };
  expect(zoomAt(c, 2, 50, 50)).toEqual(c);
  expect(zoomAt({ ...c, scale: MIN }, 0.5, 50, 50).scale).toBe(MIN);
});

test('the sheet cannot be lost, and one smaller than the window stays in its middle', () => {
  expect(hold({ x: 1e6, y: -1e6, scale: 1 }, sheet, window)).toEqual({ x: 700, y: -75, scale: 1 });
  expect(hold({ x: 70, y: 70, scale: 0.2 }, sheet, window)).toEqual({ x: -100, y: -50, scale: 0.2 });
});

test('a point outside is brought in, one inside moves nothing', () => {
  const c = { x: 0, y: 0, scale: 1 };
  expect(reveal(c, 200, 150, window)).toEqual(c);
  expect(reveal(c, 600, 150, window)).toEqual({ x: 270, y: 0, scale: 1 });
});
