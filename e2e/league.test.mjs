// Players and their ratings, a match of two games, and a tournament.

import assert from 'node:assert/strict';
import { another, society } from './people.mjs';
import { button, every, fits, Server, settled, stage, until } from './house.mjs';

const { server, at: alone, guard } = stage(new Server({ accounts: true }));

const { at, ask, register, invite, go } = society(server, alone);

/** Adds to the dice of a game for the person of a page, who plays a side. */
const come = (page, id, side) => ask(page, `/api/games/${id}/nonce`, { side, nonce: '0a'.repeat(16) });

/** Has both sides act in activations of their own, before which a rated game counts nothing. */
async function begin(pages, id) {
  for (let n = 0; n < 60; n++) {
    const { view } = await ask(pages[0], `/api/games/${id}`);
    const page = pages[view.toAct];
    const { version, choices } = await ask(page, `/api/games/${id}`);
    await ask(page, `/api/games/${id}/actions`, { version, id: `begin-${n}`, actions: [choices[0].action] });
  }
}

/** Has the person of a page resign. */
async function resign(page, id, side) {
  const { version } = await ask(page, `/api/games/${id}`);
  await ask(page, `/api/games/${id}/resign`, { version, id: 'resign', side });
}

at('a rated match of two games changes ratings, which the tables and the pages of players show', {}, async (anna) => {
  const name = await register(anna);
  await another(anna, {}, async (ben) => {
    const other = await register(ben);
    const { id, token } = await invite(anna, 'sparta-195bc', { terms: { rated: true, pair: true, watch: 'public', clock: { kind: 'days', bank: 86400, increment: 3600, timeout: 'claim' } } });
    await ask(ben, '/api/join', { token });
    await Promise.all([come(anna, id, 0), come(ben, id, 1)]);
    await begin([anna, ben], id);
    await resign(ben, id, 1);

    await go(anna, `#/game/${id}`);
    const changes = anna.locator('.rating-changes li');
    await changes.filter({ hasText: name }).getByText(/^1500 → 1[67]\d\d$/).waitFor();
    await changes.filter({ hasText: other }).getByText(/^1500 → 1[23]\d\d$/).waitFor();
    assert.equal(await anna.locator('.pair-points').innerText(), '1 : 0');
    await anna.getByRole('heading', { name: `Sparta, 195 BC against ${other}, 1` }).waitFor();
    await button(anna, 'Second game, sides exchanged').click();
    await anna.locator('.pair').getByRole('link', { name: 'First game' }).waitFor();
    assert.equal(await anna.locator('.pair-points').innerText(), '0 : 1');
    const second = anna.url().split('/').at(-1);
    assert.notEqual(second, id);
    assert.equal((await ask(ben, `/api/games/${id}/second`, {})).id, second, 'whoever asks again gets the same game');

    await ben.goto(server.address);
    await ben.getByRole('link', { name: 'Players' }).click();
    await ben.getByRole('heading', { name: 'Players', level: 1 }).waitFor();
    const row = ben.getByRole('row', { name });
    await row.getByText(/^1[67]\d\d/).waitFor();
    await ben.getByRole('row', { name: 'Centurion' }).waitFor();
    await ben.getByRole('link', { name }).click();
    await ben.getByRole('heading', { name, level: 1 }).waitFor();
    await ben.locator('.player-ratings').getByText('1 rated game').waitFor();
    await ben.locator('.recent-game').getByText('Sparta, 195 BC').waitFor();
    await every(ben, 'a player');
    await fits(ben, 'a player');
    await ben.goto(`${server.address}#/players`);
    await row.waitFor();
    await every(ben, 'players');
    await fits(ben, 'players');
  });
});

