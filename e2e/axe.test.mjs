// Every page in every look, under axe: by day and by night, in strong contrast, on a desk and on a phone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, clickHex, every, prompt, root, settled, sit, spot, stage } from './house.mjs';

const { server, at } = stage();
const read = (...path) => readFileSync(join(root, ...path), 'utf8');

const games = new Map();
/** A game that is begun once: at its start, or from a position and actions. */
const game = (name, begin) => games.get(name) ?? games.set(name, begin()).get(name);
const sparta = () => game('sparta', () => server.game());
const record = () =>
  game('record', async () => {
    const answer = await fetch(new URL('/api/records', server.address), { method: 'POST', body: read('table', 'testdata', 'sparta.jsonl') });
    return (await answer.json()).id;
  });
const attacked = () =>
  game('attacked', async () => {
    const id = await server.game({ dice: 'hand', seed: undefined, position: read('e2e', 'lastturn.yaml') });
    await server.act(id, 'attack 0411');
    return id;
  });

/** Pages with an address, and what is on them when they are there. */
for (const [name, address, there] of [
  ['home', () => '', '.battle .map-picture'],
  ['the list of games', async () => ((await sparta()), (await record()), ''), '.recent-game'],
  ['a new game', () => '#/new/issos-333bc', '.map-picture'],
  ['a new free battle', () => '#/new/free-battle', 'select'],
  ['a lesson', () => '#/lesson/sparta-195bc/2-movement', '.lesson-said'],
  ['print', () => '#/print/marathon-490bc', '.cut-out svg'],
  ['luck', async () => `#/game/${await record()}/luck`, '.luck svg'],
  ['a page that is not there', () => '#/nowhere', 'h1'],
]) {
  at(name, {}, async (page) => {
    await page.goto(`${server.address}${await address()}`);
    await page.locator(there).first().waitFor({ state: 'attached' });
    await every(page, name);
  });
}

at('rules', {}, async (page) => {
  await page.goto(`${server.address}#/rules`);
  await page.getByRole('searchbox').fill('wall'); // a few of many clauses that are all alike
  await page.locator('.rule').first().waitFor();
  await every(page, 'rules');
});

/** Tables, and what is done there before. */
for (const [name, id, act] of [
  ['set-up', sparta],
  [
    'a hint',
    attacked,
    async (page) => {
      await page.keyboard.press('h');
      await page.locator('.hint').first().waitFor();
    },
  ],
  [
    'the odds card',
    attacked,
    async (page) => {
      await clickHex(page, '0512');
      await page.getByRole('region', { name: /Odds/ }).waitFor();
    },
  ],
  [
    'a question',
    () =>
      game('question', async () => {
        const id = await server.game({ battle: 'bouvines-1214', dice: 'hand', seed: undefined, position: read('e2e', 'bouvines.yaml') });
        await server.act(id, 'move bourgogne', 'charge 1709', 'done', 'melee 1710 1709');
        return id;
      }),
  ],
  [
    'a unit to move',
    () =>
      game('moving', async () => {
        const id = await server.game({ battle: 'issos-333bc' });
        const { unit } = await server.aMove(id);
        await server.act(id, unit.action);
        return id;
      }),
  ],
  [
    'overlays',
    sparta,
    async (page) => {
      await page.locator('.overlays summary').click();
      await page.getByLabel('Threat').check();
      await page.locator('.shades path').first().waitFor();
    },
  ],
  [
    'the legend',
    sparta,
    async (page) => {
      await page.locator('.overlays summary').click();
      await button(page, 'Legend of the map').click();
    },
  ],
  [
    'a tip',
    sparta,
    async (page) => {
      const { x, y } = await spot(page, '0610');
      await page.mouse.move(x, y);
      await page.locator('.tip').getByText('Helots (2)').waitFor();
    },
  ],
  ['how to win', sparta, (page) => button(page, 'How to win').click()],
  [
    'the situation',
    sparta,
    async (page) => {
      await button(page, 'How to win').click();
      await button(page, 'The situation').click();
      await page.getByText('The two plans').waitFor();
    },
  ],
  ['settings', sparta, (page) => button(page, 'Settings').click()],
  ['the log', record, (page) => page.getByRole('tab', { name: 'Log' }).click()],
  ['the units', sparta, (page) => page.getByRole('tab', { name: 'Units' }).click()],
  ['the end', record, (page) => prompt(page).getByText(/Victory:/).waitFor()],
  ['cards', () => game('cards', () => server.game({ battle: 'marathon-490bc', position: read('docs', 'pictures', 'marathon.yaml'), seats: ['human', 'recruit'] }))],
  ['bases', () => game('bases', () => server.game({ battle: 'two-camps-204bc', position: read('docs', 'pictures', 'two-camps.yaml') }))],
]) {
  at(`table: ${name}`, {}, async (page) => {
    await sit(page, server, await id());
    await act?.(page);
    await every(page, name);
  });
}

at('table: a hand-over', {}, async (page) => {
  await sit(page, server, await game('hand-over', () => server.game({ battle: 'stream-333bc' })));
  await page.getByRole('alertdialog').waitFor();
  await every(page, 'a hand-over');
});

at('table: the tutorial', { seen: false }, async (page) => {
  await sit(page, server, await game('tutorial', () => server.game({ seats: ['human', 'recruit'] })));
  await button(page, 'Start the tutorial').waitFor();
  await every(page, 'the tutorial');
});

at('replay with a fight', {}, async (page) => {
  const id = await record();
  const log = await server.get(`/api/games/${id}/log?from=0`);
  const { n } = log.find((e) => e.facts.some((f) => f.key === 'melee-roll'));
  await page.goto(`${server.address}#/game/${id}/at/${n}`);
  await board(page).waitFor();
  await page.locator('.fight-card').waitFor();
  await settled(page);
  await every(page, 'replay');
});
