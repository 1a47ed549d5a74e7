// A rulebook without a map of its own, with cards and a die, played on the plain board by clicks: the client has no
// code for it.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { board, button, clickHex, fits, phone, prompt, root, Server, serious, settled, sit, spot, stage } from './house.mjs';

const pack = join(root, 'game', 'gametest', 'toy', 'kit', 'testdata', 'ford');
const { server, at, step, does, guard } = stage(new Server({ more: ['--pack', pack], name: join(root, 'bin', 'acies-toy') }));

const begin = (more = {}) => server.game({ battle: 'ford', ...more });

/** Takes over the device as the next player. */
async function take(page, side) {
  await page.getByRole('alertdialog', { name: `${side} to play`, exact: true }).waitFor();
  await button(page, 'Show my cards').click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await settled(page);
}

/** A game in which the red champion can march to the ford, where blue may ambush him. */
const ambush = (red, blue, more = {}) =>
  begin({ options: undefined, position: `battle: ford\noptions: [ambush]\nround: 1\nstep: first\nred: {at: wood, cards: [${red}]}\nblue: {at: camp, cards: [${blue}]}\n`, ...more });

/** The cards of a side as the page shows them, in words. */
const cards = (page, side) =>
  page
    .getByRole('list', { name: side, exact: true })
    .getByRole('img')
    .evaluateAll((list) => list.map((e) => e.getAttribute('aria-label')));

/** The place at which a champion is drawn: the one whose centre is nearest to him. */
async function standing(page, piece) {
  const box = await page.locator(`.piece[data-piece="${piece}"]`).boundingBox();
  const places = await Promise.all(['camp', 'wood', 'ford', 'hill'].map(async (name) => ({ name, ...(await spot(page, name)) })));
  const far = (p) => Math.abs(p.x - box.x - box.width / 2);
  return places.toSorted((a, b) => far(a) - far(b))[0].name;
}

/** Plays a card: it may lead to a roll, so it is confirmed. */
async function play(page, id, card) {
  await settled(page);
  await button(page, card).click();
  await step(page, id, () => button(page, 'Confirm').click(), card);
}

at('a round of the toy, by two players at one screen', { seen: false }, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await prompt(page).getByText('Red champion: march, scout, or play a card').waitFor();
  for (const card of [...(await cards(page, 'Reds')), ...(await cards(page, 'Blues'))]) assert.match(card, /hidden$/, 'nobody has taken the device');
  assert.equal(await page.locator('.ends button').count(), 0, 'nothing can be chosen yet');
  await page.keyboard.press('Enter');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await settled(page);
  assert.equal(await page.locator('.coach').count(), 0, 'there is no tutorial without words for it');
  const own = await cards(page, 'Reds');
  assert.equal(own.length, 3);
  for (const card of own) assert.match(card, /^Reds, card \d, rank [1-4]$/);
  for (const card of await cards(page, 'Blues')) assert.match(card, /^Blues, card \d, hidden$/);

  await step(page, id, () => clickHex(page, 'wood'), 'a click on the wood');
  assert.equal(await standing(page, 0), 'wood');
  await step(page, id, () => button(page, /Undo/).click(), 'undo');
  assert.equal(await standing(page, 0), 'camp');
  await settled(page);
  await clickHex(page, 'hill');
  await page.getByText('Too far: it costs 4, with 2 left.').waitFor();
  await step(page, id, () => clickHex(page, 'wood'), 'a click on the wood');
  await step(page, id, () => button(page, "Look at the enemy's card 2").click(), 'the scout');
  assert.match((await cards(page, 'Blues'))[1], /^Blues, card 2, rank [1-4], seen$/);

  await play(page, id, 'Play card 1');
  await prompt(page).getByText('Blue champion: march, scout, or play a card').waitFor();
  for (const card of await cards(page, 'Reds')) assert.match(card, /hidden/, 'the device is being handed over');
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.locator('.log').getByText('A card was dealt to the Reds.').first().waitFor();
  assert.equal(await page.getByText('The card has rank').count(), 0, 'the log is a spectator’s');
  await page.getByRole('tab', { name: 'Play' }).click();
  await take(page, 'Blues');
  assert.match((await cards(page, 'Reds'))[1], /^Reds, card 2, hidden$/, 'the other player does not see it');
  await play(page, id, 'Play card 3');
  assert.deepEqual((await does(id)).slice(6, 10), ['march wood', 'scout 2', 'play 1', 'play 3']);
  await page.locator('.just-now').getByText(/Reds: die \d, total \d+/).waitFor();
  await prompt(page).getByText('Blue champion').waitFor();
  assert.equal((await server.table(id)).view.turn, 2);
  await page.getByRole('tab', { name: 'Units' }).click();
  await page.locator('.roster-unit').first().click();
  assert.equal(await page.locator('.inspector').getByText(/valiant|No action yet/).count(), 0, 'nothing is said of it that its rules do not say');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByText('Scout: once a game').waitFor();
});

