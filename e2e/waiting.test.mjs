// Games that wait: the list of a player's games, who is here, the title of a page that nobody sees, what has happened since, and the way to watch.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, desk, every, fits, phone, prompt, root, Server, settled, stage, until } from './house.mjs';
import { another, society } from './people.mjs';

const { server, at: alone, guard } = stage(new Server({ accounts: true }));
const { at, ask, register, invite, go } = society(server, alone);

const days = { kind: 'days', bank: 432_000, increment: 86_400, timeout: 'claim' };

/** Sets up a game between the people of two pages, who both have been at the table. */
async function begin(host, guest, battle = 'sparta-195bc', more = {}) {
  const { id, token } = await invite(host, battle, more);
  await ask(guest, '/api/join', { token });
  for (const page of [host, guest]) await go(page, `#/game/${id}`);
  await until('the game begins', async () => !(await ask(host, `/api/games/${id}`)).waiting);
  return id;
}

/** Carries out actions for a side. */
async function act(page, id, side, ...actions) {
  for (const action of actions) {
    const { version } = await ask(page, `/api/games/${id}?side=${side}`);
    await ask(page, `/api/games/${id}/actions`, { version, id: `${version}`, side, actions: [action] });
  }
}

/** Acts for a side until the other is to act: the dice say which of them goes on after the set-up. */
async function passOn(page, id, side) {
  for (;;) {
    const t = await ask(page, `/api/games/${id}?side=${side}`);
    if (t.view.toAct !== side) return;
    await act(page, id, side, (t.choices.find((c) => c.ends) ?? t.choices[0]).action);
  }
}

