// What a stranger can find out at the table: units, ground, overlays, the legend, how to win, the situation, the rules.

import assert from 'node:assert/strict';
import { board, button, fits, phone, serious, settled, sit, spot, stage, until } from './house.mjs';

const { server, at } = stage();

/** A game at Sparta that two people play, after the set-up. */
const begin = (battle = 'sparta-195bc', seats = ['human', 'human']) => server.game({ battle, seats, seed: 'look' });

/** Rests the pointer on a hex. */
async function rest(page, hex) {
  const { x, y } = await spot(page, hex);
  await page.mouse.move(x, y);
}

at('a unit, friend or enemy, is told on hovering, and the ground of a hex with its clauses', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const tip = page.locator('.tip');
  await rest(page, '0610');
  for (const text of ['Helots (2)', 'Ja: javelinists · Spartans', 'SP 6* · quality 4 · MP 5', 'in command: Gorgopas 4 hexes away, command radius 4', 'up to 5 MP', 'sanctuary']) {
    await tip.getByText(text).first().waitFor();
  }
  await rest(page, '1412');
  for (const text of ['wall', 'to cross: infantry and leaders +2 MP, closed to cavalry', '−3 to a shot across it inward, 0 outward', 'ant-C2d']) await tip.getByText(text).first().waitFor();
  assert.deepEqual(await serious(page, 'a tip'), []);
});

at('a finger that rests tells of a hex, in French', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const { x, y } = await spot(page, '0616');
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await page.locator('.tip.stays').getByText('Mouvement').first().waitFor();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await settled(page);
  await fits(page, 'a tip on a phone');
});

at('overlays are switched by keys and boxes, and say what their hatching means', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  const strengths = () => page.locator('.shades path').evaluateAll((list) => [...new Set(list.map((e) => e.dataset.strength))].sort().join());
  await board(page).focus();
  await page.keyboard.press('t');
  await until('the threat is shaded', async () => (await strengths()).includes('3'));
  await page.locator('.overlay-key').getByText('enemy can attack or charge here').waitFor();
  await page.keyboard.press('t');
  await until('nothing is shaded', async () => (await page.locator('.shades path').count()) === 0);
  await page.locator('.overlays summary').click();
  await page.getByLabel('Command radius').check();
  await page.locator('.shades path').first().waitFor();
  await page.getByLabel('Command radius').uncheck();
  await page.getByLabel('Line of sight').check();
  await page.locator('.overlay-key').getByText('Select something on the board.').waitFor();
  const { x, y } = await spot(page, '1615');
  await page.mouse.click(x, y);
  await page.locator('.shades path').first().waitFor();
  assert.deepEqual(await serious(page, 'overlays'), []);
});

at('the ruler measures from hex to hex', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await board(page).focus();
  await page.keyboard.press('m');
  const [from, to] = [await spot(page, '1615'), await spot(page, '1619')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.locator('.ruler').getByText('4 hexes').waitFor();
  await page.locator('.ruler').getByText('line of sight free').waitFor();
  await page.mouse.up();
});

at('the legend shows the ground with what it does, and the signs on counters', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await page.locator('.overlays summary').click();
  await button(page, 'Legend of the map').click();
  const legend = page.getByRole('dialog', { name: 'Legend of the map' });
  await legend.getByRole('heading', { name: 'sanctuary' }).waitFor();
  await legend.getByText(/^Marked \?/).waitFor();
  assert.deepEqual(await serious(page, 'the legend'), []);
  await page.keyboard.press('Escape');
  await legend.waitFor({ state: 'hidden' });
});

for (const [battle, texts] of [
  ['sparta-195bc', ['If the battle ended now', 'Decisive victory for the Romans: Nabis wounded or killed', 'Major victory: a lead of 8 points or more after turn 8.', 'Districts cleared']],
  ['thermopylae-480bc', ['minor victory for the Greeks, who hold out', 'Xerxes killed', 'camp of the Greeks sacked']],
  ['stream-333bc', ['victory for the Persians', 'A lost camp or built-up area adds 3.', 'After turn 14']],
]) {
  at(`how to win is one click away: ${battle}`, {}, async (page) => {
    const id = await begin(battle, ['human', 'recruit']);
    await sit(page, server, id);
    await button(page, 'How to win').click();
    const paper = page.getByRole('dialog', { name: 'How to win' });
    for (const text of texts) await paper.getByText(text).first().waitFor();
    assert.deepEqual(await serious(page, 'how to win'), []);
    await paper.getByRole('button', { name: 'The situation' }).click();
    await page.getByRole('dialog').getByText('The two plans').waitFor();
  });
}

