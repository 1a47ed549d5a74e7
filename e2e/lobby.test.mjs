// The lobby of a server with accounts: challenges, clocks, those who watch, and the next game that waits.

import assert from 'node:assert/strict';
import { board, button, every, fits, phone, prompt, Server, stage, until } from './house.mjs';
import { another, society } from './people.mjs';

const { server, at: alone, guard } = stage(new Server({ accounts: true }));
const { at, ask, register, invite, go } = society(server, alone);

at('a stranger takes a challenge from the lobby, and both see the clock', {}, async (host) => {
  const name = await register(host);
  await host.goto(`${server.address}#/new/sparta-195bc`);
  await host.getByRole('radiogroup', { name: 'Spartans' }).getByText('Anybody, from the lobby').click();
  await host.getByText('In one sitting').click();
  await host.getByLabel('Time for each player').selectOption({ label: '15 minutes, plus 15 seconds for each activation' });
  await button(host, 'Start the battle').click();
  await prompt(host).getByText('Waiting for an opponent').waitFor();
  await another(host, {}, async (guest) => {
    await guest.goto(server.address);
    const lobby = guest.getByRole('region', { name: 'Lobby' });
    const challenge = lobby.locator('.recent-row').filter({ hasText: `set up by ${name}` });
    await challenge.getByText('15 minutes each, plus 15 seconds per activation').waitFor();
    await challenge.getByText('Spartans').waitFor();
    await button(challenge, 'Play Sparta, 195 BC').click();
    const terms = guest.getByRole('dialog', { name: 'Sparta, 195 BC' });
    await terms.getByText('The opponent may claim the win').waitFor();
    await button(terms, 'Play this side').click();
    await board(guest).waitFor();
    await prompt(guest).getByText(`Waiting for ${name}`).waitFor();
    for (const page of [host, guest]) {
      const clocks = page.getByRole('timer', { name: 'Clock' });
      await until('the clock of the Romans runs', async () => /^1[0-4]:\d\d$/.test(await clocks.locator('.clock[data-runs]').innerText().then((x) => x.split('\n').at(-1).trim())));
      assert.match(await clocks.innerText(), /15:00/);
    }
    await button(host, 'Ready').click();
    await until('the clock of the Spartans runs', async () => (await guest.locator('.clock[data-runs]').innerText()).includes('Spartans'));

    // They adjourn by consent.
    await guest.getByText('Resign or make an offer').click();
    await button(guest, 'Adjourn').click();
    await host.getByText('proposes to adjourn').waitFor();
    await button(host, 'Accept').click();
    await until('the clocks stand', async () => (await guest.locator('.clock[data-runs]').count()) === 0);
    await guest.getByRole('timer').getByText('adjourned').waitFor();

    // What one has left to a program he can take over again.
    const leave = button(guest, 'Let a program play for me');
    if (!(await leave.isVisible())) await guest.getByText('Resign or make an offer').click();
    await leave.click();
    await button(guest, 'Yes, a centurion plays on').click();
    await guest.getByText('A program is playing for you.').waitFor();
    await button(guest, 'Take over again').click();
    await until('the guest plays again', async () => (await ask(guest, `/api/games/${guest.url().split('/').at(-1)}`)).seats[1] === 'human');
  });
  await go(host, '');
  assert.equal(await host.getByRole('region', { name: 'Lobby' }).getByText(`set up by ${name}`).count(), 0, 'a seat that is taken is offered no more');
});

