// The medieval battles, played to the end in a real browser, and the lesson of Guinegate.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, clickHex, fits, noteMoves, phone, prompt, root, serious, settled, side, sit, spot, stage, until } from './house.mjs';

const position = (name) => readFileSync(join(root, 'e2e', `${name}.yaml`), 'utf8');
const { server, at, step, upToDate, finish, does, version, guard } = stage();

/** The charge arrow: its length on the screen, and its angle, 0 being north. */
const arrow = (page) =>
  page.locator('.charge-arrow').evaluate((e) => {
    const m = e.getScreenCTM();
    const box = e.getBBox();
    return { long: Math.round((box.x + box.width) * Math.hypot(m.a, m.b)), angle: Math.round((Math.atan2(m.b, m.a) * 180) / Math.PI + 90) };
  });

/** From one hex to another on the screen. */
async function way(page, from, to) {
  const [a, b] = [await spot(page, from), await spot(page, to)];
  return Math.hypot(b.x - a.x, b.y - a.y);
}

/** Picks up a unit and makes it charge, after checking the odds and the arrow. Nothing happens until confirmed. */
async function charge(page, id, from, to, title) {
  await prompt(page).getByText('choose a unit to move').waitFor();
  await step(page, id, () => clickHex(page, from), 'a click on the charger');
  await settled(page);
  const before = await version(id);
  await clickHex(page, to);
  const card = page.getByRole('region', { name: `Odds: ${title}` });
  await card.waitFor();
  assert.ok((await card.locator('.odds-chance').count()) >= 3, 'the odds card has the chance of each result');
  await card.getByText(/^charge on the front of/).waitFor();
  await card.getByRole('link', { name: 'Rule med-MT23' }).waitFor();
  await settled(page);
  const { long, angle } = await arrow(page);
  const whole = await way(page, from, to);
  assert.ok(long > 0.7 * whole && long < whole && angle === 0, `the arrow is ${long} long at ${angle}°, the way ${whole}`);
  assert.equal(await version(id), before, 'nothing has been done yet');
  await step(page, id, () => button(page, 'Confirm').click(), 'the charge');
}

/** Checks that the captor's counter shows the captive, and that its details name him. */
async function holds(page, hex, captor, captive) {
  const mark = await page.locator('.captive').boundingBox();
  const { x, y } = await spot(page, hex);
  const one = await way(page, '0101', '0102');
  assert.ok(Math.hypot(mark.x + mark.width / 2 - x, mark.y + mark.height / 2 - y) < 0.7 * one && mark.y > y, 'the captive is drawn under his captor');
  const words = await page.getByRole('list', { name: 'List of counters' }).locator('li', { hasText: captor }).textContent();
  assert.match(words, new RegExp(`captive: ${captive}`));
}

const roll = (page, id, n) => step(page, id, () => button(page, `I rolled ${n}`).click(), 'the die');

at('Bouvines to its end by clicks: a charge, a charge in reaction, a captive', {}, async (page) => {
  const id = await server.game({ battle: 'bouvines-1214', dice: 'hand', seed: undefined, position: position('bouvines') });
  await sit(page, server, id);
  await holds(page, '1912', 'Montmorency', 'Renaud de Dammartin');
  await charge(page, id, '1713', '1709', 'Charge Flandre in 1709');
  await page.locator('.charge-arrow').waitFor(); // as it was run
  await settled(page);
  await step(page, id, () => button(page, 'End movement').click(), 'the end of movement');
  await prompt(page).getByText('choose the next melee').waitFor();
  await clickHex(page, '1709');
  await step(page, id, () => button(page, 'Confirm').click(), 'the mêlée');
  await prompt(page).getByText('charge in reaction?').waitFor();
  assert.equal((await server.table(id)).view.toAct, 0, 'the charged answers');
  assert.ok((await arrow(page)).long > 0, 'the charge is seen by whoever must answer it');
  await settled(page);
  await clickHex(page, '1710'); // the enemy is no answer
  await settled(page);
  assert.equal(await page.locator('#play-confirm').count(), 0, 'looking at the charger does nothing');
  await page.locator('.beside').getByRole('button', { name: 'Charge in reaction', exact: true }).click();
  await page.getByRole('region', { name: /Odds: Charge in reaction/ }).waitFor();
  await step(page, id, () => button(page, 'Confirm').click(), 'the reaction');
  await roll(page, id, 3);
  await prompt(page).getByText('Roll for melee').waitFor();
  await roll(page, id, 9);
  assert.deepEqual(await does(id), ['move bourgogne', 'charge 1709', 'done', 'melee 1710 1709', 'react bourgogne', 'roll 3', 'roll 9']);
  await page.locator('.just-now').getByText(/Melee: roll 9/).waitFor();
  await finish(page, id, (locator) => locator.click());
  await prompt(page).getByText('Victory: French', { exact: true }).waitFor();
  const { outcome } = await server.table(id);
  await prompt(page).getByText(outcome.text).waitFor();
  await page.locator('.tally').getByText('Enemy leader captured').waitFor();
});

