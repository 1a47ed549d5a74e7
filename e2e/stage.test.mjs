// What happens is seen where it happens: fights, ways, the activations of opponents; pausing them; going on from a moment.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, fits, phone, prompt, root, serious, settled, sit, stage, until } from './house.mjs';

const { server, at, guard } = stage();
const record = readFileSync(join(root, 'table', 'testdata', 'sparta.jsonl'), 'utf8');

/** A finished game, its log, and the moments that tests look for in it. */
let finished;
async function game() {
  finished ??= (async () => {
    const answer = await fetch(new URL('/api/records', server.address), { method: 'POST', body: record });
    const { id } = await answer.json();
    return { id, log: await server.get(`/api/games/${id}/log?from=0`) };
  })();
  return finished;
}

const card = (page) => page.locator('.fight-card');

async function replay(page, id, n) {
  await page.goto('about:blank');
  await page.goto(`${server.address}#/game/${id}/at/${n}`);
  await board(page).waitFor();
  await settled(page);
}

/** The first roll of a melee, and the retreat after it. */
function melee(log) {
  const i = log.findIndex((e, k) => e.facts.some((f) => f.key === 'melee-roll') && log[k + 1]?.facts[0]?.key === 'retreats');
  return { roll: log[i], retreat: log[i + 1] };
}

for (const [name, how] of [['on a desk', {}], ['on a phone', { size: phone, touch: true }], ['animated', { settings: { motion: 'full' } }]]) {
  at(`a fight is staged beside those who fight it, ${name}`, how, async (page) => {
    const { id, log } = await game();
    const { roll, retreat } = melee(log);
    await replay(page, id, roll.n);
    const told = roll.facts.find((f) => f.key === 'melee-roll');
    await card(page).getByText(told.text).waitFor();
    const modifiers = roll.facts.filter((f) => f.scene === 'detail' && !/^\s*0\s/.test(f.text));
    assert.equal(await card(page).locator('li').count(), modifiers.length, 'the modifiers that decided');
    await card(page).getByRole('img', { includeHidden: true, name: `${told.dice[0]}` }).first().waitFor();
    const [box, window] = await Promise.all([card(page).boundingBox(), page.locator('.board-window').boundingBox()]);
    assert.ok(box.x >= window.x && box.x + box.width <= window.x + window.width, 'the card is within the board');
    await fits(page, name);
    // The retreat is told on it too, and drawn from where the unit stood.
    await page.keyboard.press('ArrowRight');
    await card(page).getByText(retreat.facts[0].text).waitFor();
    await page.locator(`.way.taken[data-way="${retreat.facts[0].track.piece}"]`).waitFor({ state: 'attached' });
    assert.deepEqual(await serious(page, name), []);
    // A click on the board, even through it, puts it away.
    const { x, y, width } = await card(page).boundingBox();
    await page.mouse.click(x + width / 2, y + 30);
    await card(page).waitFor({ state: 'detached' });
  });
}

at('a move is drawn along its true way, and the end of an activation has its summary', {}, async (page) => {
  const { id, log } = await game();
  const move = log.find((e) => e.path?.length > 3 && e.facts.some((f) => f.track));
  await replay(page, id, move.n - 1);
  await page.keyboard.press('ArrowRight');
  const way = page.locator(`.way.taken[data-way="${move.facts[0].track.piece}"]`);
  await way.waitFor({ state: 'attached' });
  assert.equal((await way.getAttribute('d')).match(/[ML]/g).length, move.path.length);
  const end = log.find((e) => e.summary);
  await replay(page, id, end.n);
  await page.locator('.replay-now').getByText(end.summary.text).waitFor();
  await page.locator('.log').getByText(end.summary.text).waitFor();
});

