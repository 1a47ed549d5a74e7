// The table as people use it, in a real browser: the tests use only the program's pages and its API.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, clickHex, corner, prompt, root, settled, sit, spot, stage, tabTo } from './house.mjs';

const lastTurn = readFileSync(join(root, 'e2e', 'lastturn.yaml'), 'utf8');
const { server, at, step, finish, does, version, guard } = stage();

// ---- Playing -----------------------------------------------------------------------------------------------------

at('a first activation by clicks, from the home page', { seen: false }, async (page) => {
  await page.goto(server.address);
  await page.getByRole('link', { name: /Play this battle: .*Sparta/ }).click();
  await page.getByRole('radiogroup', { name: /Spart/ }).getByText('Player').click();
  await page.getByText('Choose the seed yourself').click();
  await page.getByLabel(/^Seed/).fill('nabis');
  await button(page, 'Start the battle').click();
  await button(page, 'To the battle').click();
  const id = page.url().match(/game\/(\w+)/)[1];
  assert.deepEqual((await server.table(id)).seats, ['human', 'human']);
  await button(page, 'Skip the tutorial').click();
  for (let i = 0; i < 2; i++) await step(page, id, () => page.locator('.ends').getByRole('button', { name: /^Ready/ }).click(), 'ready');
  await page.getByText('which leader activates first?').waitFor();
  await step(page, id, () => page.locator('.able').getByRole('button', { name: /Flamininus/ }).click(), 'the choice of a leader');
  await page.getByText('choose a unit to move').waitFor();

  const { unit, name, from } = await server.aMove(id);
  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  assert.equal((await does(id)).at(-1), unit.action);
  const to = await server.goal(id);
  await step(page, id, () => clickHex(page, to.hex), 'a click on a hex');
  assert.ok((await does(id)).at(-1).startsWith(`to ${to.hex} `));
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('region', { name: 'Battle log' }).getByText(new RegExp(`${name.replace(/[()]/g, '\\$&')}.*${to.hex}`)).first().waitFor();
});

at('the same by keyboard alone', {}, async (page) => {
  const key = (k) => page.keyboard.press(k);
  await page.goto(server.address);
  const fight = page.getByRole('link', { name: /Play this battle: .*Sparta/ });
  await fight.waitFor();
  await tabTo(page, fight);
  await key('Enter');
  const seat = page.getByRole('radiogroup', { name: /Spart/ }).getByRole('radio').nth(1);
  await seat.waitFor();
  await tabTo(page, seat);
  await key('ArrowLeft');
  await tabTo(page, page.locator('summary', { hasText: 'Choose the seed yourself' }));
  await key('Enter');
  await tabTo(page, page.getByLabel(/^Seed/));
  await page.keyboard.type('nabis');
  await tabTo(page, button(page, 'Start the battle'));
  await key('Enter');
  await button(page, 'To the battle').waitFor();
  await tabTo(page, button(page, 'To the battle'));
  await key('Enter');
  const id = page.url().match(/game\/(\w+)/)[1];
  for (let i = 0; i < 2; i++) {
    const ready = page.locator('.ends').getByRole('button', { name: /^Ready/ });
    await settled(page);
    await tabTo(page, ready);
    await step(page, id, () => key('Enter'), 'ready');
  }
  await page.getByText('which leader activates first?').waitFor();
  await tabTo(page, page.locator('.able').getByRole('button', { name: /Flamininus/ }));
  await step(page, id, () => key('Enter'), 'the choice of a leader');
  await page.getByText('choose a unit to move').waitFor();
  const { unit, from } = await server.aMove(id);
  await tabTo(page, page.locator('.able button').filter({ hasText: from }));
  await step(page, id, () => key('Enter'), 'the choice of a unit');
  assert.equal((await does(id)).at(-1), unit.action);
  await settled(page);
  const to = await server.goal(id);
  await tabTo(page, board(page));
  await byArrows(page, to.hex);
  await page.getByRole('status').filter({ hasText: `${to.hex},` }).waitFor({ state: 'attached' });
  await step(page, id, () => key('Enter'), 'Enter');
  const [, , facing] = (await does(id)).at(-1).split(' ');
  const corners = ['UR', 'R', 'DR', 'DL', 'L', 'UL'];
  const other = to.facings.find((f) => f !== facing);
  await step(page, id, () => key(String(corners.indexOf(other) + 1)), 'the key of a corner');
  assert.equal((await does(id)).at(-1), `to ${to.hex} ${other}`);
});