at('Guinegate to its end by clicks: a charge, its Élan, a Dispersion, a captive', {}, async (page) => {
  const id = await server.game({ battle: 'guinegate-1479', dice: 'hand', seed: undefined, position: position('guinegate') });
  await sit(page, server, id);
  await holds(page, '1818', 'Gié', 'Romont');
  await charge(page, id, '2120', '2116', 'Charge Picard in 2116');
  await settled(page);
  await step(page, id, () => button(page, 'End movement').click(), 'the end of movement');
  await prompt(page).getByText('choose the next melee').waitFor();
  await clickHex(page, '2116');
  await step(page, id, () => button(page, 'Confirm').click(), 'the mêlée');
  await prompt(page).getByText('Defensive shooting').waitFor();
  await button(page, 'Shoot').click();
  await step(page, id, () => button(page, 'Confirm').click(), 'the shot');
  await roll(page, id, 4);
  await roll(page, id, 6);
  await prompt(page).getByText('must retreat: choose a hex').waitFor();
  await settled(page);
  await clickHex(page, '2115');
  await step(page, id, () => side(page, 'S').click(), 'the retreat');
  await prompt(page).getByText(/must advance|may advance/).waitFor();
  await settled(page);
  await step(page, id, () => clickHex(page, '2116'), 'the advance');
  // The Élan needs no choice.
  await page.locator('.just-now').getByText('Du Bellay: Élan against Picard in 2115.').waitFor();
  assert.equal((await arrow(page)).angle, 0);
  await settled(page);
  await step(page, id, () => button(page, 'No shooting').click(), 'no shot');
  await roll(page, id, 7);
  await prompt(page).getByText(/must advance|may advance/).waitFor();
  await settled(page);
  await clickHex(page, '2115');
  await step(page, id, () => side(page, 'NE').click(), 'the advance');
  await prompt(page).getByText('pursue (Dispersion)?').waitFor();
  await settled(page);
  await button(page, 'Pursue (Dispersion)').click();
  await page.getByRole('region', { name: 'Odds: Pursue (Dispersion)' }).waitFor();
  await step(page, id, () => button(page, 'Confirm').click(), 'the Dispersion');
  await page.locator('.just-now').getByText('Du Bellay: Dispersion against Gentilshommes in 2214.').waitFor();
  assert.equal((await arrow(page)).angle, 60);
  assert.deepEqual((await does(id)).slice(-3), ['roll 7', 'advance 2116 2115 NE', 'pursue']);
  await finish(page, id, (locator) => locator.click());
  await prompt(page).getByText('Victory: French', { exact: true }).waitFor();
  await page.locator('.tally').getByText('Enemy leader captured').waitFor();
});

