// Blade & Bow in a real browser: a game against the computer from the list of battles to the end of the first impulse.

import assert from 'node:assert/strict';
import { button, fits, phone, prompt, serious, settled, sit, stage, until } from './house.mjs';

const { server, at, does, guard } = stage();

/** Waits until the player is asked for something by that prompt. He plays no card until then. */
const asked = (id, key) =>
  until(`the Greeks are asked for ${key}`, async () => {
    const t = await server.table(id);
    if (t.view.toAct !== 0) return false;
    if (t.view.prompt.key.startsWith('prompt.window')) await server.act(id, 'pass');
    return t.view.prompt.key === `prompt.${key}`;
  });

/** Clicks the middle of a square. */
async function clickSquare(page, name) {
  await settled(page);
  const { sheet } = await server.get('/api/battles/marathon-490bc');
  const { x, y } = sheet.places.find((p) => p.id === name);
  const box = await page.locator('.play-layer').boundingBox();
  const scale = box.width / sheet.width;
  await page.mouse.click(box.x + x * scale, box.y + y * scale);
}

at('Marathon against the computer: set-up, hand, overlays, a move, the end of the impulse', {}, async (page) => {
  await page.goto(`${server.address}#/`);
  await page.getByRole('heading', { name: 'Marathon, 490 BC' }).waitFor();
  const id = await server.game({ battle: 'marathon-490bc', seats: ['human', 'recruit'], seed: 'm' });
  await sit(page, server, id);
  await prompt(page).getByText('choose the additional ranks').waitFor();
  await button(page, 'Weakened centre').click();
  await prompt(page).getByText('choose a unit to start with, or Ready').waitFor();
  await button(page, 'Ready').click();
  await asked(id, 'orders');
  await prompt(page).getByText('choose an action').waitFor();
  await settled(page);
  assert.equal(await page.locator('.hand li').count(), 4, 'four cards are in the hand');

  await page.getByText('Overlays').click();
  await page.getByLabel('Zones of control').check();
  await page.locator('.shades path').first().waitFor();
  assert.deepEqual(new Set(await page.locator('.shades path').evaluateAll((list) => list.map((e) => e.dataset.strength))), new Set(['1', '2']));
  assert.deepEqual(await serious(page, 'an impulse'), []);

  // A card is not discarded by a mere click: the action is named first.
  const before = (await does(id)).length;
  await page.locator('.hand button').first().click();
  await page.locator('.ask').getByRole('button', { name: /^Discard / }).waitFor();
  await button(page, 'Cancel').click();
  assert.equal((await does(id)).length, before);

  await clickSquare(page, 'G12');
  await prompt(page).getByText('Formation for movement').waitFor();
  await settled(page);
  await button(page, 'Begin').click();
  await prompt(page).getByText('choose a square and a facing').waitFor();
  await clickSquare(page, 'G11');
  await settled(page);
  await page.locator('.facing[data-facing="0"]').click();
  await page.locator('.just-now').getByText('moved G12–G11, facing north').waitFor();
  await settled(page);
  await button(page, 'Halt').click(); // it has MP left
  await asked(id, 'orders');
  await settled(page);
  await button(page, 'End the impulse').click();
  await until('the impulse has ended', async () => (await server.get(`/api/games/${id}/log?from=0`)).some((e) => e.facts?.some((f) => f.key === 'ends-impulse')));
});

at('Marathon on a phone', { size: phone, touch: true }, async (page) => {
  const id = await server.game({ battle: 'marathon-490bc', seats: ['human', 'recruit'], seed: 'm' });
  await server.act(id, 'preset 0');
  await asked(id, 'leaders');
  await server.act(id, 'ready');
  await asked(id, 'orders');
  await sit(page, server, id);
  await fits(page, 'an impulse');
  assert.ok((await button(page, 'End the impulse').boundingBox()).y < phone.height, 'what ends the impulse is seen without scrolling');
  assert.deepEqual(await serious(page, 'an impulse on a phone'), []);
});

guard();