/** Moves the cursor of the board to a hex. It begins at the unit that was chosen. */
async function byArrows(page, hex) {
  const cursor = () => page.getByRole('status').filter({ hasText: /^\d{4},/ }).first().textContent({ timeout: 1000 }).then((s) => s.slice(0, 4));
  await page.keyboard.press('ArrowUp');
  for (let i = 0; i < 60; i++) {
    const now = await cursor();
    if (now === hex) break;
    const [dx, dy] = [Number(hex.slice(0, 2)) - Number(now.slice(0, 2)), Number(hex.slice(2)) - Number(now.slice(2))];
    await page.keyboard.press(dx > 0 ? 'ArrowRight' : dx < 0 ? 'ArrowLeft' : dy > 0 ? 'ArrowDown' : 'ArrowUp');
  }
  assert.equal(await cursor(), hex);
}

/** From a declaration in the last turn to victory. `how` points at hexes and corners and presses buttons. */
async function lastBattle(page, id, how) {
  const shown = (text) => prompt(page).getByText(text).waitFor();
  await shown('choose the stacks that will attack');
  await step(page, id, () => how.hex('0411'), 'the declaration');
  await shown('choose the next melee');
  await how.hex('0411');
  await how.hex('0410'); // the only possible one, and the natural thing to point at
  const fight = (await server.table(id)).choices.find((c) => c.action === 'melee 0411 0410');
  await how.press(page.locator('.ask:not(.beside)').getByRole('button', { name: fight.text, exact: true }));
  const card = page.getByRole('region', { name: /Odds/ });
  await card.waitFor();
  assert.ok((await card.locator('.odds-chance').count()) >= 2, 'the odds card has the chance of each result');
  await step(page, id, () => how.press(button(page, 'Confirm')), 'the mêlée');
  await step(page, id, () => how.press(button(page, 'I rolled 7')), 'the die');
  await shown('must retreat: choose a hex');
  await how.hex('0409');
  await step(page, id, () => how.corner('DR'), 'the retreat');
  await shown(/must advance|may advance/);
  await how.hex('0410');
  await step(page, id, () => how.corner('UR'), 'the advance');
  await shown('choose the next melee');
  assert.deepEqual(await does(id), ['attack 0411', 'melee 0411 0410', 'roll 7', 'retreat 0410 0409 DR', 'advance 0411 0410 UR']);
  await how.hex('0511');
  await step(page, id, () => how.press(button(page, 'Confirm')), 'the second mêlée');
  await finish(page, id, how.press);
  await prompt(page).getByText('Victory: Spartans', { exact: true }).waitFor();
  const over = (await server.table(id)).outcome;
  assert.equal(over.winner, 1);
  await prompt(page).getByText(over.text).waitFor();
}

at('a battle fought to victory by clicks, with dice that are typed in', {}, async (page) => {
  const id = await server.game({ dice: 'hand', seed: undefined, position: lastTurn });
  await page.goto(server.address);
  await page.locator(`a[href="#/game/${id}"]`).click();
  await board(page).waitFor();
  await lastBattle(page, id, {
    hex: (hex) => clickHex(page, hex),
    corner: (facing) => corner(page, facing).click(),
    press: (locator) => locator.click(),
  });
  await prompt(page).getByRole('link', { name: 'Back to the battles' }).click();
  await page.locator(`a[href="#/game/${id}/at/0"]`).filter({ hasText: 'Replay' }).waitFor();
});

at('the same battle to victory by keyboard alone', {}, async (page) => {
  const id = await server.game({ dice: 'hand', seed: undefined, position: lastTurn });
  await page.goto(server.address);
  const link = page.locator(`a[href="#/game/${id}"]`);
  await link.waitFor();
  await tabTo(page, link);
  await page.keyboard.press('Enter');
  await board(page).waitFor();
  await lastBattle(page, id, {
    async hex(hex) {
      await settled(page);
      await tabTo(page, board(page));
      await byArrows(page, hex);
      await page.keyboard.press('Enter');
    },
    async corner(facing) {
      await page.getByText('Choose a corner to face').waitFor();
      await page.keyboard.press(String(['UR', 'R', 'DR', 'DL', 'L', 'UL'].indexOf(facing) + 1));
    },
    async press(locator) {
      await locator.waitFor();
      await settled(page);
      await tabTo(page, locator);
      await page.keyboard.press('Enter');
    },
  });
});

