// The board of a battle that has no hexes: what the client shows comes from the sheet alone.

import assert from 'node:assert/strict';
import { board, settled, sit, stage } from './house.mjs';

const { server, at, guard } = stage();

const square = [-40, -40, 40, -40, 40, 40, -40, 40];
const counter = (id, more) => ({ id, name: id.toUpperCase(), side: 0, shape: 'unit', ...more });
const sheet = {
  width: 480,
  height: 240,
  unit: 20,
  colors: [],
  shapes: [square, [0, -40, 40, 40, -40, 40]],
  places: ['one', 'two', 'three', 'four'].map((id, i) => ({ id, x: 60 + 100 * i, y: 60, shape: i === 3 ? 1 : 0, about: [`place ${i + 1}`] })),
  pieces: [counter('scout', { type: 'Sc', values: [{ key: 'sp', n: 3, mark: '!' }] }), counter('card', { side: 1, shape: 'card', type: '?' }), counter('base', { type: 'Ba' })],
  states: { hidden: 'face down' },
};
const ground = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 240" width="480" height="240"><path fill="none" stroke="#333" d="M20 20h80v80h-80z"/></svg>';
const pieces = [
  { piece: 0, place: 0, order: 0, facing: -1, values: [{ key: 'sp', n: 2 }] },
  { piece: 1, place: 3, order: 0, facing: -1, states: ['hidden'] },
  { piece: 2, place: -1, order: 0, facing: -1, pose: { x: 12_000, y: 9_000, heading: 180 } },
];

at('a plain board of four places, and a piece at a pose', {}, async (page) => {
  const id = await server.game();
  const table = await server.table(id);
  const json = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) });
  await page.route(/\/api\/battles\/[^/]*\?/, (route) => route.fulfill(json({ id: 'toy', name: 'Toy', turns: 8, texts: {}, sides: [{ id: 'a', name: 'Reds' }, { id: 'b', name: 'Blues' }], sheet })));
  await page.route(/ground\.svg/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: ground }));
  await page.route(new RegExp(`/api/games/${id}\\?`), (route) => route.fulfill(json({ ...table, choices: [], view: { ...table.view, pieces, marks: [{ place: 1, key: 'melee' }] } })));
  await sit(page, server, id);

  // The counters are in the centre of their places, or at their pose.
  const spots = await page.locator('.play-layer').evaluate((svg) => {
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    return [...svg.querySelectorAll('.piece')].map((g) => {
      const body = g.querySelector('.body').getBoundingClientRect();
      return [g.dataset.piece, Math.round(((body.left + body.right) / 2 - box.left) / scale), Math.round(((body.top + body.bottom) / 2 - box.top) / scale)].join(' ');
    });
  });
  assert.deepEqual(spots.sort(), ['0 60 62', '1 360 62', '2 240 180']);
  assert.equal(await page.locator('.piece[data-piece="0"] .figures').textContent(), '2!');
  assert.match(await page.locator('.piece[data-piece="2"] .arrow').getAttribute('transform'), /rotate\(-45\)/); // to the upper right
  assert.equal(await page.locator('.sheet path').count(), 1);

  // The arrow keys move the cursor from place to place and read out what is there.
  const said = (text) => page.getByRole('status').filter({ hasText: text }).first().waitFor({ state: 'attached' });
  await board(page).focus();
  await page.keyboard.press('ArrowRight');
  await said('three, place 3: empty');
  await page.keyboard.press('ArrowRight');
  await said('four, place 4: CARD, Blues, face down');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await said('two, place 2: empty; attack declared');

  // A click inside its outline picks a place, a click on a piece the piece.
  const box = await page.locator('.play-layer').boundingBox();
  const click = (x, y) => page.mouse.click(box.x + (x / sheet.width) * box.width, box.y + (y / sheet.height) * box.height);
  const inspector = page.getByRole('region', { name: 'Selected counter' });
  await click(135, 95);
  await page.locator('.chosen-rim[d^="M121.1 21.1L198.9 21.1"]').waitFor({ state: 'attached' }); // the second square
  await click(240, 180);
  await inspector.getByRole('heading', { name: 'BASE' }).waitFor();
});

/** What the counters on the screen look like: the height of their figures, and which leaders lie over figures. */
const look = (page) =>
  page.locator('.play-layer').evaluate((svg) => {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const seen = (e) => getComputedStyle(e).display !== 'none';
    const figures = [...svg.querySelectorAll('.piece .figures')];
    const boxes = figures.filter(seen).map((e) => e.getBoundingClientRect());
    const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 * scale && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3 * scale;
    return {
      height: Math.min(...figures.map((e) => parseFloat(getComputedStyle(e).fontSize) * scale)),
      figures: boxes.length,
      strengths: [...svg.querySelectorAll('.piece .strength')].filter(seen).length,
      hidden: [...svg.querySelectorAll('.leader .leader-face')].filter((l) => boxes.some((b) => over(l.querySelector('.field').getBoundingClientRect(), b))).length,
    };
  });

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
]) {
  at(`counters can be read when a battle opens, at ${width} by ${height}`, { size: { width, height } }, async (page) => {
    for (const battle of ['issos-333bc', 'bouvines-1214', 'marathon-490bc']) {
      await sit(page, server, await server.game({ battle }));
      const { height, hidden } = await look(page);
      assert.ok(height >= 9, `${battle}: figures of ${height} pixels`);
      assert.equal(hidden, 0, `${battle}: leaders over figures`);
    }
  });
}

at('from afar counters show their strength and state only, and at night the map is dark', {}, async (page) => {
  await sit(page, server, await server.game({ battle: 'issos-333bc' }));
  const near = await look(page);
  assert.ok(near.figures > 50 && near.strengths === 0);
  await page.evaluate(() => (document.documentElement.dataset.theme = 'dark'));
  const paper = await page.locator('.sheet .ground > rect').first().evaluate((e) => getComputedStyle(e).fill);
  assert.ok(Math.max(...paper.match(/\d+/g).map(Number)) < 80, `paper is ${paper}`);
  await board(page).focus();
  for (let i = 0; i < 8 && (await board(page).getAttribute('data-zoom')) !== 'far'; i++) {
    await page.keyboard.press('-');
    await settled(page);
  }
  const far = await look(page);
  assert.equal(far.figures, 0);
  assert.equal(far.strengths, near.figures);
});

guard();