/** Makes a page believe that it is hidden, or seen again. */
const hide = (page, hidden) =>
  page.evaluate((is) => {
    for (const [key, value] of [['hidden', is], ['visibilityState', is ? 'hidden' : 'visible']]) Object.defineProperty(document, key, { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

at('the list of games says whose turn it is, for how long, what is left on the clock and who is here, and renews itself', {}, async (host) => {
  await register(host);
  await another(host, {}, async (guest) => {
    const name = await register(guest);
    const first = await begin(host, guest, 'sparta-195bc', { terms: { clock: days } });
    const other = await begin(host, guest);
    await act(host, other, 0, 'ready');
    await host.clock.install();
    await go(host, '');
    const row = (id) => host.locator('.recent-row').filter({ has: host.locator(`a[href="#/game/${id}"]`) });
    await row(first).getByText('Your turn').waitFor();
    await row(first).getByText('just now').waitFor();
    await row(first).getByText(/^You have (5 d 0 h|4 d \d+ h) left$/).waitFor();
    await row(other).getByText('To play: Spartans').waitFor();
    await row(other).getByText(`(${name})`).waitFor();
    await row(other).getByText('(online)').waitFor();
    await until('the game that waits is first', async () => (await host.locator('.recent-game').first().getAttribute('href')).endsWith(first));
    assert.equal(await row(other).getAttribute('data-waits'), null);
    await every(host, 'my games');
    await host.setViewportSize(desk);

    // The page stays open, and the other game comes to wait as well.
    const later = async (condition) => {
      await host.clock.fastForward(60_000);
      return condition();
    };
    await passOn(guest, other, 1);
    await until('the list renews itself', () => later(async () => (await row(other).getByText('Your turn').count()) === 1));
    await guest.goto('about:blank');
    await until('he has gone', () => later(async () => (await row(other).getByText('(online)').count()) === 0));
  });
});

at('the browser of a player compares the dice with what it has kept', {}, async (host) => {
  await register(host);
  await another(host, {}, async (guest) => {
    await register(guest);
    const id = await begin(host, guest);
    const dice = (page) => page.locator('details.trust');
    await dice(host).locator('summary').click();
    await dice(host).getByText('compares them when the game is over').waitFor();
    const { version } = await ask(guest, `/api/games/${id}?side=1`);
    await ask(guest, `/api/games/${id}/resign`, { version, id: 'resigns', side: 1 });
    await dice(host).getByText('The same: the secret has the fingerprint that this browser kept').waitFor();
    await guest.evaluate((key) => localStorage.setItem(key, JSON.stringify({ commit: 'f'.repeat(64), nonces: {} })), `acies.dice.${id}`);
    await go(guest, `#/game/${id}`);
    await dice(guest).locator('summary').click();
    await dice(guest).getByText('Do not trust these dice.').waitFor();
    await guest.evaluate((key) => localStorage.removeItem(key), `acies.dice.${id}`);
    await go(guest, `#/game/${id}`);
    await dice(guest).locator('summary').click();
    await dice(guest).getByText('cannot compare them').waitFor();
  });
});

at('who is online is shown at the table and in the lobby', {}, async (host) => {
  await another(host, {}, async (guest) => {
    const name = await register(guest);
    await begin(host, guest);
    await ask(guest, '/api/games', { battle: 'sparta-195bc', options: [], seats: ['human', 'human'], mine: 0, terms: { open: true } });
    await host.reload();
    await host.getByRole('heading', { name: `against ${name} (online)` }).waitFor();
    await go(host, '');
    await host.getByRole('region', { name: 'Lobby' }).getByText(`set up by ${name} (online)`).waitFor();
  });
});

at('the title of a hidden page counts the game that is open on it', {}, async (host) => {
  await another(host, {}, async (guest) => {
    const id = await begin(host, guest);
    await act(host, id, 0, 'ready');
    await button(guest, 'Ready').waitFor();
    assert.match(await guest.title(), /^Your turn/, 'whoever looks at it is not told');
    await hide(guest, true);
    await until('the title counts it', async () => /^\(1\) Your turn/.test(await guest.title()));
    const icon = () => guest.locator('link[rel="icon"]').getAttribute('href');
    assert.match(await icon(), /circle/);
    await hide(guest, false);
    await until('it is counted no more', async () => /^Your turn/.test(await guest.title()));
    assert.doesNotMatch(await icon(), /circle/);

    // It becomes his turn while nobody looks.
    await passOn(guest, id, 1);
    await hide(host, true);
    await until('the title of the other', async () => /^\(1\) Your turn/.test(await host.title()));
  });
});

at('who is called back in the middle of an activation is shown it move by move, and may step or skip', { settings: { motion: 'full', pace: 0.5 } }, async (host) => {
  // What is shown is recorded from the beginning.
  await host.addInitScript(() => {
    globalThis.shownMoves = [];
    new MutationObserver(() => {
      const text = document.querySelector('.skip-moves') && document.querySelector('.prompt-text')?.textContent;
      if (text && globalThis.shownMoves.at(-1) !== text) globalThis.shownMoves.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  const shown = () => host.evaluate(() => globalThis.shownMoves);
  await another(host, {}, async (guest) => {
    const position = readFileSync(join(root, 'e2e', 'bouvines.yaml'), 'utf8');
    const id = await begin(host, guest, 'bouvines-1214', { position });
    await go(host, '');
    await act(guest, id, 1, 'move bourgogne', 'charge 1709', 'done', 'melee 1710 1709');
    await go(host, `#/game/${id}`);

    // By itself, to the question.
    const question = prompt(host).getByText('charge in reaction?');
    await question.waitFor();
    assert.match((await shown()).join('\n'), /Bourgogne/, 'the charge was played');
    const deeds = host.getByRole('group', { name: 'What the opponent did' });
    await deeds.getByText("The opponent's moves so far.").waitFor();
    await every(host, 'what the opponent did so far');
    await host.setViewportSize(desk);

    // Step by step.
    await until('it is paused', async () => {
      await button(deeds, 'Watch again').click();
      await button(host, "Pause the opponent's moves").click({ timeout: 3000 }).catch(() => {});
      return host.getByText('Paused', { exact: true }).isVisible();
    });
    assert.equal(await host.locator('.ends button, .able button').count(), 0, 'nothing can be chosen meanwhile');
    await until('the last step', async () => {
      await button(host, 'Next move').click({ timeout: 3000 }).catch(() => {});
      return question.isVisible();
    });

    // At once.
    await until('it is skipped', async () => {
      const before = (await shown()).length;
      await button(deeds, 'Watch again').click();
      await host.keyboard.press('Escape');
      await question.waitFor();
      return (await shown()).length <= before + 2;
    });
    await button(host.locator('.beside'), 'Charge in reaction').click();
    await host.getByRole('region', { name: /Odds: Charge in reaction/ }).waitFor();
  });
});

for (const [size, locale, copy, link] of [
  [desk, 'en-GB', 'Copy link to watch', 'Link to watch'],
  [phone, 'fr-FR', 'Copier le lien pour regarder', 'Lien pour regarder'],
]) {
  at(`the link to watch is copied, ${locale}`, { size, locale }, async (host) => {
    await host.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(server.address).origin });
    const { id, token } = await invite(host, 'sparta-195bc', { terms: { watch: 'link' } });
    await go(host, `#/game/${id}`);
    const address = `${server.address}#/game/${id}`;
    const take = async () => {
      await button(host, copy).click();
      await until('the link is copied', async () => (await host.evaluate(() => navigator.clipboard.readText())) === address);
      assert.equal(await host.getByRole('textbox', { name: link }).inputValue(), address);
      await fits(host, 'the link to watch');
    };
    await take(); // beside the invitation
    await another(host, {}, async (guest) => {
      await ask(guest, '/api/join', { token });
      await go(guest, `#/game/${id}`);
      await go(host, `#/game/${id}`);
      await take(); // and while they play
      await another(host, {}, async (stranger) => {
        await stranger.goto(address);
        await board(stranger).waitFor();
        await stranger.getByText('You are watching this game.').waitFor();
      });
    });
    const closed = await invite(host);
    await go(host, `#/game/${closed.id}`);
    await settled(host);
    assert.equal(await button(host, copy).count(), 0, 'a game for two has no such link');
  });
}

guard();