at('no die is rolled unasked, though the odds are slow or missing', {}, async (page) => {
  const id = await server.game({ dice: 'hand', seed: undefined, position: lastTurn });
  await server.act(id, 'attack 0411');
  const before = await version(id);
  let release;
  const released = new Promise((r) => (release = r));
  let asked;
  const asks = new Promise((r) => (asked = r));
  await page.route('**/odds?*', async (route) => {
    asked();
    await released;
    await route.abort();
  });
  await sit(page, server, id);
  await prompt(page).getByText('choose the next melee').waitFor();
  await clickHex(page, '0512');
  await asks;
  assert.equal(await version(id), before);
  release();
  await button(page, 'Confirm').waitFor();
  assert.equal(await version(id), before);
  await page.keyboard.press('Escape');
  await page.unroute('**/odds?*');

  // The pointer's own request for the odds comes right after the click.
  await settled(page);
  const { x, y } = await spot(page, '0512');
  await page.mouse.move(x - 300, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.up();
  await page.getByRole('region', { name: /Odds/ }).waitFor();
  await button(page, 'Confirm').waitFor();
  assert.equal(await version(id), before);
});

at('two dice are told one by one, with the mouse and with the keys', {}, async (page) => {
  const id = await server.game({ dice: 'hand', seed: undefined, position: 'battle: sparta-195bc\nat: phase-c\n' });
  await sit(page, server, id);
  const before = await version(id);
  await button(page, 'Die 1: 3').click();
  await page.locator('.die-button[aria-pressed="true"]').waitFor();
  assert.equal(await version(id), before);
  await step(page, id, () => button(page, 'Die 2: 4').click(), 'the second die');
  await settled(page);
  await tabTo(page, button(page, 'Die 1: 1'));
  await page.keyboard.press('6');
  await button(page, 'Die 1: 6').and(page.locator('[aria-pressed="true"]')).waitFor();
  await step(page, id, () => page.keyboard.press('2'), 'the second die by a key');
  assert.deepEqual((await does(id)).slice(0, 2), ['roll 7', 'roll 8']);
});

at('undo: after a choice, after a move, not after a roll', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  const begun = await does(id);
  await sit(page, server, id);
  await page.getByText('choose a unit to move').waitFor();
  const undo = button(page, /Undo/);

  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  await step(page, id, () => undo.click(), 'undo');
  assert.deepEqual(await does(id), begun);
  await page.getByText('choose a unit to move').waitFor();

  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  const to = await server.goal(id);
  await step(page, id, () => clickHex(page, to.hex), 'a click on a hex');
  await page.getByText(/Undo: .*/).filter({ hasText: to.hex }).waitFor();
  const moved = (await does(id)).length;
  await step(page, id, () => page.keyboard.press('Control+z'), 'Ctrl-Z');
  assert.ok((await does(id)).length < moved);
  while ((await does(id)).length > begun.length) {
    await settled(page);
    await step(page, id, () => undo.click(), 'undo');
  }
  assert.deepEqual(await does(id), begun);

  // The roll for the initiative came before the leader was chosen.
  await page.getByText('Undo: Activate').waitFor();
  await step(page, id, () => undo.click(), 'undo');
  await page.getByText('Cannot undo: the die has been rolled.').waitFor();
  assert.ok(await undo.isDisabled());
  const end = await version(id);
  const sent = [];
  page.on('request', (r) => r.method() === 'POST' && sent.push(r.url()));
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.deepEqual(sent, []);
  assert.equal(await version(id), end);
});

at('undo takes back every kind of step exactly', {}, async (page) => {
  const id = await server.game();
  await sit(page, server, id);
  const undo = button(page, /Undo/);
  const wanted = ['place', 'face', 'activate', 'move', 'to', 'lead', 'ride', 'attack', 'shoot', 'done'];
  const taken = new Set();
  const verb = (c) => c.verb;
  // Actions not yet tried come first; otherwise the battle is advanced.
  for (let i = 0; i < 300 && wanted.some((v) => !taken.has(v)); i++) {
    const before = await server.table(id);
    const choice = before.choices.find((c) => verb(c) !== 'ready' && !taken.has(verb(c))) ?? before.choices.find((c) => !['done', 'stay', 'lead'].includes(verb(c))) ?? before.choices[0];
    await server.act(id, choice.action);
    const after = await server.table(id);
    if (!after.canUndo || taken.has(verb(choice))) continue;
    await page.getByText(`Undo: ${after.undoText}`, { exact: true }).waitFor();
    await step(page, id, () => undo.click(), `undo of ${choice.action}`);
    const { view } = await server.table(id);
    assert.deepEqual(view, before.view, choice.action);
    taken.add(verb(choice));
    await server.act(id, choice.action);
  }
  assert.deepEqual(wanted.filter((v) => !taken.has(v)), [], `taken back: ${[...taken].join(', ')}`);
});

