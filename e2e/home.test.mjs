// The list of games, the dark theme, the board from the other side, lessons that ask for moves, the printed sheet.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, clickHex, fits, phone, root, serious, settled, sit, spot, stage, until } from './house.mjs';

const lastTurn = readFileSync(join(root, 'e2e', 'lastturn.yaml'), 'utf8');
const { server, at, guard } = stage();

// ---- The list of games ---------------------------------------------------------------------------------------------------

at('games are named, deleted, brought back and sorted; open and finished ones stand apart', {}, async (page) => {
  const mine = await server.game({ seats: ['human', 'recruit'], battle: 'guinegate-1479' });
  const two = await server.game();
  await page.goto(server.address);
  const open = page.getByRole('region', { name: 'Continue a game' });
  const row = (id) => page.locator('.recent-row').filter({ has: page.locator(`a[href="#/game/${id}"]`) });
  await row(mine).getByText('Your turn').waitFor();
  await row(two).getByText('To play: Romans').waitFor();
  assert.equal(await page.getByRole('region', { name: 'Finished games' }).count(), 0);

  await row(mine).getByRole('button', { name: /^Rename/ }).click();
  const name = page.getByLabel('Name of the game');
  await name.fill('A wet Sunday');
  await name.press('Enter');
  await row(mine).getByText('A wet Sunday').waitFor();
  await open.getByText('Guinegate, 1479').waitFor(); // the battle is still told

  await page.getByLabel('Sort by').selectOption('name');
  await until('the games sorted by name', async () => (await open.locator('.recent-game strong').first().innerText()) === 'A wet Sunday');

  await row(mine).getByRole('button', { name: 'Delete A wet Sunday' }).click();
  await open.getByText('Deleted: A wet Sunday.').waitFor();
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), 'Undo', 'the focus goes to Undo');
  await page.keyboard.press('Enter');
  await row(mine).getByText('A wet Sunday').waitFor();

  await row(mine).getByRole('button', { name: 'Delete A wet Sunday' }).click();
  await open.getByText('Deleted: A wet Sunday.').waitFor();
  await page.reload();
  await page.getByText('Deleted games (1)').click();
  assert.equal(await row(mine).count(), 0);
  await button(page, 'Restore A wet Sunday').click();
  await row(mine).getByText('A wet Sunday').waitFor();

  const over = await server.game({ dice: 'hand', seed: undefined, position: lastTurn });
  await server.toEnd(over);
  await page.reload();
  await page.getByRole('region', { name: 'Finished games' }).getByText('Replay').waitFor();
  assert.equal(await row(over).count(), 0, 'it is not among the open ones');
});

at('the title of the tab says whose turn it is', {}, async (page) => {
  const id = await server.game({ seats: ['human', 'recruit'] });
  await sit(page, server, id);
  assert.equal(await page.title(), 'Your turn · Sparta, 195 BC · Acies');
  const two = await server.game();
  await sit(page, server, two);
  assert.equal(await page.title(), 'To play: Romans · Sparta, 195 BC · Acies');
});

at('the battles stand in the order in which one would try them, the first one marked', {}, async (page) => {
  await page.goto(server.address);
  const first = page.locator('.battle').first();
  await first.getByText('Start here').waitFor();
  await first.getByRole('heading', { name: /Marathon/ }).waitFor();
  assert.equal(await page.getByText('Start here').count(), 1);
});