at('a handicap is agreed on, told in the lobby, and halves the time of a player', {}, async (host) => {
  const name = await register(host);
  await host.goto(`${server.address}#/new/sparta-195bc`);
  await host.getByRole('radiogroup', { name: 'Spartans' }).getByText('A friend, by link').click();
  assert.equal(await host.getByLabel('Handicap').count(), 0, 'without a clock there is none');
  await host.getByRole('radiogroup', { name: 'Spartans' }).getByText('Anybody, from the lobby').click();
  await host.getByText('In one sitting').click();
  await host.getByLabel('Time for each player').selectOption({ label: '15 minutes, plus 15 seconds for each activation' });
  await host.getByLabel('Handicap').selectOption({ label: 'I have half the time' });
  await host.getByText('Count the game for our ratings').click();
  assert.equal(await host.getByLabel('Handicap').count(), 0, 'a rated game has none');
  await host.getByText('Count the game for our ratings').click();
  assert.equal(await host.getByLabel('Handicap').inputValue(), '', 'nor is it kept');
  await host.getByLabel('Handicap').selectOption({ label: 'I have half the time' });
  await button(host, 'Start the battle').click();
  await prompt(host).getByText('Waiting for an opponent').waitFor();
  await another(host, {}, async (guest) => {
    await guest.goto(server.address);
    const challenge = guest.getByRole('region', { name: 'Lobby' }).locator('.recent-row').filter({ hasText: `set up by ${name}` });
    await challenge.getByText('half the time for the challenger').waitFor();
    await fits(guest, 'the lobby');
    await button(challenge, 'Play Sparta, 195 BC').click();
    const terms = guest.getByRole('dialog', { name: 'Sparta, 195 BC' });
    await terms.getByText('The opponent may claim the win').waitFor();
    await button(terms, 'Play this side').click();
    await board(guest).waitFor();
    await until('the Romans have half the time', async () => /^7:[0-5]\d$/.test(await guest.locator('.clock[data-runs]').innerText().then((x) => x.split('\n').at(-1).trim())));
    await guest.getByRole('timer').getByText('15:00').waitFor();
  });
});

for (const screen of [{}, { size: phone, touch: true }]) {
  at(`somebody watches a public game${screen.touch ? ' on a phone' : ''}`, screen, async (watcher) => {
    await another(watcher, {}, async (host) => {
      await another(watcher, {}, async (guest) => {
        const { id, token } = await invite(host, 'sparta-195bc', { terms: { watch: 'public' } });
        await ask(guest, '/api/join', { token });
        for (const page of [host, guest]) await go(page, `#/game/${id}`);
        await button(host, 'Ready').waitFor();
        await watcher.goto(server.address);
        await watcher.getByRole('region', { name: 'Lobby' }).locator(`a[href="#/game/${id}"]`).click();
        await watcher.getByText('You are watching this game.').waitFor();
        assert.equal(await button(watcher, 'Ready').count(), 0);
        assert.equal(await watcher.getByText('Undo').count(), 0);
        assert.equal(await watcher.getByText('Resign or make an offer').count(), 0);
        await fits(watcher, 'a game that is watched');
        await every(watcher, 'a game that is watched');
        await button(host, 'Ready').click();
        await button(guest, 'Ready').waitFor();
        await until('the page goes on by itself', async () => (await ask(watcher, `/api/games/${id}`)).version === Number(await watcher.locator('.table-room').getAttribute('data-version')));
      });
    });
  });
}

at('the next game that waits is one click away', {}, async (host) => {
  const ids = [];
  await another(host, {}, async (guest) => {
    for (let i = 0; i < 2; i++) {
      const { id, token } = await invite(host);
      await ask(guest, '/api/join', { token });
      for (const page of [host, guest]) await go(page, `#/game/${id}`);
      await button(host, 'Ready').waitFor();
      ids.push(id);
    }
  });
  await go(host, '');
  await until('the title counts both', async () => (await host.title()) === '(2) Acies');
  await go(host, `#/game/${ids[0]}`);
  await until('the title counts the other', async () => /^\(1\) Your turn/.test(await host.title()));
  await host.getByRole('link', { name: 'Next game (1)' }).click();
  await until('the other game', () => host.url().endsWith(ids[1]));
});

at('who comes back is shown what has happened since', {}, async (host) => {
  const { id, token } = await invite(host);
  await another(host, {}, async (guest) => {
    await ask(guest, '/api/join', { token });
    for (const page of [host, guest]) await go(page, `#/game/${id}`);
    await button(host, 'Ready').click();
    await button(guest, 'Ready').waitFor();
    await go(guest, '');
    // Both play without looking, until the host has done something since the guest's last choice.
    for (let i = 0; ; i++) {
      const table = await ask(guest, `/api/games/${id}`);
      const mine = table.view.toAct === 1;
      if (mine && table.since && table.n > table.since + 3) break;
      const [page, side] = mine ? [guest, 1] : [host, 0];
      const { version, choices } = mine ? table : await ask(host, `/api/games/${id}`);
      await ask(page, `/api/games/${id}/actions`, { version, id: `x${i}`, side, actions: [choices.at(-1).action] });
    }
    await go(guest, `#/game/${id}`);
    await guest.getByRole('group', { name: 'What the opponent did' }).waitFor();
  });
});

guard();
