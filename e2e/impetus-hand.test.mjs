// Impetus in the hand: what pointing, dragging and looking do on a table without a grid.

import assert from 'node:assert/strict';
import { board, button, settled, stage } from './house.mjs';

const { server, at, guard } = stage();

/** The middle of a base on the screen, and how many pixels 1 U is. */
async function baseOf(page, piece) {
  const box = await page.locator(`.piece[data-piece="${piece}"] .body`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, unit: (box.width * 80) / 81.6 / 8 };
}

async function point(page, piece) {
  const { x, y } = await baseOf(page, piece);
  await page.mouse.click(x, y);
  await settled(page);
}

at('units of a lesson and of a replay can be pointed at', {}, async (page) => {
  const chosen = () => page.locator('.chosen-rim').count();
  await page.goto(`${server.address}#/lesson/two-camps-204bc/charge`);
  await board(page).waitFor();
  await settled(page);
  const first = await page.locator('.piece[data-piece]').first().getAttribute('data-piece');
  await point(page, first);
  assert.equal(await chosen(), 1);
  await button(page, 'Next').click();
  await page.locator('.lesson-said').getByText('Step 2 of').waitFor();

  const id = await server.game({ battle: 'two-camps-204bc' });
  await server.act(id, 'name 1');
  await page.goto(`${server.address}#/game/${id}/at/1`);
  await board(page).waitFor();
  await settled(page);
  await point(page, 0);
  assert.equal(await chosen(), 1);
  await page.locator('.replay-bar button').first().click();
  await page.waitForFunction(() => location.hash.endsWith('/at/0'));
});

guard();
