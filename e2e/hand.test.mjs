// How few clicks a move takes: one unit, a stack, and all units of a leader.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, leftOut, phone, root, settled, sit, spot, stage, until } from './house.mjs';

const { server, at, step, upToDate, does, guard } = stage();

/** A game of Issus in which Alexander has his units to move, and where its pieces are. */
async function issus() {
  const id = await server.game({ battle: 'issos-333bc' });
  await server.toMoves(id);
  const { sheet } = await server.get('/api/battles/issos-333bc');
  const number = (name) => sheet.pieces.findIndex((p) => p.id === name);
  const piece = async (name) => (await server.table(id)).view.pieces.find((v) => v.piece === number(name));
  const hexOf = async (name) => sheet.places[(await piece(name)).place].id;
  return { id, sheet, hexOf, piece };
}

/** Clicks in the middle of a hex, and counts. */
function pointer(page) {
  const count = { clicks: 0 };
  const click = async (hex, n = 1) => {
    await settled(page);
    const { x, y } = await spot(page, hex);
    count.clicks += n;
    await page.mouse.click(x, y, { clickCount: n });
  };
  const press = async (name) => {
    await settled(page);
    count.clicks++;
    await button(page, name).click();
  };
  return { count, click, press };
}

at('one unit moves in two clicks, and faces the way it goes', {}, async (page) => {
  const { id, sheet, hexOf, piece } = await issus();
  await sit(page, server, id);
  const { count, click } = pointer(page);
  const before = await piece('hypaspists-3');
  await step(page, id, () => click('1616'), 'the first click');
  await step(page, id, () => click('1617'), 'the second click');
  assert.equal(count.clicks, 2);
  assert.equal(await hexOf('hypaspists-3'), '1617');
  assert.equal((await piece('hypaspists-3')).facing, before.facing);

  // The arrow turns it: a digit, or all the ways that it may face.
  const turner = page.locator('.turner');
  await turner.waitFor();
  const left = (before.facing + 5) % 6;
  const right = (before.facing + 1) % 6;
  await step(page, id, () => board(page).press(String(left + 1)), 'a digit');
  assert.equal((await piece('hypaspists-3')).facing, left);
  assert.equal(await hexOf('hypaspists-3'), '1617');
  await turner.click();
  await page.locator('.facing.likely').waitFor({ state: 'attached' });
  await step(page, id, () => page.locator(`.facing[data-facing="${before.facing}"]`).click(), 'a facing');
  assert.equal((await piece('hypaspists-3')).facing, before.facing);

  // The arrow is dragged.
  const box = await turner.boundingBox();
  const middle = await spot(page, '1617');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const way = (sheet.facings[right].angle * Math.PI) / 180;
  await page.mouse.move(middle.x + 60 * Math.sin(way), middle.y - 60 * Math.cos(way), { steps: 6 });
  await step(page, id, () => page.mouse.up(), 'the arrow');
  assert.equal((await piece('hypaspists-3')).facing, right);
});

at('a stack of three moves in two clicks, and one is taken out of it', {}, async (page) => {
  const { id, hexOf } = await issus();
  await sit(page, server, id);
  const { count, click } = pointer(page);
  await step(page, id, () => click('1319'), 'the first click');
  const members = page.locator('.member');
  assert.deepEqual(await members.allTextContents(), ['Philotas (1)', 'Philotas (2)', 'Philotas (3)']);
  assert.deepEqual(await members.evaluateAll((all) => all.map((m) => m.ariaPressed)), ['true', 'true', 'true']);
  assert.equal(await page.locator('.fan .tick').count(), 3);
  await step(page, id, () => click('1320'), 'the second click');
  assert.equal(count.clicks, 2);
  for (const n of [1, 2, 3]) assert.equal(await hexOf(`philotas-${n}`), '1320');

  // Undo puts all of them back; then the fan gives one out.
  await step(page, id, () => page.keyboard.press('Control+z'), 'undo');
  await step(page, id, () => page.keyboard.press('Escape'), 'putting down');
  assert.equal((await server.table(id)).view.chosen, undefined);
  await step(page, id, () => click('1319'), 'the stack');
  await page.locator('.fan [data-piece] .tick').nth(1).click();
  await until('one is out', async () => (await server.table(id)).view.chosen?.length === 2);
  await upToDate(page, id);
  assert.deepEqual(await members.evaluateAll((all) => all.slice(0, 3).map((m) => m.ariaPressed)), ['true', 'false', 'true']);
  // By keyboard the same.
  await members.nth(1).focus();
  await step(page, id, () => page.keyboard.press('Enter'), 'adding one');
  assert.equal((await server.table(id)).view.chosen.length, 3);
});

