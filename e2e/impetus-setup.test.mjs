// Impetus apart from moves: choosing a battle, placing units, questions and their answers, what the panels tell.

import assert from 'node:assert/strict';
import { board, button, fits, phone, prompt, serious, settled, sit, stage, touchDrag, until } from './house.mjs';

const { server, at, step, upToDate, does, guard } = stage();

/** The number of a unit by its id. */
async function numberOf(id, name) {
  const { battle, options } = await server.table(id);
  const { sheet } = await server.get(`/api/battles/${battle}${options.length ? `?options=${options}` : ''}`);
  return sheet.pieces.findIndex((p) => p.id === name);
}

const pose = async (id, piece) => (await server.table(id)).view.pieces[piece].pose;

/** The middle of a base on the screen, and how many pixels 1 U is. */
async function baseOf(page, piece) {
  const box = await page.locator(`.piece[data-piece="${piece}"] .body`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, unit: (box.width * 80) / 81.6 / 8 };
}

/** Rolls the dice that are due, by hand. */
async function roll(id, ...dice) {
  await until('dice are due', async () => (await server.table(id)).roll);
  await server.post(`/api/games/${id}/roll`, { version: (await server.table(id)).version, id: `e2e-${Math.random()}`, dice });
}

/** Chooses the option that begins with a name, and returns the points that it tells. */
async function choose(page, box, name) {
  const list = page.getByRole('combobox', { name: box });
  const label = (await list.locator('option').allTextContents()).find((text) => text.startsWith(name));
  await list.selectOption({ label });
  return /\d+ points/.exec(label)?.[0];
}

at('a free battle is chosen: armies with their points, the table, the opponent', {}, async (page) => {
  await page.goto(`${server.address}#/new/free-battle`);
  const seats = page.locator('.seat-row');
  await seats.first().getByText('Romans').first().waitFor();
  const points = await choose(page, 'First army', 'Macedonians');
  await seats.first().getByText('Macedonians').first().waitFor();
  await seats.first().getByText(new RegExp(`^${points}, VD 23: defeated at 12\\.`)).waitFor();
  await choose(page, 'Second army', 'Macedonians');
  await page.getByRole('alert').getByText('do not go together').waitFor();
  assert.equal(await button(page, 'Start the battle').isDisabled(), true);
  await choose(page, 'Second army', 'Persians');
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await choose(page, 'Table', 'The stream');
  await page.getByRole('checkbox', { name: /^Free set-up/ }).check();
  await settled(page);
  assert.deepEqual(await serious(page, 'new free battle'), []);
  await button(page, 'Start the battle').click();
  await button(page, 'To the battle').click();
  await board(page).waitFor();
  await settled(page);
  const sides = page.locator('.points-side');
  assert.deepEqual(await sides.locator('.points-name').allTextContents(), ['Macedonians', 'Persians']);
  await page.getByRole('tab', { name: 'Units' }).click();
  await page.locator('.roster').getByText(new RegExp(`^${points}, VD 23`)).waitFor();
});

at('units are placed by dragging, by keys and turned by a grip, within the zone', {}, async (page) => {
  const id = await server.game({ battle: 'two-camps-204bc', options: ['free-set-up'] });
  await sit(page, server, id);
  assert.equal(await page.getByRole('alertdialog').count(), 0, 'nothing is hidden, so nobody takes over the device');
  await prompt(page).getByText('Command 1 (the Consul): drag its Units').waitFor();
  assert.equal(await page.locator('.melee-mark.zone').count(), 1, 'the zone is drawn');

  // Out of the zone the ghost stays at its edge, and the card says by how much.
  const horse = await numberOf(id, 'R1.8');
  const { x, y, unit } = await baseOf(page, horse);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20 * unit, y - 10 * unit, { steps: 4 });
  await page.locator('.ask').getByText(/Italian cavalry: [\d.]+\sU outside your deployment zone/).waitFor();
  await page.locator('.ask').getByRole('link', { name: /imp-26\.1f/ }).waitFor();
  await step(page, id, () => page.mouse.up(), 'dropping the horse');
  assert.deepEqual((await pose(id, horse)).y, 44000);

  // It is selected now: a grip turns it, keys move it.
  const grip = await page.locator('.grip[data-handle="left"] circle').last().boundingBox();
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + 25, grip.y - 25, { steps: 4 });
  await step(page, id, () => page.mouse.up(), 'dropping the grip');
  assert.notEqual((await pose(id, horse)).heading, 0);
  const before = await pose(id, horse);
  await board(page).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'q']) await page.keyboard.press(key);
  await page.locator('[data-ghost]').waitFor();
  await settled(page);
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter');
  const after = await pose(id, horse);
  assert.ok(after.y < before.y && after.heading !== before.heading, 'the keys have moved and turned it');

  await step(page, id, () => button(page, 'Restore the suggested deployment').click(), 'the restored deployment');
  assert.deepEqual(await pose(id, horse), { x: 108000, y: 40000, heading: 0 });
  await step(page, id, () => page.locator('.ends').getByRole('button', { name: 'Ready' }).click(), 'Ready');
  await prompt(page).getByText('Command 1 (Hannibal)').waitFor();
});

at('units are placed with a finger', { size: phone, touch: true }, async (page) => {
  const id = await server.game({ battle: 'stream-333bc', options: ['free-set-up'], seats: ['recruit', 'human'] });
  await sit(page, server, id);
  await fits(page, 'set-up on a phone');
  const guard = await numberOf(id, 'P1.1');
  await page.locator('.able').getByRole('button', { name: 'Guard cavalry' }).click();
  const before = await pose(id, guard);
  const { x, y, unit } = await baseOf(page, guard);
  await step(page, id, () => touchDrag(page, { x, y }, { x: x - 6 * unit, y: y - 2 * unit }), 'a finger');
  const after = await pose(id, guard);
  assert.ok(after.x < before.x && after.y > before.y, `moved from ${before.x}, ${before.y} to ${after.x}, ${after.y}`);
});

