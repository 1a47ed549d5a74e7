// Questions and their answers: buttons that name the act, in the panel and beside the units; refusals; a server that is gone for a while.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, clickHex, phone, prompt, root, serious, settled, sit, spot, stage, until } from './house.mjs';

const position = (name) => readFileSync(join(root, 'e2e', `${name}.yaml`), 'utf8');
const { server, at, step, does, version, guard } = stage();

/** A game at Bouvines in which a charge has been declared and may be answered. */
async function charged() {
  const id = await server.game({ battle: 'bouvines-1214', dice: 'hand', seed: undefined, position: position('bouvines') });
  await server.act(id, 'move bourgogne', 'charge 1709', 'done', 'melee 1710 1709');
  return id;
}

/** Rolls by hand through the API. */
async function roll(id, ...dice) {
  for (const n of dice) {
    const { version } = await server.table(id);
    await server.post(`/api/games/${id}/roll`, { version, id: `e2e-${Math.random()}`, dice: [n] });
  }
}

const answers = (page, where) => page.locator(`${where} button`).allTextContents();

for (const [locale, yes, no] of [['en-GB', 'Charge in reaction', 'Stand'], ['fr-FR', 'Charger en réaction', 'Attendre la charge']]) {
  at(`a charge in reaction is a button in the panel and beside the unit, ${locale}`, { locale }, async (page) => {
    const id = await charged();
    await sit(page, server, id);
    assert.deepEqual(await answers(page, '.ends'), [yes, no]);
    assert.deepEqual(await answers(page, '.beside'), [yes, no]);
    const card = await page.locator('.beside').boundingBox();
    const unit = await spot(page, '1709');
    const far = Math.hypot(Math.max(card.x - unit.x, 0, unit.x - card.x - card.width), Math.max(card.y - unit.y, 0, unit.y - card.y - card.height));
    assert.ok(far > 10 && far < 150, `the answers are ${far} pixels from the unit`);
    await page.mouse.move(unit.x, unit.y - 150);
    await page.mouse.wheel(0, -200); // they follow the map
    await until('the answers move', async () => (await page.locator('.beside').boundingBox()).x !== card.x);
    assert.deepEqual(await serious(page, 'a question'), []);
    await step(page, id, () => page.locator('.beside').getByRole('button', { name: no }).click(), 'the answer');
    assert.equal((await does(id)).at(-1), 'done');
  });
}

at('the enemy is no answer to a question about a unit of one’s own, and can be looked at', {}, async (page) => {
  const id = await charged();
  await sit(page, server, id);
  const before = await version(id);
  await clickHex(page, '1710');
  await page.locator('.inspector').getByText('Bourgogne').first().waitFor();
  await settled(page);
  assert.equal(await page.locator('#play-confirm, .why').count(), 0);
  assert.equal(await version(id), before);
});

at('on a phone the answers are in the panel', { size: phone, touch: true }, async (page) => {
  const id = await charged();
  await sit(page, server, id);
  assert.deepEqual(await answers(page, '.ends'), ['Charge in reaction', 'Stand']);
  assert.equal(await page.locator('.beside').isVisible(), false);
});

at('who advances is a button, and the facing follows', {}, async (page) => {
  const id = await server.game({ battle: 'guinegate-1479', dice: 'hand', seed: undefined, position: position('guinegate') });
  await server.act(id, 'move du-bellay', 'charge 2116', 'done', 'melee 2117 2116', 'shoot 2117');
  await roll(id, 4, 6);
  await sit(page, server, id);
  // Where to retreat is a button too; no odds are asked for, since there are none.
  const refused = [];
  page.on('response', (r) => r.status() === 422 && refused.push(r.url()));
  await button(page, /^Hint/).click();
  await page.locator('.hint').first().hover();
  await settled(page);
  assert.deepEqual(refused, []);
  await page.locator('.ends').getByRole('button', { name: 'Picard: retreat to 2115' }).click();
  await step(page, id, () => page.locator('.facing').first().click(), 'the facing of the retreat');
  await prompt(page).getByText(/must advance|may advance/).waitFor();
  await settled(page);
  assert.ok((await answers(page, '.ends')).some((text) => /^Du Bellay: advance to 2116|^Advance/.test(text)), String(await answers(page, '.ends')));
});

