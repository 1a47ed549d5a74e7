// Two people who play, and one who watches, talk about a game.

import assert from 'node:assert/strict';
import { button, desk, every, fits, phone, Server, settled, stage, until } from './house.mjs';
import { another, society } from './people.mjs';

const { server, at: alone, guard } = stage(new Server({ accounts: true }));
const { at, ask, register, invite, go } = society(server, alone);

const tab = (page, name = /^Talk/) => page.getByRole('tab', { name, exact: true });
const field = (page) => page.getByRole('textbox', { name: 'Message', exact: true });
const said = (page, text) => page.getByRole('list', { name: 'Messages' }).getByText(text, { exact: true });

/** Sets up a game that everybody may watch, with both players at the table; returns its id. */
async function together(host, guest) {
  const { id, token } = await invite(host, 'sparta-195bc', { terms: { watch: 'link' } });
  await ask(guest, '/api/join', { token });
  for (const page of [host, guest]) await go(page, `#/game/${id}`);
  return id;
}

at('players talk, spectators talk, and after the game they read each other', {}, async (host) => {
  const name = await register(host);
  await another(host, {}, (guest) =>
    another(host, {}, async (watcher) => {
      const id = await together(host, guest);
      await ask(watcher, '/api/games', { battle: 'sparta-195bc' }); // a guest has a session
      await go(watcher, `#/game/${id}`);

      // Enter sends, Shift+Enter does not.
      await tab(host).click();
      await field(host).fill('Well met.');
      await field(host).press('Shift+Enter');
      await host.keyboard.type('Shall we?');
      await field(host).press('Enter');
      await said(host, 'Well met.\nShall we?').waitFor();
      assert.equal(await field(host).inputValue(), '');

      // The other hears of it, and sees the number of new messages until he reads them.
      await tab(guest, 'Talk (1 new message)').waitFor();
      await guest.getByRole('status').getByText(`${name}: Well met.`).waitFor();
      await tab(guest).click();
      await said(guest, 'Well met.\nShall we?').waitFor();
      await guest.getByText('Romans', { exact: true }).last().waitFor();
      await tab(guest, 'Talk').waitFor();
      await field(guest).fill('Gladly!');
      await button(guest, 'Send').click();
      await said(host, 'Gladly!').waitFor();

      // A question of the game does not take the page from somebody who writes.
      await tab(guest).click();
      await field(guest).fill('While you wait');
      const { version } = await ask(host, `/api/games/${id}`);
      await ask(host, `/api/games/${id}/actions`, { version, id: 'ready', actions: ['ready'] });
      await until('the table goes on', async () => Number(await guest.locator('.table-room').getAttribute('data-version')) > version);
      await settled(guest);
      assert.equal(await field(guest).inputValue(), 'While you wait');

      // Who watches has a room of his own.
      await tab(watcher).click();
      await watcher.getByText('No messages yet.').waitFor();
      await field(watcher).fill('Who will win?');
      await field(watcher).press('Enter');
      await said(watcher, 'Who will win?').waitFor();
      assert.equal(await said(host, 'Who will win?').count(), 0);
      assert.equal(await watcher.getByText('Private notes').count(), 0);

      // Muted, nothing is counted.
      await button(host, 'Mute').click();
      await tab(host, 'Play').click();
      await field(guest).press('Enter');
      await said(guest, 'While you wait').waitFor();
      await go(host, `#/game/${id}`);
      await tab(host, 'Talk').waitFor();
      await tab(host).click();
      await said(host, 'While you wait').waitFor();
      await button(host, 'Unmute').click();

      // Notes save themselves, and are there again.
      await host.getByText('Private notes').click();
      const notes = host.getByRole('textbox', { name: 'Private notes' });
      await notes.fill('Watch the left flank.');
      await host.getByText('Saved', { exact: true }).waitFor();
      const { hash } = await ask(host, `/api/games/${id}/note`);
      await ask(host, `/api/games/${id}/note`, { text: 'From the phone.', based: hash });
      await notes.fill('Watch the right flank.');
      await host.getByText('It is shown below.').waitFor();
      assert.equal(await host.getByRole('textbox', { name: 'Written on another device' }).inputValue(), 'From the phone.');
      await button(host, 'Keep both').click();
      await host.getByText('Saved', { exact: true }).waitFor();
      assert.equal(await notes.inputValue(), 'Watch the right flank.\n\nFrom the phone.');
      await notes.fill('Watch the left flank.');
      await host.getByText('Saved', { exact: true }).waitFor();
      await go(host, `#/game/${id}`);
      await tab(host).click();
      await host.getByText('Private notes').click();
      await until('the notes', async () => (await notes.inputValue()) === 'Watch the left flank.');

      // A message is reported; its author is blocked, and unblocked.
      const more = (text) => host.getByRole('listitem').filter({ hasText: text }).locator('summary');
      await more('Gladly!').click();
      await button(host, 'Report').click();
      await host.keyboard.type('too glad');
      await button(host, 'Report to the host of this server').click();
      await host.getByText('Reported. The host of this server will see the message.').waitFor();
      await more('Gladly!').click();
      await button(host, 'Block Guest').click();
      await until('they are gone', async () => (await said(host, 'Gladly!').count()) === 0);
      await said(host, 'Well met.\nShall we?').waitFor();
      await host.getByText('Blocked (1)').click();
      await button(host, 'Unblock Guest').click();
      await said(host, 'Gladly!').waitFor();

      // After the end everybody reads everything.
      const now = await ask(guest, `/api/games/${id}`);
      await ask(guest, `/api/games/${id}/resign`, { version: now.version, id: 'end', side: 1 });
      await said(host, 'Who will win?').waitFor();
      await said(watcher, 'Gladly!').waitFor();
    }),
  );
});