at('a unit is dragged to its hex', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  // Where it may go is looked up in an identical game.
  const twin = await server.game();
  await server.aMove(twin);
  await server.act(twin, unit.action);
  const to = await server.goal(twin);
  await sit(page, server, id);
  await page.getByText('choose a unit to move').waitFor();
  await settled(page);
  const start = await spot(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 3 });
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  await settled(page);
  const end = await spot(page, to.hex);
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await step(page, id, () => page.mouse.up(), 'the drop');
  assert.deepEqual((await does(id)).slice(-2).map((a) => a.replace(/ [A-Z]+$/, '')), [unit.action, `to ${to.hex}`]);
});

at('what is not allowed says why', {}, async (page) => {
  const id = await server.game();
  const { from } = await server.aMove(id);
  await sit(page, server, id);
  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  await page.locator('.hl.move').first().waitFor({ state: 'attached' });
  const before = await version(id);
  await clickHex(page, '1518');
  await page.getByText(/why not\?/).waitFor();
  assert.ok(await page.locator('.why a.clause').count(), 'the answer names its rule');
  assert.equal(await version(id), before);
});

// ---- Nothing is lost ------------------------------------------------------------------------------------------------

at('reload in mid-turn, and a server killed and started again', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  await sit(page, server, id);
  await page.getByText('choose a unit to move').waitFor();
  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  await page.reload();
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  await settled(page);
  assert.ok(await page.locator('.hl.move').count(), 'the moves of the chosen unit are shown again');

  const acknowledged = await does(id);
  await server.kill();
  await page.getByText('Connection lost. Reconnecting…').waitFor();
  await server.start();
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
  assert.deepEqual(await does(id), acknowledged);
  const to = await server.goal(id);
  await step(page, id, () => clickHex(page, to.hex), 'a move after the crash');
  assert.deepEqual((await does(id)).map((a) => a.replace(/^(to \d+).*/, '$1')), [...acknowledged, `to ${to.hex}`]);
  await page.getByText(/Undo: .*/).filter({ hasText: to.hex }).waitFor();
});

at('two tabs on one game', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  const other = await page.context().newPage();
  await sit(page, server, id);
  await sit(other, server, id);
  await other.getByText('choose a unit to move').waitFor();
  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  await other.getByText(`Undo: ${unit.text}`).waitFor();
  await step(other, id, () => button(other, /Undo/).click(), 'undo in the other tab');
  await page.getByText('choose a unit to move').waitFor();
  assert.equal(await prompt(page).innerText(), await prompt(other).innerText());
});

// ---- Speed ------------------------------------------------------------------------------------------------------------

at('Issos: selecting a unit is light work', {}, async (page) => {
  const id = await server.game({ battle: 'issos-333bc' });
  const { from } = await server.aMove(id);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' }); // CPU time of the thread, however busy the machine
  const busy = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000;
  const openedFrom = await busy();
  await sit(page, server, id);
  await page.getByText('choose a unit to move').waitFor();
  await settled(page);
  const opening = (await busy()) - openedFrom;
  const times = [];
  for (let i = 0; i < 7; i++) {
    const { x, y } = await spot(page, from);
    await page.mouse.move(x, y);
    await settled(page);
    const start = await busy();
    await page.mouse.click(x, y);
    await page.locator('.hl.move').first().waitFor({ state: 'attached' });
    await settled(page);
    times.push((await busy()) - start);
    await button(page, /Undo/).click();
    await page.getByText('choose a unit to move').waitFor();
    await settled(page);
  }
  times.sort((a, c) => a - c);
  const median = times[3];
  console.log(`Issos: main-thread work to select a unit and show its moves: median ${median.toFixed(0)} ms of ${times.map((t) => t.toFixed(0)).join(', ')}; to open the table ${opening.toFixed(0)} ms`);
  // A slow machine slows both: CPU time is compared with CPU time.
  assert.ok(median < opening, `selecting a unit (${median.toFixed(0)} ms) must not be like opening the table (${opening.toFixed(0)} ms)`);
});

guard();
