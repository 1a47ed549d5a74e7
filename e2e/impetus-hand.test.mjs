// Impetus in the hand: what pointing, dragging and looking do on a table without a grid.

import assert from 'node:assert/strict';
import { board, button, fits, leftOut, phone, prompt, serious, settled, sit, stage, touchDrag, until } from './house.mjs';

const { server, at, step, upToDate, does, version, guard } = stage();

/** A game in which the Carthaginians have taken the initiative with their first Command, and done something. */
async function begin(...actions) {
  const id = await server.game({ battle: 'two-camps-204bc', dice: 'hand', seed: undefined });
  await server.act(id, 'name 1', 'name 1');
  await roll(id, 6, 6);
  await roll(id, 1, 1);
  await server.act(id, ...actions);
  return id;
}

/** Rolls the dice that are due, by hand. */
async function roll(id, ...dice) {
  await until('dice are due', async () => (await server.table(id)).roll);
  await server.post(`/api/games/${id}/roll`, { version: await version(id), id: `e2e-${Math.random()}`, dice });
}

/** The number of a unit by its id. */
async function numberOf(name) {
  const { sheet } = await server.get('/api/battles/two-camps-204bc');
  return sheet.pieces.findIndex((p) => p.id === name);
}

/** Presses the button of the mouse on a base and moves it, to the right and down in U. */
async function drag(page, piece, ...way) {
  const { x, y, unit } = await baseOf(page, piece);
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [right, down] of way) await page.mouse.move(x + right * unit, y + down * unit, { steps: 4 });
}

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
  await button(page, 'Show me').click();
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

at('another unit is chosen or dragged: the former activation ends, and its move stays', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const [elephants, veterans, gauls] = await Promise.all(['C1.5', 'C1.1', 'C1.3'].map(numberOf));

  // What has done nothing yet is put down.
  await step(page, id, () => point(page, elephants), 'the elephants');
  await step(page, id, () => point(page, veterans), 'the veterans');
  assert.deepEqual((await does(id)).slice(4), ['activate C1.1']);
  await drag(page, elephants, [0, 3]);
  await page.locator('[data-ghost]').waitFor();
  await step(page, id, () => page.mouse.up(), 'dropping the elephants');
  assert.deepEqual((await does(id)).slice(4), ['activate C1.5', 'forward 3']);

  // What has moved has finished.
  await step(page, id, () => point(page, veterans), 'the veterans after a move');
  assert.deepEqual((await does(id)).slice(4), ['activate C1.5', 'forward 3', 'pass', 'activate C1.1']);
  await step(page, id, () => button(page, /Undo/).click(), 'one undo');
  assert.deepEqual((await does(id)).slice(4), ['activate C1.5', 'forward 3'], 'one gesture is undone at once');
  await drag(page, gauls, [0, 2]);
  await page.locator('[data-ghost]').waitFor();
  await settled(page);
  await step(page, id, () => page.mouse.up(), 'dropping the Gauls');
  assert.deepEqual((await does(id)).slice(4), ['activate C1.5', 'forward 3', 'pass', 'activate C1.3', 'forward 2']);

  // What has finished says so.
  await point(page, elephants);
  await page.locator('.ask .why').getByText(/already/i).waitFor();
  assert.equal((await does(id)).at(-1), 'forward 2');
  await page.keyboard.press('Escape');
  await settled(page);
  assert.equal((await does(id)).at(-1), 'forward 2', 'Escape takes no move back');
});

at('back at its start a drag is cancelled, and a little to the side is straight ahead', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const elephants = await numberOf('C1.5');
  await drag(page, elephants, [0, 4]);
  await page.locator('.ask').getByText('To cancel, press Esc or drop it where it started.').waitFor();
  await drag(page, elephants, [0, 4], [0.3, 0.3]);
  await page.locator('.ghost-label').getByText('Release here to cancel').waitFor();
  await page.mouse.up();
  await settled(page);
  assert.equal((await does(id)).length, 4);

  await drag(page, elephants, [1.2, 6]);
  await page.locator('.ask').getByRole('heading', { name: 'Forward 6 U' }).waitFor();
  await page.mouse.up();
  await upToDate(page, id);
  await until('it has moved', async () => (await does(id)).at(-1) === 'forward 6');
  await upToDate(page, id);

  const grip = await page.locator('.grip[data-handle="wheel-right"] .disc').boundingBox();
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  const before = await version(id);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 50, { steps: 4 });
  await page.locator('[data-ghost]').waitFor();
  await page.mouse.move(x + 2, y + 2, { steps: 4 });
  await page.mouse.up();
  await settled(page);
  assert.equal(await version(id), before);
});