at('a new battle opens with its situation: the plans, who starts, what has already happened', { size: phone }, async (page) => {
  await page.goto(`${server.address}#/new/issos-333bc`);
  await button(page, 'Start the battle').click();
  const paper = page.getByRole('dialog', { name: 'Issus, 333 BC' });
  for (const text of ['The two plans', 'Whose turn it is', 'Strike with Alexander']) await paper.getByText(text).first().waitFor();
  await until('the Persian shots are told', async () => (await paper.getByText(/^Persians \(\d\) shot at/).count()) > 0);
  await fits(page, 'the situation on a phone');
  assert.deepEqual(await serious(page, 'the situation'), []);
  await button(page, 'To the battle').click();
  await paper.waitFor({ state: 'hidden' });
});

at('the rules are searched by other words, and only those of the battle are found', {}, async (page) => {
  const id = await begin();
  await sit(page, server, id);
  await page.getByRole('tab', { name: 'Rules' }).click();
  const field = page.getByRole('searchbox');
  await field.fill('wall');
  await page.locator('.rules-text').getByText('Fortification: +2 MP').waitFor();
  await field.fill('Darius');
  await page.locator('.rules-text').getByText(/./).first().waitFor();
  assert.equal(await page.locator('.rules-text .rule').count(), 0, 'nothing about Issus is found at Sparta');
});

for (const [locale, win] of [['en-GB', 'How to win'], ['fr-FR', 'Comment gagner']]) {
  at(`the bar has room for the name of the battle and the way to win, ${locale}`, { locale }, async (page) => {
    for (const battle of ['sparta-195bc', 'bouvines-1214', 'stream-333bc']) {
      await sit(page, server, await begin(battle));
      const cut = await page.locator('.table-bar :is(h1, .how-to-win, .points, .phases ol)').evaluateAll((list) => list.filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className || e.localName));
      assert.deepEqual(cut, [], battle);
      await page.locator('.how-to-win').getByText(win).waitFor();
      await page.locator('.prompt-phase').waitFor();
    }
  });
}

at('a phone has one row of tools, and what they open leaves the board free', { size: phone, touch: true }, async (page) => {
  await sit(page, server, await begin());
  const [tools, overlays] = [await page.locator('.board-tools').boundingBox(), await page.locator('.overlays').boundingBox()];
  assert.ok(Math.abs(tools.y + tools.height - overlays.y - overlays.height) <= 2, 'they stand on one line');
  assert.ok(overlays.x + overlays.width < tools.x, 'beside each other');
  await page.locator('.overlays summary').tap();
  await page.getByLabel('Threat').check();
  await page.locator('.overlay-key').waitFor();
  await settled(page);
  const [open, key, board] = await Promise.all(['.overlays', '.overlay-key', '.table-board'].map((what) => page.locator(what).boundingBox()));
  assert.ok(open.y >= board.y + board.height, 'the list lies over the panel');
  assert.ok(key.y + key.height < tools.y, 'the key covers no tool');
});

at('figures of counters are at least nine pixels high at the zoom a battle opens with', {}, async (page) => {
  for (const battle of ['sparta-195bc', 'issos-333bc', 'bouvines-1214', 'marathon-490bc', 'thermopylae-480bc']) {
    await sit(page, server, await begin(battle));
    const least = await page.locator('.pieces :is(.figures, .rating, .boxed text, .count text)').evaluateAll((list) => {
      const shown = list.filter((e) => e.textContent.trim() && e.getClientRects().length);
      return Math.min(...shown.map((e) => parseFloat(getComputedStyle(e).fontSize) * Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b)));
    });
    assert.ok(least >= 8.9, `${battle}: ${least} pixels`);
  }
});
