// Blade & Bow in a real browser: a game against the computer from the list of battles to the end of the first impulse.

import assert from 'node:assert/strict';
import { button, fits, phone, prompt, serious, settled, sit, stage, touchDrag, until } from './house.mjs';

const { server, at, does, guard } = stage();

/** Waits until the player is asked for something by that prompt. He plays no card until then. */
const asked = (id, key) =>
  until(`the Greeks are asked for ${key}`, async () => {
    const t = await server.table(id);
    if (t.view.toAct !== 0) return false;
    if (t.view.prompt.key.startsWith('prompt.window')) await server.act(id, 'pass');
    return t.view.prompt.key === `prompt.${key}`;
  });

/** Where the middle of a square is on the screen. */
async function square(page, name, battle = 'marathon-490bc') {
  await settled(page);
  const { sheet } = await server.get(`/api/battles/${battle}`);
  const { x, y } = sheet.places.find((p) => p.id === name);
  const box = await page.locator('.play-layer').boundingBox();
  const scale = box.width / sheet.width;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

async function clickSquare(page, name) {
  const { x, y } = await square(page, name);
  await page.mouse.click(x, y);
}

/** A game in which the Greeks, played by a person, choose their first action. */
async function toOrders(options = {}) {
  const id = await server.game({ battle: 'marathon-490bc', seats: ['human', 'recruit'], seed: 'm', ...options });
  await server.act(id, 'preset 0');
  await asked(id, 'leaders');
  await server.act(id, 'ready');
  await asked(id, 'orders');
  return id;
}

/** Waits until units are where they should be: squares by the unit's id. */
const stand = (id, where) =>
  until(`the units are in ${Object.values(where)}`, async () => {
    const t = await server.table(id);
    if (t.view.toAct === 0 && t.view.prompt.key.startsWith('prompt.window')) await server.act(id, 'pass');
    const { sheet } = await server.get('/api/battles/marathon-490bc');
    const at = (unit) => sheet.places[t.view.pieces.find((v) => sheet.pieces[v.piece].id === unit).place]?.id;
    return Object.entries(where).every(([unit, name]) => at(unit) === name);
  });

at('Marathon against the computer: set-up, hand, overlays, a move, the end of the impulse', {}, async (page) => {
  await page.goto(`${server.address}#/`);
  await page.getByRole('heading', { name: 'Marathon, 490 BC' }).waitFor();
  const colours = (where) => where.locator('.swatch').evaluateAll((list) => list.map((e) => getComputedStyle(e).backgroundColor));
  const listed = await colours(page.locator('article.battle', { hasText: 'Marathon, 490 BC' }).locator('.versus'));
  const id = await server.game({ battle: 'marathon-490bc', seats: ['human', 'recruit'], seed: 'm' });
  await sit(page, server, id);
  assert.deepEqual(await colours(page.locator('.points summary')), listed, 'the armies have the same colours on both pages');
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

  // Losses are named and counted against the rout level, and the turn track has its dice.
  assert.match(await page.locator('.points summary').innerText(), /Greeks\s+Losses\s+0\s*\/7\s+Persians\s+Losses\s+0\s*\/7/);
  assert.equal(await page.locator('.turns li .end-die').count(), 6, 'turns 6 to 11 have a die');

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
  await page.locator('.just-now').getByText('moved G12–G11, facing north').waitFor();
  await settled(page);
  await button(page, 'End this move').click(); // it has MP left
  await asked(id, 'orders');
  await settled(page);
  await button(page, 'End the impulse').click();
  await until('the impulse has ended', async () => (await server.get(`/api/games/${id}/log?from=0`)).some((e) => e.facts?.some((f) => f.key === 'ends-impulse')));
});

at('a formation is moved by one gesture: dragged, or sent by a click', {}, async (page) => {
  const id = await toOrders();
  await sit(page, server, id);
  // A box around five units; then one of them is dragged, and all of them go.
  const [corner, end] = [await square(page, 'F13'), await square(page, 'J11')];
  await page.keyboard.down('Shift');
  await page.mouse.move(corner.x - 20, corner.y);
  await page.mouse.down();
  await page.mouse.move(end.x + 20, end.y, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await page.locator('.ask').getByText('5 units: drag, or choose where to go').waitFor();
  const [unit, goal] = [await square(page, 'G12'), await square(page, 'G10')];
  await page.mouse.move(unit.x, unit.y);
  await page.mouse.down();
  await page.mouse.move(goal.x, goal.y, { steps: 5 });
  await until('the shades of all five are shown', async () => (await page.locator('.shade').count()) === 5);
  const before = (await does(id)).length;
  await page.mouse.up();
  await stand(id, { 'greek-hoplite-3': 'F10', 'greek-hoplite-4': 'G10', 'greek-hoplite-5': 'H10', 'greek-hoplite-6': 'I10', 'greek-hoplite-7': 'J10' });
  await asked(id, 'orders');
  assert.ok(!(await does(id)).slice(before).includes('done'), 'nothing was left to do');

  // Units chosen one by one with Shift, and sent by a click on a square; what would happen is shown before.
  await page.keyboard.down('Shift');
  for (const name of ['K12', 'L12']) await clickSquare(page, name);
  await page.keyboard.up('Shift');
  const there = await square(page, 'L11');
  await page.mouse.move(there.x, there.y);
  await until('the shades of both are shown', async () => (await page.locator('.shade').count()) === 2);
  await page.mouse.click(there.x, there.y);
  await stand(id, { 'greek-hoplite-8': 'K11', 'greek-hoplite-9': 'L11' });

  // The same by the keyboard, with a unit that has begun a formation.
  await asked(id, 'orders');
  await settled(page);
  await clickSquare(page, 'M12');
  await prompt(page).getByText('Formation for movement').waitFor();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowUp'); // the cursor appears
  await page.keyboard.press('ArrowUp');
  await until('its shade is shown', async () => (await page.locator('.shade').count()) === 1);
  await page.keyboard.press('Enter');
  await stand(id, { 'greek-hoplite-10': 'M11' });
});

at('an attack shows its odds, what the enemy may do and what it costs, and waits to be confirmed', {}, async (page) => {
  const position = `battle: marathon-490bc
turn: 4
to-act: orders greek 1
greek: {camp: I15, impulses: 2}
persian: {camp: K3, impulses: 2}
units:
  greek-hoplite-5: J9 N +1
  peltasts-1: J8 S
leaders:
  miltiades: I12
`;
  const id = await server.game({ position, options: undefined, seats: ['human', 'recruit'], battle: 'marathon-490bc', seed: 'm' });
  await server.act(id, 'melee greek-hoplite-5');
  await sit(page, server, id);
  await clickSquare(page, 'J8');
  const card = page.getByRole('region', { name: /Odds/ });
  await card.getByText('Peltasts (1): retreat before melee possible').waitFor();
  await card.getByText('Athenians (5): must advance if the enemy leaves its square').waitFor();
  assert.deepEqual(await does(id), ['melee greek-hoplite-5'], 'nothing is attacked yet');
  await button(page, 'Confirm').click();
  await until('the attack is declared', async () => (await does(id)).includes('attack J8'));
});

/** A melee in which two hoplites have failed their morale checks, with dice thrown by hand. The Greeks hold cards of 2, 1 and 3 points. */
async function failedCheck() {
  const position = `battle: marathon-490bc
turn: 4
to-act: orders greek 1
greek: {camp: I15, impulses: 2, hand: [K01, K04, K14]}
persian: {camp: K3, impulses: 2, hand: [K07]}
units:
  greek-hoplite-5: J9 N +1
  greek-hoplite-6: I9 NE +2
  spears-3: J8 S
leaders:
  miltiades: I12
`;
  const id = await server.game({ position, options: undefined, seats: ['human', 'recruit'], dice: 'hand', battle: 'marathon-490bc', seed: undefined });
  await server.act(id, 'melee greek-hoplite-5', 'with greek-hoplite-6', 'attack J8', 'with greek-hoplite-6', 'with greek-hoplite-5');
  await thrown(id, 'entry', [5, 6]);
  await thrown(id, 'entry', [2, 6]);
  await asked(id, 'commit');
  return id;
}

/** Throws dice by hand once they are due; the Greeks play no card until then. */
async function thrown(id, key, dice) {
  const table = await until(`dice are due for ${key}`, async () => {
    const t = await server.table(id);
    if (t.view.toAct === 0 && t.view.prompt.key.startsWith('prompt.window')) await server.act(id, 'pass');
    return t.view.toAct === -1 && t.view.prompt.key === `prompt.${key}` && t;
  });
  const faces = Array.from({ length: table.roll.n }, (_, i) => dice[i % dice.length]);
  await server.post(`/api/games/${id}/roll`, { version: table.version, id: `e2e-${Math.random()}`, dice: faces });
}

at('cards are committed with a slider, and dice are re-rolled on the board', {}, async (page) => {
  const id = await failedCheck();
  await sit(page, server, id);
  const slider = page.getByRole('slider', { name: /Cards to spend/ });
  await slider.focus();
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Send nobody else in');
  assert.equal(await page.locator('.ends button').count(), 0, 'the slider alone answers');
  await page.keyboard.press('ArrowRight');
  await button(page, 'Send in Athenians (5) (1 card)').waitFor();
  await page.keyboard.press('ArrowRight');
  const send = button(page, 'Send in Athenians (6) (2 cards)');
  await send.waitFor();
  assert.equal(await page.locator('.stake .lowered').count(), 2, 'both dice of the unit are lowered');
  assert.equal(await page.locator('.hand .staked').count(), 2, 'the cards that would be spent are marked');
  const chances = await page.locator('.stake .odds-list').first().locator('.odds-chance').allTextContents();
  const odds = await server.get(`/api/games/${id}/odds?do=${encodeURIComponent('commit K01;commit K14;press greek-hoplite-6;done')}`);
  assert.equal(chances.length, odds.odds.length, 'the exact odds of this stop are shown');
  assert.deepEqual(await serious(page, 'the slider'), []);
  await send.click();
  await thrown(id, 'duel', [1, 3, 3, 4, 5]);
  assert.deepEqual((await does(id)).filter((a) => /^(commit|press)/.test(a)), ['commit K01', 'commit K14', 'press greek-hoplite-6']);
  await thrown(id, 'duel', [2, 6]);
  await asked(id, 'rerolls');
  await settled(page);

  // Five dice lie on the board and can be clicked; a click shows the odds, and only the confirmation rolls.
  await until('the dice can be clicked', async () => (await page.locator('.tray-die.fits').count()) === 5);
  assert.deepEqual(await page.locator('.ends button').allTextContents(), ['Keep the dice']);
  assert.deepEqual(await serious(page, 'the dice'), []);
  const before = (await does(id)).length;
  await page.locator('.tray').getByRole('button', { name: 'Re-roll a 3' }).first().click();
  await page.locator('.ask').getByRole('heading', { name: 'Re-roll a 3' }).waitFor();
  assert.equal((await does(id)).length, before);
  await button(page, 'Confirm').click();
  await thrown(id, 'reroll', [2]);
  assert.ok((await does(id)).includes('reroll 3'));
});

at('a unit and a card are dragged by touch', { size: phone, touch: true }, async (page) => {
  const id = await toOrders();
  await sit(page, server, id);
  await touchDrag(page, await square(page, 'G12'), await square(page, 'G10'));
  await stand(id, { 'greek-hoplite-4': 'G10' });
  await asked(id, 'orders');
  await settled(page);
  // Two units are marked by taps and sent by another, which is confirmed.
  await button(page, 'Choose several').tap();
  for (const name of ['I12', 'J12']) {
    const { x, y } = await square(page, name);
    await page.touchscreen.tap(x, y);
  }
  const { x, y } = await square(page, 'I11');
  await page.touchscreen.tap(x, y);
  await button(page, 'Move 2 units').tap();
  await stand(id, { 'greek-hoplite-6': 'I11', 'greek-hoplite-7': 'J11' });
  await asked(id, 'orders');
  await settled(page);
  const card = page.locator('.hand button').first();
  await card.scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  const board = await page.locator('.play-board').boundingBox();
  const before = (await does(id)).length;
  await touchDrag(page, { x: box.x + box.width / 2, y: box.y + 40 }, { x: board.x + board.width / 2, y: board.y + board.height / 2 });
  await page.locator('.ask').getByRole('button', { name: /^Discard / }).waitFor();
  assert.equal((await does(id)).length, before, 'it is not discarded before that is confirmed');
});

at('what would happen and what cannot is said beforehand', {}, async (page) => {
  const position = `battle: marathon-490bc
turn: 2
to-act: orders greek 2
greek: {camp: I15, impulses: 2, hand: [K01, K14]}
persian: {camp: K3, impulses: 2}
units:
  psiloi-1: O10 N
  greek-hoplite-4: G10 N +1
  greek-hoplite-5: H10 N +1
  greek-hoplite-6: I9 N +1 disrupted
  spears-3: I8 S
  archers-1: O7 S
leaders:
  miltiades: G11
`;
  const id = await server.game({ position, options: undefined, seats: ['human', 'recruit'], battle: 'marathon-490bc' });
  await sit(page, server, id);
  await button(page, 'Advance (4)').click();
  await page.locator('.ask').getByText('Disrupted by this move: Athenians (4) and Athenians (5)').waitFor();
  await button(page, 'Cancel').click();
  await clickSquare(page, 'I9');
  await button(page, 'Rally Athenians (6)').waitFor();
  await clickSquare(page, 'I8');
  await page.locator('.why').getByText('disrupted, cannot attack').waitFor();
  await button(page, 'Cancel').click();

  await server.act(id, 'shoot psiloi-1');
  await prompt(page).getByText('Choose a target').waitFor();
  const before = (await does(id)).length;
  const { x, y } = await square(page, 'O7');
  await page.mouse.move(x, y);
  await page.locator('.ask .odds-list').waitFor();
  await page.mouse.click(x, y);
  await button(page, 'Confirm').waitFor();
  assert.equal((await does(id)).length, before, 'the shot waits for a confirmation');
  await button(page, 'Confirm').click();
  // The card that fits comes first; the other one says why it does not.
  await page.locator('.hand li:first-child .fits').waitFor();
  await page.locator('.hand .dimmed').click();
  await page.locator('.card-why').getByText('played at another moment').waitFor();
});

at('a hand-over screen does not speak of undoing', {}, async (page) => {
  const id = await server.game({ battle: 'marathon-490bc', seats: ['human', 'human'], seed: 'm' });
  await sit(page, server, id);
  await page.getByRole('alertdialog').waitFor();
  assert.equal(await page.locator('.undo').count(), 0);
  await button(page, 'Show my cards').click();
  await page.locator('.undo').waitFor();
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