at('a test is rolled when it is confirmed, by drag, tap and key', {}, async (page) => {
  const id = await begin('activate C1.5', 'forward 3');
  await sit(page, server, id);
  const elephants = await numberOf('C1.5');
  const before = await version(id);
  const waits = async (how) => {
    await page.locator('.ask').getByText('test passed').waitFor();
    await button(page, 'Confirm').waitFor();
    await settled(page);
    assert.equal(await version(id), before, how);
    await button(page, 'Cancel').click();
    await button(page, 'Confirm').waitFor({ state: 'detached' });
  };
  await drag(page, elephants, [0, 3]);
  await page.locator('[data-ghost]').waitFor();
  await page.mouse.up();
  await waits('a drag');
  await board(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-ghost]').waitFor();
  await settled(page);
  await page.keyboard.press('Enter');
  await waits('a key');
  await page.locator('.goal').first().click();
  await waits('a tap');
  await drag(page, elephants, [0, 3]);
  await page.locator('[data-ghost]').waitFor();
  await page.mouse.up();
  await step(page, id, () => button(page, 'Confirm').click(), 'the confirmed move');
  assert.equal((await does(id)).at(-1), 'forward 3');
});

at('the same with a finger', { size: phone, touch: true }, async (page) => {
  const id = await begin('activate C1.5', 'forward 3');
  await sit(page, server, id);
  const elephants = await numberOf('C1.5');
  const before = await version(id);
  const { x, y, unit } = await baseOf(page, elephants);
  await touchDrag(page, { x, y }, { x, y: y + 6 * unit });
  await button(page, 'Confirm').waitFor();
  assert.equal(await version(id), before);
  await step(page, id, () => button(page, 'Confirm').tap(), 'the confirmed move');
});

at('a base, its losses, its Command and its states are told on hovering, and a handle says what it is for', {}, async (page) => {
  const id = await begin('activate C1.5', 'forward 4', 'pass', 'activate C1.2');
  await sit(page, server, id);
  const tip = page.locator('.base-tip');
  const { x, y } = await baseOf(page, await numberOf('C1.5'));
  await page.mouse.move(x, y);
  for (const text of ['Elephants', 'El: elephants', 'Command: Hannibal', 'VBU 4', 'activated']) await tip.getByText(text).first().waitFor();
  assert.equal(await page.locator('.base.spent').count(), 1, 'what has acted is ticked off, what acts is not');
  const disc = await page.locator('.grip .disc').first().boundingBox();
  await page.mouse.click(disc.x + disc.width / 2, disc.y + disc.height / 2);
  await page.locator('.ghost-label').getByText(/: drag the arrow$/).waitFor();

  // An enemy is looked at without a word while nobody acts.
  await step(page, id, () => button(page, 'End the activation').click(), 'the end');
  await point(page, await numberOf('R1.1'));
  await page.locator('.inspector').getByText('Romans').first().waitFor();
  assert.equal(await page.locator('.why').count(), 0);
});

at('a base is told when a finger rests on it', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  const id = await begin('activate C1.5', 'forward 4');
  await sit(page, server, id);
  const before = await version(id);
  const { x, y } = await baseOf(page, await numberOf('C1.2'));
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.locator('.base-tip').getByText('Corps : Hannibal').waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await settled(page);
  assert.equal(await version(id), before, 'that is no tap');
});

at('units that cannot act together say why before they are moved', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await button(page, 'Choose several').click();
  for (const name of ['C1.3', 'C1.5']) await point(page, await numberOf(name));
  await page.locator('.together').getByRole('link', { name: /imp-6\.7l/ }).waitFor();
  assert.equal(await button(page, /^Activate together/).count(), 0);
  await point(page, await numberOf('C1.5'));
  await point(page, await numberOf('C1.4'));
  await button(page, 'Activate together (2)').waitFor();
});

