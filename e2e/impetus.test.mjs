// A battle without a grid: bases are dragged over the table, and what is shown keeps to what is legal.

import assert from 'node:assert/strict';
import { board, button, fits, phone, prompt, serious, settled, sit, stage, touchDrag, until } from './house.mjs';

const { server, at, step, upToDate, does, guard } = stage();

/** A game in which the Carthaginians have taken the initiative with a Command: dice by hand, 6 and 6 against 1 and 1. */
async function begin(seats = ['human', 'human'], command = 1) {
  const id = await server.game({ battle: 'two-camps-204bc', seats, dice: 'hand', seed: undefined });
  await server.act(id, `name ${command}`);
  if (seats[1] === 'human') await server.act(id, 'name 1');
  for (const dice of [[6, 6], [1, 1]]) {
    await until('the dice are due', async () => (await server.table(id)).roll);
    await server.post(`/api/games/${id}/roll`, { version: (await server.table(id)).version, id: `e2e-${Math.random()}`, dice });
  }
  return id;
}

/** Waits until the table is shown to the player to act: nothing is hidden now, so nobody has to take over the device. */
async function take(page) {
  await settled(page);
  assert.equal(await page.getByRole('alertdialog').count(), 0);
}

/** The number of a unit by its id. */
async function numberOf(name) {
  const { sheet } = await server.get('/api/battles/two-camps-204bc');
  return sheet.pieces.findIndex((p) => p.id === name);
}

/** The middle of a base on the screen, and how many pixels 1 U is. */
async function baseOf(page, piece) {
  const box = await page.locator(`.piece[data-piece="${piece}"] .body`).boundingBox();
  // The line around a base is 1.6 wide, of 80.
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, unit: (box.width * 80) / 81.6 / 8 };
}

const pose = async (id, piece) => (await server.table(id)).view.pieces[piece].pose;

at('a unit is dragged: the ghost stays where it may go, and dropping it makes the move', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await take(page);
  await prompt(page).getByText('Activate a Unit or Group').waitFor();
  const elephants = await numberOf('C1.5');
  const { x, y, unit } = await baseOf(page, elephants);

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 3 * unit, { steps: 4 });
  const card = page.locator('.ask');
  await card.getByRole('heading', { name: 'Forward 3 U' }).waitFor();
  await card.getByText(/Movement: 3 of \d+ U/).waitFor();
  await card.getByText('Next phase: test, ').waitFor();
  assert.match(await page.locator('.ghost-label .measure').textContent(), /^3 U · \d+ left$/);
  assert.equal(await page.locator('[data-ghost]').count(), 1);

  // Beyond its movement the ghost stops, and the reason is told with its clause.
  await page.mouse.move(x, y + 30 * unit, { steps: 4 });
  await card.getByText(/U too far: \d+\sU at most here\./).waitFor();
  await card.getByRole('link', { name: /imp-6\.2a/ }).waitFor();
  assert.equal(await page.locator('.ghosts .wished').count(), 1);

  // Escape puts it back.
  await page.keyboard.press('Escape');
  await page.locator('[data-ghost]').waitFor({ state: 'detached' });
  await page.mouse.up();
  await settled(page);
  assert.equal((await does(id)).includes('activate C1.5'), false);

  const before = await pose(id, elephants);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 3 * unit, { steps: 4 });
  await step(page, id, () => page.mouse.up(), 'dropping the elephants');
  assert.deepEqual((await does(id)).slice(-2), ['activate C1.5', 'forward 3']);
  const after = await pose(id, elephants);
  assert.deepEqual([after.x - before.x, after.y - before.y], [0, -3000]);
});

at('a unit is wheeled by its grip and moved by keys', {}, async (page) => {
  const id = await begin(['human', 'human'], 2);
  await sit(page, server, id);
  await take(page);
  const { x, y } = await baseOf(page, await numberOf('C2.5'));
  await step(page, id, () => page.mouse.click(x, y), 'a click on skirmishers');
  await prompt(page).getByText(': choose an action').waitFor();
  assert.ok((await page.locator('.goal').count()) > 5, 'where it may go is shown');

  const grip = await page.locator('.grip[data-handle="wheel-right"] circle').last().boundingBox();
  const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y + 30, { steps: 4 });
  await page.locator('.ask').getByRole('heading', { name: /^Wheel right \d/ }).waitFor();
  assert.match(await page.locator('.ghost-label .measure').textContent(), /^[\d.]+° · [\d.]+ U · [\d.]+ left$/);
  await step(page, id, () => page.mouse.up(), 'dropping the grip');
  assert.match((await does(id)).at(-1), /^wheel \d/);

  await board(page).focus();
  const log = (await does(id)).length;
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await page.locator('[data-ghost]').waitFor();
  await settled(page);
  await page.keyboard.press('Enter');
  await page.locator('#play-confirm:focus').waitFor(); // a second phase needs a test
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter');
  assert.equal((await does(id)).length > log, true);
});