at('who joins a march is not asked to confirm an empty card', {}, async (page) => {
  const id = await server.game({ battle: 'issos-333bc' });
  let t = await server.toMoves(id);
  const stacked = t.choices.find((c) => {
    const own = t.view.pieces.find((v) => v.piece === c.operands?.[0]?.n);
    return c.verb === 'move' && t.view.pieces.filter((v) => v.place === own.place && t.choices.some((x) => x.verb === 'move' && x.operands[0].n === v.piece)).length > 1;
  });
  await server.act(id, stacked.action);
  t = await server.table(id);
  const joins = t.choices.find((c) => c.verb === 'with');
  assert.ok(!joins.rolls, 'joining a march rolls nothing');
  await sit(page, server, id);
  const { sheet } = await server.get('/api/battles/issos-333bc');
  await step(page, id, () => page.locator('.able').getByRole('button', { name: sheet.pieces[joins.operands[0].n].name }).click(), 'joining');
  assert.equal((await does(id)).at(-1), joins.action);
});

at('what is dragged out of reach says why it cannot go there', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  await sit(page, server, id);
  await settled(page);
  const start = await spot(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 12, start.y + 8, { steps: 3 });
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  await settled(page);
  const end = await spot(page, '0808');
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
  await page.locator('.why').getByText('0808: why not?').waitFor();
  await page.locator('.why').getByText('Too far').waitFor();
});

at('a click on an enemy while one’s units move only shows it', {}, async (page) => {
  const id = await server.game();
  const t = await server.toMoves(id);
  const { sheet } = await server.get('/api/battles/sparta-195bc');
  const enemy = t.view.pieces.find((v) => v.place >= 0 && v.facing >= 0 && sheet.pieces[v.piece].side !== t.view.toAct);
  await sit(page, server, id);
  await clickHex(page, sheet.places[enemy.place].id);
  await page.locator('.inspector').getByText(sheet.pieces[enemy.piece].name).first().waitFor();
  await settled(page);
  assert.equal(await page.locator('.why').count(), 0);
});

/** A game at Sparta from a position with a few units only, with dice by hand. */
const few = (lines) => server.game({ dice: 'hand', seed: undefined, position: `battle: sparta-195bc\nturn: 2\nonly: true\n${lines}` });

const card = (page) => page.getByRole('region', { name: /^Odds/ });

at('a card says what the act costs later and what the enemy may do first', {}, async (page) => {
  const id = await few('at: d3 pretor-i\nleaders: {pretor-i: "0906", gorgopas: "0410"}\nunits: {velites-i-1: 0906 R, laconians-2: 1005 DL, spartans-1: 0410 DL}\n');
  await server.act(id, 'attack 0906', 'melee 0906 1005');
  if ((await server.table(id)).view.prompt.key === 'prompt.defend') await server.act(id, 'done');
  await sit(page, server, id);
  await page.locator('.ends').getByRole('button', { name: 'Shoot', exact: true }).click();
  await card(page).getByText('After this shot: −2 in the melee').waitFor();
  const charge = await server.game({ battle: 'bouvines-1214', dice: 'hand', seed: undefined, position: position('bouvines') });
  await server.act(charge, 'move bourgogne');
  await sit(page, server, charge);
  await clickHex(page, '1709');
  await card(page).getByText(/Flandre: reaction charge possible against Bourgogne, \d or less \(\d+%\); modifiers then/).waitFor();
});