at('a Command advances in two clicks, and one undo takes it back; by keys too', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const before = await server.table(id);
  let clicks = 0;
  const press = async (name) => {
    clicks++;
    await button(page, name).click();
  };
  const status = page.locator('.together [role="status"]');
  await press(/^Advance \(/);
  await status.getByText('7 of 7 units would advance.').waitFor();
  await page.locator('.together').getByText(/without shooting/).waitFor();
  assert.equal(await page.locator('.ghost-base').count(), 7);
  await step(page, id, () => press('Advance 7 units'), 'advancing');
  assert.ok(clicks <= 10, `${clicks} clicks`);
  const after = await server.table(id);
  assert.equal(after.view.toAct, before.view.toAct);
  const moved = after.view.pieces.filter((v) => v.pose && v.pose.y !== before.view.pieces[v.piece].pose.y);
  assert.deepEqual(moved.map((v) => v.piece), before.view.advance);
  await step(page, id, () => page.keyboard.press('Control+z'), 'undo');
  assert.deepEqual((await server.table(id)).view.pieces, before.view.pieces);
  assert.equal((await does(id)).length, before.n);

  await board(page).focus();
  await page.keyboard.press('a');
  await status.filter({ hasText: 'would advance' }).waitFor();
  await settled(page);
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter');
  assert.equal((await server.table(id)).n, after.n);
});