at('a stranger reads and is asked to log in', {}, async (host) => {
  await another(host, {}, (guest) =>
    another(host, {}, async (stranger) => {
      const id = await together(host, guest);
      await go(stranger, `#/game/${id}`);
      await tab(stranger).click();
      await stranger.getByRole('link', { name: 'Log in to write' }).waitFor();
      assert.equal(await field(stranger).count(), 0);
    }),
  );
});

at('a game against the computer has no such tab', {}, async (page) => {
  const { id } = await ask(page, '/api/games', { battle: 'sparta-195bc', seats: ['human', 'recruit'] });
  await go(page, `#/game/${id}`);
  await tab(page, 'Play').waitFor();
  assert.equal(await tab(page).count(), 0);
});

/** A table with a talk of some messages on it. */
async function talked(page, guest, language) {
  await register(page);
  const id = await together(page, guest);
  const lines = language === 'fr' ? ['Bonne chance !', 'À vous aussi.', 'Vos vélites sont bien avancés.'] : ['Good luck!', 'And to you.', 'Your velites are far forward.'];
  for (const [i, text] of lines.entries()) await ask(i % 2 ? page : guest, `/api/games/${id}/chat`, { id: `m${i}`, text });
  await ask(page, `/api/games/${id}/chat`, { id: 'long', text: 'Word '.repeat(60) + 'x'.repeat(90) });
  await tab(page, language === 'fr' ? /^Discussion/ : /^Talk/).click();
  await page.locator('.talk-message').last().waitFor();
}

at('the talk can be read in every look', {}, async (page) => {
  await another(page, {}, async (guest) => {
    await talked(page, guest, 'en');
    await every(page, 'talk');
  });
});

for (const [size, name] of [
  [desk, 'desk'],
  [phone, 'phone'],
]) {
  at(`the talk fits a ${name}, in French`, { size, locale: 'fr-FR' }, async (page) => {
    await another(page, {}, async (guest) => {
      await talked(page, guest, 'fr');
      await fits(page, `talk, ${name}`);
    });
  });
}

guard();