at('a handle makes its own kind of move, and a unit that comes near a friend snaps to him', {}, async (page) => {
  const id = await begin(['human', 'human'], 2);
  await server.act(id, 'activate C2.5');
  await sit(page, server, id);
  await take(page);
  const { unit } = await baseOf(page, await numberOf('C2.5'));
  const pull = async (handle, right, ahead) => {
    const { x: left, y: top, width } = await page.locator(`.grip[data-handle="${handle}"] .disc`).boundingBox();
    await page.mouse.move(left + width / 2, top + width / 2);
    await page.mouse.down();
    await page.mouse.move(left + width / 2 - right * unit, top + width / 2 + ahead * unit, { steps: 4 }); // it looks south
  };
  for (const [handle, right, ahead, said] of [
    ['oblique-left', -2, 5, /^Oblique: 5 U ahead, 2 U to the left$/],
    ['oblique-right', 6, 2, /^Oblique: .* to the right$/],
    ['sideways-left', -2, 3, /^Sideways 2 U to the left$/],
    ['sideways-right', 1, 3, /^Sideways 1 U to the right$/],
    ['rearward', 0, -3, /^Rearward \d/],
    ['wheel-left', 1, 2, /^Wheel left \d/],
  ]) {
    await pull(handle, right, ahead);
    await page.locator('.ask').getByRole('heading', { name: said }).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await settled(page);
  }

  // The cavalry stands to its right and 4.3 U ahead of it.
  const beside = await begin(['human', 'human'], 2);
  await server.act(beside, 'activate C2.1', 'forward 8.3', 'pass', 'activate C2.5');
  await sit(page, server, beside);
  const { x, y } = await baseOf(page, await numberOf('C2.5'));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 4.1 * unit, { steps: 4 });
  await page.locator('.ghost-label').getByText(/^Beside Heavy cavalry/).waitFor();
  await step(page, beside, () => page.mouse.up(), 'dropping the skirmishers');
  assert.equal((await does(beside)).at(-1), 'forward 4.3');

  // What an overlay shows is drawn for the unit that is selected.
  await page.locator('.overlays summary').click();
  await page.getByLabel('Arc and ranges of fire').check();
  await until('two bands of range are drawn', async () => (await page.locator('.areas [data-strength="1"]').count()) === 2);
});

at('several units are marked and act together, and distances are measured', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await take(page);
  const [left, right] = [await baseOf(page, await numberOf('C1.3')), await baseOf(page, await numberOf('C1.4'))];
  await page.keyboard.down('Shift');
  await page.mouse.move(left.x - left.unit, left.y - left.unit);
  await page.mouse.down();
  await page.mouse.move(right.x + left.unit, right.y + left.unit, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await step(page, id, () => button(page, 'Activate together (2)').click(), 'the Gauls');
  assert.equal((await does(id)).at(-1), 'activate C1.3 C1.4');
  await upToDate(page, id);

  await button(page, 'Ruler').click();
  await page.mouse.move(left.x, left.y + 10 * left.unit);
  await page.mouse.down();
  await page.mouse.move(left.x + 10 * left.unit, left.y + 10 * left.unit, { steps: 3 });
  await page.mouse.up();
  await until('the ruler shows 10 U', async () => /^(9\.9|10|10\.1) U · 90°$/.test(await page.locator('.ruler .measure').textContent()));
});

at('a finger pulls a handle', { size: phone, touch: true }, async (page) => {
  const id = await begin(['human', 'human'], 2);
  await server.act(id, 'activate C2.5');
  await sit(page, server, id);
  await take(page);
  const boxes = await Promise.all((await page.locator('.grip .reach').all()).map((g) => g.boundingBox()));
  assert.equal(boxes.length, 7);
  for (const { width, height } of boxes) assert.ok(Math.min(width, height) >= 43.9, `a handle is ${width} by ${height} pixels`);
  const { x, y, width } = await page.locator('.grip[data-handle="rearward"] .disc').boundingBox();
  await step(page, id, () => touchDrag(page, { x: x + width / 2, y: y + width / 2 }, { x: x + width / 2, y: y - 30 }), 'a pull to the rear');
  assert.match((await does(id)).at(-1), /^rearward \d/);
});

at('the units in words, on a phone', { size: phone, touch: true }, async (page) => {
  const id = await begin(['human', 'recruit']);
  await sit(page, server, id);
  await fits(page, 'Impetus');
  assert.deepEqual(await serious(page, 'Impetus'), []);
  await page.getByRole('tab', { name: 'Units' }).click();
  await page.getByRole('button', { name: /Elephants/ }).click();
  await page.locator('.neighbours').getByText(/Gauls I: 4 U, behind/).waitFor();
  await page.locator('.neighbours').getByText(/Velites I: \d+ U, ahead/).waitFor();
});

at('losses, disorder and melee can be read beside the strength, however small the base is', {}, async (page) => {
  const id = await begin();
  const t = await server.table(id);
  const worn = await Promise.all(['C1.1', 'C1.6', 'R1.1'].map(numberOf)); // deep, shallow, and facing the other way
  for (const n of worn) {
    const view = t.view.pieces[n];
    view.states = ['disordered', 'melee'];
    view.values = view.values.map((v) => (v.key === 'vbu' ? { ...v, n: 1 } : v));
  }
  await page.route(new RegExp(`/api/games/${id}\\?`), (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(t) }));
  await sit(page, server, id);
  assert.equal(await page.locator('.loss').count(), worn.length);
  for (const [zoom, press] of [
    ['far', 'Zoom out'],
    ['mid', 'Zoom in'],
    ['near', 'Zoom in'],
  ]) {
    await until(`the zoom is ${zoom}`, async () => {
      await settled(page);
      if ((await board(page).getAttribute('data-zoom')) === zoom) return true;
      await button(page, press).click();
    });
    const hidden = await page.locator('.play-layer').evaluate((svg) => {
      const boxes = (what) => [...svg.querySelectorAll(what)].filter((e) => e.checkVisibility()).map((e) => e.getBoundingClientRect());
      const share = (a, b) => (Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))) / (b.width * b.height);
      const covered = (what, by, most) => boxes(what).filter((b) => boxes(by).some((a) => share(a, b) > most)).length;
      // The corners of the box of a sign are empty.
      return covered('.loss text', '.badge', 0.4) + covered('.sign-large, .sign-small text', '.loss rect', 0.15);
    });
    assert.equal(hidden, 0, zoom);
  }
});

guard();