at('a new game goes on from a moment of the replay', {}, async (page) => {
  const { id, log } = await game();
  const n = log.find((e) => e.facts.some((f) => f.scene === 'activation')).n;
  await replay(page, id, n);
  await button(page, 'Play on from here').click();
  const dialog = page.getByRole('dialog', { name: 'Play on from here' });
  await dialog.getByText(`after action ${n}`).waitFor();
  assert.deepEqual(await serious(page, 'play on'), []);
  await dialog.getByLabel('Spartans').selectOption('recruit');
  await button(dialog, 'Start the game').click();
  await page.waitForURL((u) => /#\/game\/[a-z0-9]+$/.test(u.hash) && !u.hash.includes(id));
  await board(page).waitFor();
  await settled(page);
  const branch = new URL(page.url()).hash.split('/').at(-1);
  const t = await server.table(branch);
  assert.deepEqual(t.seats, ['human', 'recruit']);
  assert.equal(t.n, n);
  await prompt(page).getByText(t.prompt).waitFor();
});

at('a battle with secrets cannot be gone on with before it is over', {}, async (page) => {
  const id = await server.game({ battle: 'marathon-490bc', seats: ['human', 'recruit'] });
  await replay(page, id, 0);
  await button(page, 'Copy link').waitFor();
  assert.equal(await button(page, 'Play on from here').count(), 0);
});

/** Ends steps of the person until the opponent has something to do. */
async function passOn(id) {
  for (let i = 0; i < 60; i++) {
    const t = await server.table(id);
    if (t.seats[t.view.toAct] !== 'human') return;
    await server.act(id, (t.choices.find((c) => c.ends) ?? t.choices[0]).action);
    if (t.view.prompt.key !== 'prompt.deploy') return;
  }
}

at('opponents can be paused and stepped through, and their activations watched again', { settings: { motion: 'full' } }, async (page) => {
  const id = await server.game({ seats: ['recruit', 'human'] });
  await sit(page, server, id);
  const controls = page.getByRole('toolbar', { name: "The opponent's moves" });
  await until('a move is shown', async () => {
    if (await button(controls, "Pause the opponent's moves").count()) return true;
    await passOn(id);
    return false;
  });
  await button(controls, "Pause the opponent's moves").click();
  await controls.getByText('Paused').waitFor();
  const version = () => page.locator('.table-room').getAttribute('data-version');
  await until('a move is held', async () => {
    if (Number(await version()) < 0) return true;
    await passOn(id); // the opponent had come to the end of his moves
    return false;
  });
  const held = await version();
  await button(controls, 'Next move').click();
  await until('the next move is shown', async () => (await version()) !== held);
  await controls.getByText('Paused').waitFor();
  await controls.getByLabel('Speed').selectOption('4');
  await button(controls, "Play the opponent's moves").click();
  const deeds = page.getByRole('group', { name: 'What the opponent did' });
  await until('an activation has its summary', async () => {
    if (await deeds.count()) return true;
    await passOn(id);
    return false;
  });
  const log = await server.get(`/api/games/${id}/log?from=0`);
  const text = (await deeds.locator('p').innerText()).trim();
  assert.ok(log.some((e) => e.summary?.text === text), `a summary of the log: ${text}`);
  await page.keyboard.press('Escape');
  await until('the person is to act', async () => {
    const t = await server.table(id);
    return t.choices.length > 0 && Number(await version()) === t.version;
  });
  await settled(page);
  assert.deepEqual(await serious(page, 'deeds'), []);
  const previous = button(deeds, 'Previous activation'); // only if there is one
  if ((await previous.count()) && (await previous.isEnabled())) {
    await button(deeds, 'Previous activation').click();
    await settled(page);
    const earlier = (await server.get(`/api/games/${id}/log?from=0`)).filter((e) => e.summary?.side === 0).at(-2);
    await deeds.getByText(earlier.summary.text).waitFor();
  }
  await button(deeds, 'Watch again').click();
  await until('a past moment is shown', async () => Number(await version()) < 0);
  await page.locator('.board-window').click({ position: { x: 30, y: 200 } }); // a click brings the present back
  await until('the present is shown', async () => Number(await version()) > 0);
  await button(deeds, 'Close').click();
  await deeds.waitFor({ state: 'detached' });
});

guard();