for (const battle of ['bouvines-1214', 'guinegate-1479']) {
  at(`${battle}: a whole battle between opponents is watched to its end and read`, {}, async (page) => {
    // Opponents do not charge in every battle, so several may be needed.
    let id, t, entries, charges;
    for (const seed of ['philippe', 'otto', 'ferrand', 'renaud', 'guerin', 'thomas', 'robert', 'eudes']) {
      id = await server.game({ battle, seats: ['recruit', 'recruit'], seed });
      await sit(page, server, id);
      t = await until('the battle is over', async () => {
        const now = await server.table(id);
        return now.outcome?.over && now;
      });
      entries = await server.get(`/api/games/${id}/log?from=0`);
      charges = entries.filter((e) => e.facts.some((f) => f.key === 'charges'));
      if (charges.length > 0) break;
    }
    assert.ok(charges.length > 0, 'nobody has charged');
    await prompt(page).getByText(t.outcome.text).waitFor();
    await prompt(page).getByText(t.outcome.winner < 0 ? 'Draw' : 'Victory:').first().waitFor();
    await page.getByRole('tab', { name: 'Log' }).click();
    const log = page.getByRole('region', { name: 'Battle log' });
    await log.getByText(entries.at(-1).facts.at(-1).text).last().waitFor();
    for (await settled(page); await log.getByRole('button', { name: /earlier/ }).count(); await settled(page)) await log.getByRole('button', { name: /earlier/ }).click();
    await log.getByRole('heading', { name: /Turn 1 / }).first().waitFor();
    const told = await log.locator('.fact').allInnerTexts();
    for (const e of charges) assert.ok(told.some((x) => x.startsWith(e.facts.find((f) => f.key === 'charges').text)), e.do);
    assert.deepEqual(told.filter((x) => /\{|undefined|event\./.test(x)), [], 'every fact is told in words');

    // A charge is drawn in the replay as it was when it was declared.
    await page.goto(`${server.address}#/game/${id}/at/${charges[0].n}`);
    await page.getByRole('slider').waitFor();
    await page.locator('.charge-arrow').waitFor();
    await page.locator('.replay-now').getByText(charges[0].facts.find((f) => f.key === 'charges').text).waitFor();
  });
}

at('the pursuit of an opponent is followed step by step, with its arrow', { settings: { motion: 'full', pace: 4 } }, async (page) => {
  const declared = position('guinegate').replace('at: activation crevecoeur', 'at: d4 crevecoeur').replace('du-bellay: 2120 N', 'du-bellay: 2117 N');
  const id = await server.game({ battle: 'guinegate-1479', seats: ['centurion', 'human'], seed: 'a', position: `${declared}charges: {du-bellay: picard}\n` });
  const asked = (text) => prompt(page).getByText(text).waitFor();
  await sit(page, server, id);
  await asked('Defensive shooting');
  await upToDate(page, id);
  assert.equal((await arrow(page)).angle, 0, 'whoever is charged sees it');
  await button(page, 'No shooting').click();
  await asked('must retreat: choose a hex');
  await upToDate(page, id);
  await clickHex(page, '2115');
  await side(page, 'S').click();
  await asked('Defensive shooting');
  await page.locator('.just-now').getByText('Du Bellay: Élan against Picard in 2115.').waitFor();
  const from = (await does(id)).length;
  await upToDate(page, id);
  const moves = await noteMoves(page);
  await button(page, 'No shooting').click();
  // Only the pursuer's side may choose what follows.
  await until('the person is asked again', async () => (await does(id)).length > from + 1 && (await server.table(id)).choices.length > 0);
  await upToDate(page, id);
  const told = await moves.read();
  const facts = (await server.get(`/api/games/${id}/log?from=${from + 1}`)).flatMap((e) => e.facts);
  for (const [key, sign] of [['advances', /^Du Bellay advanced into/], ['dispersion', /^Du Bellay: Dispersion/]]) {
    assert.ok(facts.some((f) => f.key === key), key);
    assert.equal(told.filter((m) => sign.test(m.text)).length, 1, `${key} is told by itself: ${told.map((m) => m.text).join(' / ')}`);
  }
  assert.ok(told.some((m) => m.arrow && m.text.startsWith('Du Bellay: Dispersion')), `drawn with ${told.filter((m) => m.arrow).map((m) => m.text).join(' / ')}`);
});

// ---- The lesson -------------------------------------------------------------------------------------------------------

at('the lesson of Guinegate, from the home page to its end and back', {}, async (page) => {
  await page.goto(server.address);
  await page.getByRole('link', { name: 'A charge, its Élan and a Dispersion' }).click();
  await board(page).waitFor();
  const lesson = await server.get('/api/battles/guinegate-1479/lessons/charge');
  const said = page.locator('.lesson-said');
  const isAt = async (n) => {
    await said.getByText(`Step ${n} of ${lesson.frames.length}`).waitFor();
    await said.getByText(lesson.frames[n - 1].text).waitFor();
    await until('the address follows', () => page.url().endsWith(n > 1 ? `/charge/${n}` : '/charge'));
  };
  await isAt(1);
  assert.ok(await button(page, 'Back').isDisabled());
  for (let n = 2; n <= lesson.frames.length; n++) {
    await (n % 2 ? page.keyboard.press('ArrowRight') : button(page, /^(Next|Show me)$/).click());
    await isAt(n);
    await settled(page);
    const { rolls, log } = lesson.frames[n - 1];
    assert.equal(await page.locator('.odds-card').count(), rolls.length, `step ${n}`);
    for (const r of rolls) {
      assert.equal(await page.locator('.odds-card .modifiers tbody tr').count(), r.modifiers.length);
      const fell = r.rows.find((x) => x.die === r.die);
      await page.locator('.odds-row[aria-current]', { hasText: fell.text }).waitFor();
      await page.locator('.lesson-told').getByRole('img', { name: String(r.die) }).waitFor();
    }
    const charged = log.some((e) => /^(charge|pursue)/.test(e.do) || e.facts.some((f) => f.key === 'elan'));
    if (charged) await page.locator('.charge-arrow').waitFor();
  }
  await page.getByRole('link', { name: 'Play this battle' }).last().waitFor();
  await page.keyboard.press('ArrowLeft');
  await isAt(lesson.frames.length - 1);
  await page.keyboard.press('Home');
  await isAt(1);

  // A rule opens beside the board, at its clause.
  await page.goto(`${server.address}#/lesson/guinegate-1479/charge/7`);
  await isAt(7);
  await said.getByRole('link', { name: 'Rule med-10.9c' }).click();
  await page.locator('.rule.marked[id="med-10.9c"]').waitFor();
  await board(page).waitFor();
  await button(page, 'Back to the lesson').click();
  await isAt(7);
});

at('the lesson on a phone, in French, and under axe', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  await page.goto(`${server.address}#/new/guinegate-1479`);
  await page.getByRole('link', { name: 'Leçon : Une charge, son Élan et une Dispersion' }).tap();
  await page.getByText('Étape 1 sur 12').waitFor();
  const checks = async (where) => {
    await fits(page, where);
    assert.deepEqual(await serious(page, where), []);
  };
  await checks('the first step');
  for (let n = 2; n <= 5; n++) await button(page, /^(Suivant|Montrer)$/).tap();
  await page.getByText('Étape 5 sur 12').waitFor();
  await checks('a step with a die');
  await page.locator('.lesson-said').getByRole('link').first().tap();
  await page.locator('.rule.marked').waitFor();
  await checks('a rule');
});

guard();
