// A server that is stopped in order and started again: pages go on without a reload, and nothing is lost.

import assert from 'node:assert/strict';
import { clickHex, sit, stage } from './house.mjs';

const { server, at, step, does, guard } = stage();

at('a page goes on by itself when the server is back', {}, async (page) => {
  const id = await server.game();
  const { unit, from } = await server.aMove(id);
  await sit(page, server, id);
  await page.evaluate(() => {
    globalThis.samePage = true;
  });
  await step(page, id, () => clickHex(page, from), 'a click on a counter');
  const acknowledged = await does(id);
  const back = page.waitForResponse((r) => new URL(r.url()).pathname.endsWith('/events') && r.ok());
  assert.equal(await server.stop(), 0);
  await server.start();
  await back;
  assert.deepEqual(await does(id), acknowledged);
  const to = await server.goal(id);
  await step(page, id, () => clickHex(page, to.hex), 'a move after the restart');
  await page.getByText(/Undo: .*/).filter({ hasText: to.hex }).waitFor();
  assert.equal((await does(id)).length, acknowledged.length + 1, unit.text);
  assert.equal(await page.evaluate(() => globalThis.samePage), true);
  await page.locator('.away').waitFor({ state: 'detached' });
});

guard();
