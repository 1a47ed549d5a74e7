// Measures dragging a base over a board without places: how long from a movement of the pointer to the picture of the move
// that answers it, and how long frames take meanwhile. It prints figures and asserts none: node drag.mjs

import { browser, Server, settled, sit, until, visitor } from './house.mjs';

const battle = 'two-camps-204bc';
const server = new Server();
await server.start();
const b = await browser();

const quantile = (list, q) => list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];
const print = (what, list) => console.log(`${what}: n ${list.length}, median ${quantile(list, 0.5).toFixed(1)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms, most ${Math.max(...list).toFixed(1)} ms`);

try {
  const id = await server.game({ battle, seats: ['human', 'human'], dice: 'hand', seed: undefined });
  await server.act(id, 'name 1', 'name 1');
  for (const dice of [[6, 6], [1, 1]]) {
    await until('the dice are due', async () => (await server.table(id)).roll);
    await server.post(`/api/games/${id}/roll`, { version: (await server.table(id)).version, id: `drag-${dice}`, dice });
  }
  await server.act(id, 'activate C1.7');

  // The server alone.
  const { sheet } = await server.get(`/api/battles/${battle}`);
  const piece = sheet.pieces.findIndex((p) => p.id === 'C1.7');
  const { pose } = (await server.table(id)).view.pieces[piece];
  const answers = [];
  for (let i = 0; i < 300; i++) {
    const start = performance.now();
    await server.get(`/api/games/${id}/propose?pieces=C1.7&x=${pose.x + 20 * (i % 100)}&y=${pose.y - 50 * (i % 150)}&heading=${pose.heading}&slack=400`);
    answers.push(performance.now() - start);
  }
  print('Request for a proposal, without the browser', answers);

  // Not guarded: a guard asks the test about every request, and its answer would count as the program's time.
  const page = await visitor(b, { guarded: false });
  await sit(page, server, id);
  await settled(page);
  const box = await page.locator(`.piece[data-piece="${piece}"] .body`).boundingBox();
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // The way of the pointer: to and fro ahead of the base, never twice in the same place.
  const way = (i) => ({ x: at.x + 30 * Math.sin(i / 7), y: at.y + 30 + 22 * Math.sin(i / 3) });
  await page.evaluate((p) => {
    let moved = 0;
    let drawn = '';
    globalThis.pictures = [];
    const look = () => document.querySelector(`[data-ghost="${p}"]`)?.getAttribute('transform') ?? '';
    // A movement begins with its first event, on a page that has shown the answer to the one before. Not every answer
    // changes the picture: some snap to the same place.
    const begin = (e) => {
      if (document.documentElement.dataset.settled === 'yes') moved = e.timeStamp;
    };
    for (const type of ['pointerrawupdate', 'pointermove']) addEventListener(type, begin, { capture: true });
    new MutationObserver(() => {
      if (look() === drawn) return;
      drawn = look();
      const from = moved;
      moved = 0;
      // A task after the next frame: by then it is painted.
      if (from) requestAnimationFrame(() => setTimeout(() => globalThis.pictures.push(performance.now() - from)));
    }).observe(document.querySelector('.play-layer'), { subtree: true, childList: true, attributes: true });
  }, piece);

  // What a movement costs the main thread of the page, in time of the processor: it does not depend on what else is running.
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => Object.fromEntries((await cdp.send('Performance.getMetrics')).metrics.map((m) => [m.name, 1000 * m.value]));

  // One movement at a time: from the pointer to the picture.
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  const before = await spent();
  for (let i = 1; i <= 150; i++) {
    const to = way(i);
    await page.mouse.move(to.x, to.y);
    await settled(page);
  }
  const after = await spent();
  print('From the pointer to the picture', await page.evaluate(() => globalThis.pictures));
  const each = (name) => `${((after[name] - before[name]) / 150).toFixed(1)} ms`;
  console.log(`Main thread, processor time a movement: scripts ${each('ScriptDuration')}, style ${each('RecalcStyleDuration')}, layout ${each('LayoutDuration')}`);

  // Without a pause: the length of frames.
  await page.evaluate(() => {
    globalThis.frames = [];
    globalThis.measured = true;
    let last = 0;
    const frame = (now) => {
      if (last) globalThis.frames.push(now - last);
      last = now;
      if (globalThis.measured) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  for (let i = 1; i <= 400; i++) {
    const to = way(i / 3);
    await page.mouse.move(to.x, to.y);
  }
  const frames = await page.evaluate(() => {
    globalThis.measured = false;
    return globalThis.frames;
  });
  print('Frames while dragging', frames);
  console.log(`Frames over 33 ms: ${frames.filter((f) => f > 33.4).length}`);
  await page.keyboard.press('Escape');
  await page.mouse.up();
} finally {
  await b.close();
  await server.end();
}