/** The Italian cavalry has come within reach of the Numidians, who stand before it, and is active again. */
async function nearNumidians() {
  const id = await server.game({ battle: 'two-camps-204bc', dice: 'hand', seed: undefined });
  const act = (...actions) => server.act(id, ...actions);
  await act('name 1', 'name 1');
  await roll(id, 6, 5);
  await roll(id, 1, 2);
  await act('activate C1.7', 'forward 12', 'forward 12');
  await roll(id, 6);
  await act('pass', 'end');
  await until('the Romans name a Command', async () => (await server.table(id)).view.prompt.key.startsWith('prompt.name'));
  for (let i = 0; i < 2 && (await server.table(id)).view.prompt.key.startsWith('prompt.name'); i++) await act('name 1');
  await roll(id, 1, 2);
  await roll(id, 6, 5);
  await act('activate R1.8', 'forward 6');
  return id;
}

at('a charge is declared, weighed and answered by buttons that name the act', {}, async (page) => {
  const id = await nearNumidians();
  await sit(page, server, id);
  const ends = page.locator('.ends');
  await ends.getByRole('button', { name: 'Charge Numidians II', exact: true }).click();
  const odds = page.getByRole('region', { name: 'Odds: Charge Numidians II' });
  await odds.getByText(/if it stays instead, charge won 47%/).waitFor();
  await step(page, id, () => button(page, 'Confirm').click(), 'the charge');
  await roll(id, 6); // the test of a second phase
  await upToDate(page, id);
  await prompt(page).getByText('Italian cavalry declared a charge on Numidians II').waitFor();
  assert.equal(await page.locator('.charge-arrow').count(), 1);
  assert.deepEqual(await ends.getByRole('button').allTextContents(), ['Stand', 'Counter-charge (discipline test)', 'Evade']);
  assert.deepEqual(await page.locator('.ask').getByRole('button').allTextContents(), ['Stand', 'Counter-charge (discipline test)', 'Evade'], 'the same on the board');
  assert.equal(await page.locator('.able button').count(), 0, 'nothing else is asked');
  await step(page, id, () => page.locator('.ask').getByRole('button', { name: 'Evade' }).click(), 'Evade');
  await page.locator('.just-now').getByText(/Numidians II evaded by 12\sU/).waitFor();
});

at('the panels tell of Commands, losses and units, in French too', { locale: 'fr-FR' }, async (page) => {
  const id = await server.game({ battle: 'two-camps-204bc', seats: ['human', 'recruit'] });
  await sit(page, server, id);
  await prompt(page).getByText('1 (Hannibal) ou 2 (Maharbal)').waitFor();
  assert.deepEqual(await page.locator('.leader-chip > span:not(.hidden-visually):not(.swatch)').allTextContents(), ['Hannibal (1)', 'Maharbal (2)', 'le consul (1)', 'un légat (2)']);
  assert.deepEqual(await page.locator('.tracks th[scope="col"]').allTextContents(), ['VD perdue', 'Corps 1', 'Corps 2']);
  await page.getByText('0/12').first().waitFor();
  await page.getByRole('tab', { name: 'Unités' }).click();
  await page.getByRole('button', { name: /Vétérans libyens I\b/ }).first().click();
  const card = page.locator('.inspector');
  for (const text of ['VBU', 'Mouvement', 'Discipline', 'Arme', 'avec le chef']) await card.getByText(text).first().waitFor();
});

at('two people name their Commands behind a hand-over, and nothing else', {}, async (page) => {
  const id = await server.game({ battle: 'stream-333bc' });
  await sit(page, server, id);
  for (const [side, commander] of [
    ['Macedonians', 'Alexander'],
    ['Persians', 'Darius'],
  ]) {
    const over = page.getByRole('alertdialog');
    await over.getByText(`${side} to play`).waitFor();
    await over.getByRole('button', { name: 'Show the table' }).click();
    await step(page, id, () => button(page, new RegExp(`^Name Command 1 \\(${commander}\\)`)).click(), `the Command of the ${side}`);
  }
  await prompt(page).getByText(/activate a Unit or Group/).waitFor();
  assert.equal(await page.getByRole('alertdialog').count(), 0);
});

at('a whole activation by keys', {}, async (page) => {
  const id = await server.game({ battle: 'two-camps-204bc', dice: 'hand', seed: undefined });
  await server.act(id, 'name 2', 'name 1');
  await roll(id, 6, 5);
  await roll(id, 1, 2);
  await sit(page, server, id);
  await board(page).focus();
  await page.keyboard.press('n');
  await page.locator('[aria-live]').getByText(/Heavy cavalry I, Carthaginians, medium cavalry/).first().waitFor({ state: 'attached' });
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter on the horse');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
  await page.locator('[data-ghost]').waitFor();
  await settled(page);
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter on its goal');
  assert.equal((await does(id)).at(-1), 'forward 4');
  assert.deepEqual(await serious(page, 'an activation'), []);
  const end = page.locator('.ends').getByRole('button', { name: 'End the activation' });
  await end.focus();
  await step(page, id, () => page.keyboard.press('Enter'), 'the end of the activation');
  await prompt(page).getByText('Command 2 (Maharbal)').waitFor();
});

guard();