at('modifiers say how many defenders are routed, and questions name only those who can shoot', {}, async (page) => {
  const routed = await few('at: d3 pretor-i\nleaders: {pretor-i: "0906", gorgopas: "0410"}\nunits: {hastati-i-1: 0906 R, laconians-1: 1005 DL routed, laconians-2: 1005 DL, spartans-1: 0410 DL}\n');
  await sit(page, server, routed);
  const { x, y } = await spot(page, '0906');
  await page.mouse.move(x, y);
  await card(page).getByText('some defenders routed (1 of 2)').waitFor();
  const asked = await few('at: d4 pretor-i\nmarked: ["0916"]\nleaders: {pretor-i: "0917", gorgopas: "0410"}\nunits: {velites-i-1: 0917 UR, equites-i-1: 1015 DL, laconians-2: 0916 DL, spartans-1: 0410 DL}\n');
  await server.act(asked, 'melee 0917 0916', 'join 1015');
  if ((await server.table(asked)).view.prompt.key === 'prompt.defend') await server.act(asked, 'done');
  await sit(page, server, asked);
  await prompt(page).getByText('Offensive shooting (Velites I (1)): shoot at Laconians (2)?').waitFor();
});

at('a unit says what it has done once its activation is over, and that it is out of command', {}, async (page) => {
  const id = await few('at: activation pretor-i\nleaders: {pretor-i: "0618", flamininus: "0718", gorgopas: "0410"}\nunits: {velites-i-1: 0616 UR, velites-i-2: 1516 UR out-of-command, triarii-i-1: 0618 UR, equites-ii-1: 0718 UR, spartans-1: 0410 DL}\n');
  await server.act(id, 'move velites-i-1', 'to 0615 UR', 'done', 'done');
  assert.notEqual((await server.table(id)).view.active, (await server.get('/api/battles/sparta-195bc')).sheet.pieces.findIndex((c) => c.id === 'pretor-i'), 'the activation is over');
  await sit(page, server, id);
  const inspector = page.locator('.inspector');
  await clickHex(page, '0615');
  await inspector.getByText('has moved').waitFor();
  await clickHex(page, '1516');
  await inspector.getByText(/out of command/).first().waitFor();
});

at('a click made while the program is gone is done when it is back, and the notice goes', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  await sit(page, server, id);
  const before = await does(id);
  await server.kill();
  await page.getByText('Connection lost. Reconnecting…').waitFor();
  const { x, y } = await spot(page, from);
  await page.mouse.click(x, y);
  await page.locator('.table-room .busy-line').waitFor();
  await page.waitForEvent('requestfailed', { predicate: (r) => r.url().includes('/actions') });
  await server.start();
  await page.getByText(`Undo: ${unit.text}`).waitFor();
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' });
  assert.deepEqual(await does(id), [...before, unit.action]);
  assert.equal(await page.locator('.notice').count(), 0);
});

at('what has just happened reads in the order of the log, and the phase is that of the question', {}, async (page) => {
  const id = await server.game({ dice: 'hand', seed: undefined, position: 'battle: sparta-195bc\nturn: 1\nat: activation pretor-i\n' });
  await sit(page, server, id);
  await step(page, id, () => button(page, 'End movement').click(), 'the end of movement');
  const told = (where) => page.locator(where).evaluateAll((list) => list.map((e) => e.textContent.replace(/[a-z]{3}-[\w.]+/g, '').replace(/\s+/g, ' ').trim()));
  await settled(page);
  const now = await told('.just-now li > span');
  assert.ok(now.includes('Nothing to do in D2, D3, D4 and D5.'), String(now));
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('.log .fact').first().waitFor();
  await settled(page);
  const log = await told('.log .fact');
  assert.deepEqual(log.slice(-now.length), now);
  const t = await server.table(id);
  await page.locator('.phases [aria-current]').waitFor();
  assert.equal(await page.locator('.phase-name').textContent(), t.phase);
});

at('in strong contrast light counters have a dark rim', { settings: { palette: 'high-contrast' } }, async (page) => {
  const id = await server.game();
  await sit(page, server, id);
  await board(page).waitFor();
  const [field, rim] = await page.locator('.pieces .side-1 .face .body').first().evaluate((e) => [getComputedStyle(e).fill, getComputedStyle(e).stroke]);
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).map((n) => (n / 255 <= 0.04045 ? n / 255 / 12.92 : ((n / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  assert.ok(light(field) / light(rim) > 7, `${field} within ${rim}`);
});

guard();
