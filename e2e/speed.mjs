// Measures the table of Issus in the browser: npm run speed. It prints times of this machine and checks nothing.

import { browser, button, Server, settled, sit, spot, visitor } from './house.mjs';

const server = new Server();
await server.start();
const b = await browser();

const sorted = (list) => [...list].sort((x, y) => x - y);
const at = (list, share) => sorted(list)[Math.min(list.length - 1, Math.floor(share * list.length))].toFixed(1);
const tell = (what, list) => console.log(`${what}: median ${at(list, 0.5)} ms, 95th percentile ${at(list, 0.95)} ms, most ${at(list, 1)} ms (${list.length})`);

try {
  const page = await visitor(b, { guarded: false }); // a guard's answers would count as the program's time
  const id = await server.game({ battle: 'issos-333bc' });
  const { from } = await server.aMove(id);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => (await cdp.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000;
  await sit(page, server, id);
  await page.getByText('choose a unit to move').waitFor();

  // The click is timed in the page: from its end to the frame in which the answer is drawn.
  await page.evaluate(() => {
    globalThis.watchClick = (selector) => {
      globalThis.shown = new Promise((done) => {
        let begun = 0;
        addEventListener('pointerup', () => (begun = performance.now()), { once: true, capture: true });
        const observer = new MutationObserver(() => {
          if (!begun || !document.querySelector(selector)) return;
          observer.disconnect();
          requestAnimationFrame(() => done(performance.now() - begun));
        });
        observer.observe(document.body, { subtree: true, childList: true });
      });
    };
  });
  const [work, shown] = [[], []];
  for (let i = 0; i < 60; i++) {
    const { x, y } = await spot(page, from);
    await page.mouse.move(x, y);
    await settled(page);
    await page.evaluate(() => globalThis.watchClick('.hl.move'));
    const start = await busy();
    await settled(page); // looking costs the page something too
    const looking = (await busy()) - start;
    const clicked = await busy();
    await page.mouse.click(x, y);
    shown.push(await page.evaluate(() => globalThis.shown));
    await settled(page);
    work.push((await busy()) - clicked - looking);
    await button(page, /Undo/).click();
    await page.getByText('choose a unit to move').waitFor();
    await settled(page);
  }
  tell('Main-thread work to take up a unit and show its moves', work);
  tell('From the click, over the server, to the picture', shown);

  const ground = await (await fetch(new URL('/api/battles/issos-333bc/ground.svg', server.address))).text();
  const times = await page.evaluate(async (svg) => {
    const list = [];
    for (let i = 0; i < 20; i++) {
      const sheet = document.querySelector('.sheet');
      sheet.innerHTML = '';
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const begun = performance.now();
      sheet.innerHTML = svg;
      sheet.getBoundingClientRect();
      await new Promise((done) => requestAnimationFrame(done));
      list.push(performance.now() - begun);
    }
    return list;
  }, ground);
  tell(`To show the map (${(ground.length / 1000).toFixed(0)} KB)`, times);
} finally {
  await b.close();
  await server.end();
}