at('all units of a leader advance in two clicks, and one undo takes them back', {}, async (page) => {
  const { id } = await issus();
  await sit(page, server, id);
  const { count, press } = pointer(page);
  const before = await server.table(id);
  await press(/^Advance \(/);
  const status = page.locator('.together [role="status"]');
  await status.filter({ hasText: 'would advance' }).waitFor();
  const [going, of] = (await status.textContent()).match(/\d+/g).map(Number);
  assert.equal(of, before.view.advance.length);
  assert.equal(await page.locator('.group .shade').count(), going);
  assert.equal(await leftOut(page), of - going, 'each unit that stays is named with its reason');
  await step(page, id, () => press(/^Advance \d+ units$/), 'advancing');
  assert.ok(going >= 6 && count.clicks <= 10, `${going} units in ${count.clicks} clicks`);
  const after = await server.table(id);
  const moved = after.view.pieces.filter((v) => before.view.advance.includes(v.piece) && v.place !== before.view.pieces[v.piece].place);
  assert.equal(moved.length, going);
  await step(page, id, () => page.keyboard.press('Control+z'), 'undo');
  assert.deepEqual((await server.table(id)).view.pieces, before.view.pieces);
  assert.equal((await does(id)).length, before.n);

  // By keyboard: A, Enter.
  await board(page).focus();
  await page.keyboard.press('a');
  await status.filter({ hasText: 'would advance' }).waitFor();
  await settled(page);
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter');
  assert.equal((await server.table(id)).n, after.n);
});

at('units go to a line that is drawn, by mouse or by its ends', {}, async (page) => {
  const { id, sheet } = await issus();
  await sit(page, server, id);
  const { click, press } = pointer(page);
  const ends = async () => (await server.table(id)).view.pieces.filter((v) => v.piece < 14).map((v) => sheet.places[v.place]?.id);
  await press(/^Advance \(/);
  await press('Draw a line');
  await click('1120');
  await page.getByText('Choose the other end').waitFor();
  await click('1520');
  await page.locator('.left-out, .group .shade').first().waitFor({ state: 'attached' });
  const line = await page.locator('.drawn-line').count();
  assert.ok(line >= 5, `a line of ${line}`);
  await step(page, id, () => press(/^Advance \d+ units?$/), 'the line');
  assert.ok((await ends()).includes('1220'));
  await step(page, id, () => page.keyboard.press('Control+z'), 'undo');

  await press(/^Advance \(/);
  await press('Draw a line');
  await settled(page);
  const [a, b] = [await spot(page, '1120'), await spot(page, '1520')];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 12 });
  await page.mouse.up();
  await page.locator('.group .shade').first().waitFor({ state: 'attached' });
  assert.equal(await page.locator('.drawn-line').count(), line);
  await page.keyboard.press('Escape');
  await until('nothing is shown', async () => (await page.locator('.drawn-line').count()) === 0);
});

at('on a phone a stack is tapped, and one taken out with a finger', { size: phone, touch: true }, async (page) => {
  const { id, hexOf } = await issus();
  await sit(page, server, id);
  const tap = async (hex) => {
    await settled(page);
    const { x, y } = await spot(page, hex);
    await page.touchscreen.tap(x, y);
  };
  await step(page, id, () => tap('1319'), 'the stack');
  assert.equal((await server.table(id)).view.chosen.length, 3);
  await until('one is out', async () => {
    await page.locator('.member').nth(2).tap();
    await upToDate(page, id);
    return (await server.table(id)).view.chosen.length === 2;
  });
  await step(page, id, () => tap('1320'), 'the goal');
  assert.deepEqual([await hexOf('philotas-1'), await hexOf('philotas-3')], ['1320', '1319']);
});

const lastTurn = readFileSync(join(root, 'e2e', 'lastturn.yaml'), 'utf8');

at('the badge of a unit that routs changes at once', {}, async (page) => {
  const id = await server.game({ position: lastTurn, dice: 'hand', seed: undefined });
  const table = await server.table(id);
  const { sheet } = await server.get(`/api/battles/${table.battle}`);
  const helots = sheet.pieces.findIndex((p) => p.id === 'helots-1');
  const badge = page.locator(`.piece[data-piece="${helots}"] .badge:not(.lost)`);
  // The page is shown the same unit discouraged, then routed.
  let states = ['discouraged'];
  await page.route(new RegExp(`/api/games/${id}\\?`), async (route) => {
    const answer = await (await route.fetch()).json();
    const pieces = answer.view.pieces.map((v) => (v.piece === helots ? { ...v, states } : v));
    await route.fulfill({ json: { ...answer, view: { ...answer.view, pieces } } });
  });
  await sit(page, server, id);
  const look = () => badge.evaluateAll((all) => all.map((g) => [g.querySelector('text').textContent, getComputedStyle(g.querySelector('path')).fill, getComputedStyle(g.querySelector('text')).fill]));
  assert.deepEqual(await look(), [['D', 'rgb(246, 201, 46)', 'rgb(21, 17, 13)']]);
  states = ['routed'];
  const { version } = await server.table(id);
  await server.post(`/api/games/${id}/actions`, { version, id: 'x', actions: [table.choices[0].action] });
  await until('it routs', async () => (await badge.count()) === 1 && (await badge.textContent()) === 'R');
  assert.deepEqual(await look(), [['R', 'rgb(21, 17, 13)', 'rgb(255, 255, 255)']]);
});

guard();