at('without accounts nothing is said of them', {}, async (page) => {
  await page.goto(`${server.address}#/new/sparta-195bc`);
  await page.getByRole('radiogroup', { name: 'Spartans' }).getByText('Player').waitFor();
  await settled(page);
  assert.equal(await page.getByText(/^(A friend, by link|Log in|Guest)$/).count(), 0);
  for (const address of ['#/account', '#/join/a-b']) {
    await page.goto(`${server.address}${address}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
});

// ---- The tutorial --------------------------------------------------------------------------------------------------------

at('the tutorial stays away where no person plays', { seen: false }, async (page) => {
  const id = await server.game({ seats: ['recruit', 'recruit'] });
  await sit(page, server, id);
  assert.equal(await page.locator('.coach').count(), 0);
});

// ---- Lessons -------------------------------------------------------------------------------------------------------------

at('the reader of a lesson makes the next move himself', {}, async (page) => {
  await page.goto(`${server.address}#/lesson/sparta-195bc/2-movement`);
  await page.getByText('Step 1 of 7').waitFor();
  const task = page.getByRole('region', { name: 'Your move' });
  await task.getByText('two hexes north').waitFor();
  await clickHex(page, '0817');
  await task.getByText('Not that one.').waitFor();
  await clickHex(page, '0617');
  await task.getByText('Not that one.').waitFor({ state: 'detached' });
  await clickHex(page, '0615');
  await page.getByText('Step 2 of 7').waitFor();
  await button(page, 'Show me').click();
  await page.getByText('Step 3 of 7').waitFor();

  await page.goto(`${server.address}#/lesson/issos-333bc/3-shooting/3`);
  await button(page, 'Roll the die').click();
  await page.getByText('Philotas (1): discouraged.').waitFor();
});

at('a task is done by keyboard', {}, async (page) => {
  await page.goto(`${server.address}#/lesson/issos-333bc/4-melee/2`);
  await page.getByText('Step 2 of 7').waitFor();
  await clickHex(page, '1319'); // the cursor starts where the last click was
  await board(page).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByText('Step 3 of 7').waitFor();
});

at('the home page leads to every lesson', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  await page.goto(server.address);
  const lessons = page.getByRole('region', { name: 'Apprendre à jouer' });
  await lessons.getByRole('link', { name: '1. Initiative et activation' }).waitFor();
  await fits(page, 'home');
  const links = await lessons.getByRole('link').evaluateAll((l) => l.map((a) => a.hash));
  assert.ok(links.length >= 16);
});

// ---- The board from the other side ---------------------------------------------------------------------------------------

at('a board that is turned round is played as before', {}, async (page) => {
  const id = await server.game();
  await server.toMoves(id);
  await sit(page, server, id);
  const south = await spot(page, '0416');
  const north = await spot(page, '0410');
  assert.ok(south.y > north.y);
  await button(page, 'Turn the board round').click();
  await settled(page);
  const hastati = () => page.locator('[data-piece="2"]').boundingBox();
  const spartans = () => page.locator('[data-piece="27"]').boundingBox();
  assert.ok((await hastati()).y < (await spartans()).y, 'the Romans are above');
  const box = await page.locator('.names text').first().boundingBox();
  assert.ok(box.width > 0);
  await page.locator('[data-piece="2"]').click();
  await until('the unit is taken up', async () => (await server.table(id)).view.chosen?.includes(2));
});

// ---- Dark ----------------------------------------------------------------------------------------------------------------

at('the theme follows the system unless it is chosen', {}, async (page) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(server.address);
  await settled(page);
  const theme = () => page.locator('html').getAttribute('data-theme');
  assert.equal(await theme(), 'dark');
  await button(page, 'Settings').click();
  await page.getByRole('dialog').getByText('Light', { exact: true }).click();
  assert.equal(await theme(), 'bright');
});

// ---- Print ---------------------------------------------------------------------------------------------------------------

at('map and counters are printed at true size', {}, async (page) => {
  await page.goto(`${server.address}#/new/sparta-195bc`);
  await page.getByRole('link', { name: 'Print map and counters' }).click();
  await page.getByRole('heading', { name: 'Map: 4 sheets' }).waitFor();
  await settled(page);
  const counter = page.locator('.cut-out svg').first();
  const { width } = await counter.boundingBox();
  assert.ok(Math.abs(width - (15 * 96) / 25.4) < 0.5, `a counter is ${width} pixels wide`);
  assert.deepEqual(await serious(page, 'print'), []);
});

guard();
