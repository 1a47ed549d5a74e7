// No page needs what the content security policy forbids: styles and scripts that are written into pages, and anything from elsewhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, root, Server, settled, stage, until } from './house.mjs';

const { server, at, guard } = stage(new Server({ accounts: true }));
const lastTurn = readFileSync(join(root, 'e2e', 'lastturn.yaml'), 'utf8');

/** Notes what the policy forbids on a page from now on, as its script is told and as the console shows it. */
async function watched(page) {
  const found = [];
  await page.exposeFunction('noteViolation', (text) => found.push(text));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (e) => globalThis.noteViolation(`${e.violatedDirective} ${e.blockedURI} ${e.sourceFile}:${e.lineNumber} ${e.sample}`)),
  );
  page.on('console', (m) => /content security policy/i.test(m.text()) && found.push(m.text()));
  return found;
}

const ask = async (page, path, data) => {
  const answer = await (data ? page.request.post(`${server.address}${path}`, { data }) : page.request.get(`${server.address}${path}`));
  assert.ok(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
};

const visit = async (page, address) => {
  await page.goto('about:blank');
  await page.goto(`${server.address}${address}`);
  await page.locator('main, [role="application"]').first().waitFor();
  await settled(page);
};

// The colours of the night are drawn in the same way for all.
const battles = { light: ['sparta-195bc', 'bouvines-1214', 'marathon-490bc', 'two-camps-204bc'], dark: ['sparta-195bc'] };

for (const theme of ['light', 'dark']) {
  at(`no page in ${theme} colours breaks the policy`, { settings: { theme, motion: 'full' } }, async (page) => {
    const found = await watched(page);
    await visit(page, '#/');
    for (const battle of battles[theme]) {
      const { id } = await ask(page, 'api/games', { battle, options: [], seats: ['human', 'human'] });
      await visit(page, `#/new/${battle}`);
      await visit(page, `#/game/${id}`);
      await board(page).waitFor();
      await settled(page);
      await visit(page, `#/print/${battle}`);
      const { lessons } = await ask(page, `api/battles/${battle}`);
      if (lessons.length) await visit(page, `#/lesson/${battle}/${lessons[0].id}`);
    }
    const over = (await ask(page, 'api/games', { position: lastTurn, seats: ['human', 'human'], dice: 'hand' })).id;
    await until('the game is over', async () => {
      const t = await ask(page, `api/games/${over}`);
      if (t.outcome?.over) return true;
      const id = `policy-${t.version}`;
      if (t.view.toAct < 0) await ask(page, `api/games/${over}/roll`, { version: t.version, id, dice: Array(t.roll.n).fill(5) });
      else await ask(page, `api/games/${over}/actions`, { version: t.version, id, actions: [(t.choices.find((c) => c.ends) ?? t.choices[0]).action] });
      return false;
    });
    for (const address of [`#/game/${over}`, `#/game/${over}/at/1`, `#/game/${over}/luck`, '#/rules', '#/rules/ant-10.5c', '#/account', '#/nowhere']) await visit(page, address);
    assert.deepEqual(found, []);
  });
}

at('drawings have their own colours of the night, on the board and by themselves', { settings: { theme: 'dark' } }, async (page) => {
  const found = await watched(page);
  const { id } = await ask(page, 'api/games', { battle: 'sparta-195bc', options: [], seats: ['human', 'human'] });
  const colour = () => page.locator('.ground rect').first().evaluate((e) => getComputedStyle(e).fill);
  await visit(page, `#/game/${id}`);
  await board(page).waitFor();
  const onBoard = await colour();
  await page.goto(`${server.address}api/battles/sparta-195bc/ground.svg?theme=dark`);
  assert.equal(await colour(), onBoard);
  assert.deepEqual(found, []);
  await page.goto(`${server.address}api/battles/sparta-195bc/ground.svg`);
  assert.notEqual(await colour(), onBoard);
});

at('what the policy forbids is noticed', {}, async (page) => {
  const found = await watched(page);
  await visit(page, '#/');
  await page.evaluate(() => {
    document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p>');
    document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.broken = true' }));
  });
  await until('two violations are noticed', () => found.some((x) => x.startsWith('style-src')) && found.some((x) => x.startsWith('script-src')));
  assert.equal(await page.evaluate(() => 'broken' in globalThis), false);
});

guard();