at('those of a Command that cannot advance say why', {}, async (page) => {
  const id = await begin('activate C1.5', 'forward 3', 'pass');
  await sit(page, server, id);
  await button(page, /^Advance \(/).click();
  await button(page, 'Draw a line').click();
  const { x, y, unit } = await baseOf(page, await numberOf('C1.1'));
  for (const right of [-6, 6]) await page.mouse.click(x + right * unit, y + 5 * unit);
  await page.locator('.left-out li').getByText('the line is not ahead of it').first().waitFor();
  assert.equal(await page.locator('.ghosts .stays').count(), await leftOut(page));
  assert.equal(await page.locator('path.drawn-line').count(), 1);
  await step(page, id, () => button(page, /^Advance \d+ units?$/).click(), 'the line');
  await page.keyboard.press('Control+z');
  await until('it is undone', async () => (await does(id)).at(-1) === 'pass');
});

at('a line is drawn by keys, and with a finger', { size: phone, touch: true }, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const draw = async () => {
    await button(page, /^Advance \(/).click();
    await button(page, 'Draw a line').click();
    await page.getByText('Draw the line on the board').waitFor();
  };
  const { x, y, unit } = await baseOf(page, await numberOf('C1.2'));
  await draw();
  await touchDrag(page, { x: x - 5 * unit, y: y + 4 * unit }, { x: x + 5 * unit, y: y + 4 * unit });
  await page.locator('.together').getByText('would advance').waitFor();
  assert.ok((await page.locator('.ghost-base').count()) >= 1);
  await page.keyboard.press('Escape');
  await until('nothing is shown', async () => (await page.locator('.drawn-line').count()) === 0);

  await draw();
  await board(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByText('Choose the other end').waitFor();
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('.together').getByText('would advance').waitFor();
});

at('the reader of the lesson of movement moves bases himself', {}, async (page) => {
  await page.goto(`${server.address}#/lesson/two-camps-204bc/1-movement`);
  await page.getByText('Step 1 of 12').waitFor();
  await settled(page);
  await point(page, await numberOf('C2.2'));
  await page.getByText('Step 2 of 12').waitFor();
  const task = page.getByRole('region', { name: 'Your move' });
  await settled(page);
  await page.locator('[data-choice="forward 5"]').click();
  await task.getByText('Not that one.').waitFor();
  await page.locator('[data-choice="forward 10"]').click();
  await page.getByText('Step 3 of 12').waitFor();

  await task.getByText('The moves in words').click();
  await button(page, 'Wheel left 45°').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Step 4 of 12').waitFor();
  await button(page, 'Roll the die').click();
  await page.getByText('Step 5 of 12').waitFor();
  assert.deepEqual(await serious(page, 'the lesson'), []);
});

at('a finger goes back out of a zone of control, in French', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  await page.goto(`${server.address}#/lesson/two-camps-204bc/1-movement/11`);
  await page.getByText('Étape 11 sur 12').waitFor();
  await settled(page);
  await page.locator('[data-choice="rearward 12"]').tap();
  await page.getByText('Étape 12 sur 12').waitFor();
  await fits(page, 'the lesson on a phone');
});

/** Whether what is written on bases and on the ground is upright on the screen. */
const upright = (page) =>
  page.locator('.world').evaluate((world) => {
    const texts = [...world.querySelectorAll('.base .sign-large, .base .sign-small text, .sheet text')].filter((e) => e.getBoundingClientRect().width);
    return texts.length > 20 && texts.every((e) => e.getScreenCTM().d > 0);
  });

at('the table is turned round: bases, drags, handles, keys, the ruler and words follow', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const [elephants, romans] = await Promise.all(['C1.5', 'R1.1'].map(numberOf));
  assert.ok((await baseOf(page, elephants)).y < (await baseOf(page, romans)).y);
  await button(page, 'Turn the board round').click();
  await settled(page);
  assert.ok((await baseOf(page, elephants)).y > (await baseOf(page, romans)).y, 'the Romans are above');
  assert.ok(await upright(page), 'words are upright');

  await drag(page, elephants, [0, -3]);
  const ghost = page.locator(`[data-ghost="${elephants}"] .body`);
  await ghost.waitFor();
  await settled(page);
  const [from, to] = [await baseOf(page, elephants), await ghost.boundingBox()];
  assert.ok(Math.abs(to.y + to.height / 2 - (from.y - 3 * from.unit)) < 2, 'the ghost is where it was dragged');
  await step(page, id, () => page.mouse.up(), 'dropping it');
  assert.deepEqual((await does(id)).slice(4), ['activate C1.5', 'forward 3']);
  await step(page, id, () => page.keyboard.press('Control+z'), 'undo');

  await step(page, id, () => point(page, elephants), 'a click');
  const grip = await page.locator('.grip[data-handle="wheel-right"] .disc').boundingBox();
  const here = await baseOf(page, elephants);
  assert.ok(grip.x + grip.width / 2 < here.x && grip.y < here.y, 'its left corner is on the left, ahead of it');
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2 + 6, grip.y - 14, { steps: 4 });
  await page.locator('.ask').getByRole('heading', { name: /^Wheel right \d/ }).waitFor();
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2, { steps: 4 });
  await page.mouse.up();
  await settled(page);

  await board(page).focus();
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowUp');
  await page.locator('.ask').getByRole('heading', { name: 'Forward 2 U' }).waitFor();
  await settled(page);
  await step(page, id, () => page.keyboard.press('Enter'), 'Enter');
  assert.equal((await does(id)).at(-1), 'forward 2');

  await button(page, 'Ruler').click();
  await page.mouse.move(here.x, here.y);
  await page.mouse.down();
  await page.mouse.move(here.x, here.y - 10 * here.unit, { steps: 3 });
  await page.mouse.up();
  await page.locator('.ruler .measure').getByText('10 U · 180°').waitFor();
});

at('on a table that is turned round a finger drags, and a Command goes to a line', { size: phone, touch: true, settings: { flip: true } }, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const { x, y, unit } = await baseOf(page, await numberOf('C1.5'));
  await touchDrag(page, { x, y }, { x, y: y - 4 * unit });
  await until('it has moved', async () => /^forward [34]/.test((await does(id)).at(-1)));
  await upToDate(page, id);
  await step(page, id, () => button(page, /Undo/).click(), 'undo');
  await button(page, /^Advance \(/).click();
  await button(page, 'Draw a line').click();
  const veterans = await baseOf(page, await numberOf('C1.2'));
  await touchDrag(page, { x: veterans.x - 5 * unit, y: veterans.y - 4 * unit }, { x: veterans.x + 3 * unit, y: veterans.y - 4 * unit });
  await page.locator('.ghost-base').first().waitFor();
  await step(page, id, () => button(page, /^Advance \d+ units?$/).click(), 'the line');
  assert.ok((await does(id)).some((a) => /^forward/.test(a)));
});

guard();