at('a tournament is founded, entered, started and played', {}, async (host) => {
  await register(host);
  await host.goto(`${server.address}#/players`);
  await host.getByRole('link', { name: 'Create a tournament' }).click();
  await host.getByRole('textbox', { name: 'Name' }).fill('Spring');
  await host.getByLabel('Sparta, 195 BC').check();
  await host.getByText('Round robin', { exact: true }).click();
  await every(host, 'a new tournament');
  await fits(host, 'a new tournament');
  await button(host, 'Create the tournament').click();
  await host.getByRole('heading', { name: 'Spring', level: 1 }).waitFor();
  await host.getByText('Nobody has entered yet.').waitFor();
  const address = host.url();
  const id = address.split('/').at(-1);

  await another(host, {}, async (anna) => {
    const name = await register(anna);
    await another(host, {}, async (ben) => {
      const other = await register(ben);
      for (const page of [anna, ben]) {
        await page.goto(address);
        await button(page, 'Enter').click();
        await button(page, 'Leave the tournament').waitFor();
      }
      await button(host, 'Start with 2 players').click(); // the page has renewed itself
      await host.getByRole('heading', { name: 'Round 1' }).waitFor();
      assert.equal(await host.locator('.pairing').count(), 1);

      await go(anna, '');
      await anna.locator('.recent-game').first().getByText(`(${other})`).waitFor(); // it has come by itself
      const { paired, entrants } = await ask(anna, `/api/tourneys/${id}`);
      const { first, games } = paired[0].pairings[0];
      const sides = entrants[first].name === name ? [anna, ben] : [ben, anna];
      await Promise.all(sides.map((page, side) => come(page, games[0], side)));
      await resign(sides[1], games[0], 1);

      await host.reload();
      const winner = sides[0] === anna ? name : other;
      await host.getByText(`${winner} has won.`).waitFor();
      assert.equal(await host.locator('.pairing-score').innerText(), '1 : 0');
      await host.getByRole('row', { name: winner }).getByText('1', { exact: true }).first().waitFor();
      await host.locator('.pairing').getByRole('link', { name: 'Game' }).click();
      await host.getByRole('link', { name: 'Tournament' }).click();
      await host.getByRole('heading', { name: 'Round 1' }).waitFor();
      await every(host, 'a tournament');
      await host.getByRole('button', { name: 'Français' }).click();
      await host.getByRole('heading', { name: 'Ronde 1' }).waitFor();
      await settled(host);
      await fits(host, 'a tournament');
    });
  });
});

at('the organiser removes an entrant and calls a tournament off, after saying what that means', {}, async (host) => {
  await register(host);
  const { id } = await ask(host, '/api/tourneys', { name: 'Autumn', battles: ['sparta-195bc'], format: 'round-robin', rounds: 0, days: 0, rated: false, pair: false, watch: true });
  await another(host, {}, async (anna) => {
    const name = await register(anna);
    await another(host, {}, async (ben) => {
      const other = await register(ben);
      await another(host, {}, async (clara) => {
        const third = await register(clara);
        for (const page of [anna, ben, clara]) await ask(page, `/api/tourneys/${id}/enter`, {});
        await go(anna, `#/tournament/${id}`);
        await anna.getByText(other).waitFor();
        assert.equal(await button(anna, /^Remove/).count(), 0, 'who does not organise it cannot');
        assert.equal(await button(anna, 'Call off the tournament').count(), 0);

        await go(host, `#/tournament/${id}`);
        await button(host, `Remove: ${third}`).click();
        await host.getByRole('alert').getByText(`Take ${third} off the list?`).waitFor();
        await button(host, 'Cancel').click();
        await button(host, `Remove: ${third}`).click();
        await every(host, 'an entrant to be removed');
        await fits(host, 'an entrant to be removed');
        await button(host.locator('.surely'), 'Remove').click();
        await until('she is gone', async () => (await host.getByText(third).count()) === 0);

        await button(host, 'Start with 2 players').click();
        await host.getByRole('heading', { name: 'Round 1' }).waitFor();
        await button(host, `Remove: ${name}`).waitFor();
        await button(host, 'Call off the tournament').click();
        await host.getByRole('alert').getByText('Nothing counts any more').waitFor();
        await button(host.locator('.surely'), 'Call off the tournament').click();
        await host.getByText('Called off').waitFor();
        assert.equal(await button(host, /^Remove/).count(), 0);
        await go(anna, '');
        assert.equal(await anna.getByRole('region', { name: 'Continue a game' }).count(), 0, 'games that nobody has begun are removed');
      });
    });
  });
});

guard();