at('the toy with dice by hand, to its end', {}, async (page) => {
  const id = await begin({ dice: 'hand', seed: undefined, options: ['short'] });
  await sit(page, server, id);
  for (let i = 0; i < 6; i++) await step(page, id, () => page.locator('.play-panel .main, .play-panel .roll button').first().click(), `card ${i}`);
  for (const side of ['Reds', 'Blues']) {
    await take(page, side);
    await play(page, id, 'Play card 1');
  }
  for (const n of [6, 1]) await step(page, id, () => button(page, `I rolled ${n}`).click(), 'the die');
  await page.getByText(/won a major victory|is a draw/).first().waitFor();
});

at('the toy on a phone, against an opponent', { size: phone, touch: true }, async (page) => {
  const id = await begin({ seats: ['human', 'recruit'], options: ['short'] });
  await sit(page, server, id);
  await fits(page, 'the toy');
  assert.deepEqual(await serious(page, 'the toy'), []);
  await play(page, id, 'Play card 2');
  await page.getByText(/won a major victory|is a draw/).first().waitFor();
});

at('a card is played by a click, by dragging it onto the board and from the keyboard', {}, async (page) => {
  for (const how of ['click', 'drag', 'key']) {
    const id = await ambush('1, 2, 3', '4, 4, 2');
    await sit(page, server, id);
    await take(page, 'Reds');
    await step(page, id, () => clickHex(page, 'ford'), 'a click on the ford');
    await take(page, 'Blues');
    const card = button(page, 'Blues, card 2, rank 4: can be played');
    assert.equal(await page.locator('.card-slot.fits').count(), 2);
    assert.equal(await page.locator('.card-slot.dimmed').count(), 4, 'the others are dimmed');
    await step(
      page,
      id,
      async () => {
        if (how === 'click') await card.click();
        else if (how === 'key') {
          await page.locator('.card-slot.fits').first().focus();
          await page.keyboard.press('ArrowRight');
          await page.keyboard.press('Enter');
        } else {
          const from = await card.boundingBox();
          const to = await board(page).boundingBox();
          await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
          await page.mouse.down();
          await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
          assert.equal(await page.locator('.play-board.drop').count(), 1, 'the board takes it');
          await page.mouse.up();
        }
      },
      how,
    );
    assert.deepEqual(await does(id), ['march ford', 'ambush card-1-2'], how);
  }
});

at('a player sets when to be asked', {}, async (page) => {
  const id = await ambush('1, 2, 3', '3, 1, 2');
  await sit(page, server, id);
  await take(page, 'Reds');
  await step(page, id, () => clickHex(page, 'ford'), 'a click on the ford');
  assert.equal((await server.table(id)).view.toAct, 0, 'nobody is asked who has no card for it');
  assert.equal(await page.getByRole('alertdialog').count(), 0);
  await button(page, 'Play card 1').click();
  await step(page, id, () => button(page, 'Confirm').click(), 'the card');
  await take(page, 'Blues');
  await page.getByLabel('Always', { exact: true }).check();
  await settled(page);
  assert.equal((await server.table(id)).ask, 'always');
  await page.reload();
  await take(page, 'Blues');
  assert.equal(await page.getByLabel('Always', { exact: true }).isChecked(), true, 'it is kept with the game');
  assert.deepEqual(await serious(page, 'the settings'), []);
});

at('the hand-over and a card on a phone, in French', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  const id = await ambush('1, 2, 3', '4, 1, 2');
  await server.act(id, 'march ford');
  await sit(page, server, id);
  await page.getByRole('alertdialog', { name: 'Bleus : à vous de jouer' }).waitFor();
  await fits(page, 'the hand-over');
  assert.deepEqual(await serious(page, 'the hand-over'), []);
  await button(page, 'Voir mes cartes').tap();
  await settled(page);
  await page.getByLabel('Quand j’ai une carte qui convient').waitFor();
  await fits(page, 'the question');
  assert.deepEqual(await serious(page, 'the question'), []);
  await step(page, id, () => page.locator('.card-slot.fits').tap(), 'the card');
  assert.deepEqual(await does(id), ['march ford', 'ambush card-1-1']);
});

at('the lesson of the toy', {}, async (page) => {
  await page.goto(`${server.address}#/lesson/ford/hill`);
  await board(page).waitFor();
  await page.getByText('The red champion walks up the hill.').waitFor();
});

guard();
