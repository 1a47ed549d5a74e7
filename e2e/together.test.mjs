// Two people, each with a browser, on a server with accounts: invitations, seats, accounts.

import assert from 'node:assert/strict';
import { another, password, society } from './people.mjs';
import { board, button, desk, every, fits, phone, prompt, Server, settled, stage, until } from './house.mjs';

const { server, at: alone, guard } = stage(new Server({ accounts: true }));

const { at, ask, register, invite, go } = society(server, alone);

/** Counts the clicks of a person. */
function clicker() {
  const it = async (locator) => {
    it.clicks++;
    await locator.click();
  };
  it.clicks = 0;
  return it;
}

at('from the home page to the first move of two friends', {}, async (host) => {
  const name = await register(host);
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(server.address).origin });
  const press = clicker();
  await host.goto(server.address);
  await press(host.getByRole('link', { name: 'Play this battle: Sparta, 195 BC' }));
  await press(host.getByRole('radiogroup', { name: 'Spartans' }).getByText('A friend, by link'));
  await press(button(host, 'Start the battle'));
  await prompt(host).getByText('Waiting for an opponent').waitFor();
  await press(button(host, 'Copy the invitation link'));
  await host.getByText('Link copied.').waitFor();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/#\/join\/.+/);
  assert.equal(await host.getByRole('textbox', { name: 'Invitation link' }).inputValue(), link);
  assert.equal(await host.title(), 'Waiting for an opponent · Sparta, 195 BC · Acies');

  await another(host, {}, async (guest) => {
    const take = clicker();
    await guest.goto(link);
    await guest.getByText(`${name} invites you to this battle.`).waitFor();
    await guest.getByRole('img', { name: 'Map: Sparta, 195 BC' }).waitFor();
    await take(button(guest, 'Play this side'));
    await board(guest).waitFor();
    await guest.getByRole('heading', { name: `Sparta, 195 BC against ${name}` }).waitFor();
    await prompt(guest).getByText(`Waiting for ${name}`).waitFor();
    await settled(guest);
    assert.equal(await guest.locator('.ends button, .able button').count(), 0);

    // The page of the host goes on by itself.
    const ready = button(host, 'Ready');
    await ready.waitFor();
    assert.equal(await host.title(), 'Your turn · Sparta, 195 BC · Acies');
    for (const page of [host, guest]) {
      assert.equal(await button(page, /^Hint/).count(), 0);
      assert.equal(await page.getByRole('alertdialog').count(), 0);
      assert.equal(await page.getByRole('dialog').count(), 0);
    }
    assert.deepEqual([press.clicks, take.clicks], [4, 1], 'clicks of the host and of the guest up to the first move');

    await ready.click();
    await prompt(host).getByText('Waiting for your opponent').waitFor();
    await prompt(host).getByText('(guest)').waitFor();
    await button(guest, 'Ready').waitFor();
    assert.equal(await guest.title(), 'Your turn · Sparta, 195 BC · Acies');

    await go(guest, '');
    const game = guest.locator('.recent-game');
    await game.getByText('Your turn').waitFor();
    await game.getByText(`Romans (${name})`).waitFor();
    await game.getByText('Spartans (you)').waitFor();
    await go(host, '');
    await host.locator('.recent-game').getByText('To play: Spartans').waitFor();
    await host.locator('.recent-game').getByText('Spartans (guest)').waitFor();
  });
});

at('two strangers without accounts, from the home page to the first move by link', {}, async (host) => {
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(server.address).origin });
  const press = clicker();
  await host.goto(server.address);
  await press(host.getByRole('link', { name: 'Play this battle: Sparta, 195 BC' }));
  await press(host.getByRole('radiogroup', { name: 'Spartans' }).getByText('A friend, by link'));
  await press(button(host, 'Start the battle'));
  await press(button(host, 'Copy the invitation link'));
  await host.getByText('Link copied.').waitFor();
  const link = await host.evaluate(() => navigator.clipboard.readText());
  await another(host, {}, async (guest) => {
    const take = clicker();
    await guest.goto(server.address);
    await guest.getByRole('link', { name: 'Play this battle: Sparta, 195 BC' }).waitFor();
    await guest.goto(link);
    await take(button(guest, 'Play this side'));
    await board(guest).waitFor();
    await button(host, 'Ready').waitFor();
    assert.deepEqual([press.clicks, take.clicks], [4, 1], 'clicks until both are at the table and the first can move');
    await press(button(host, 'Ready'));
    await take(button(guest, 'Ready'));
    assert.ok(take.clicks <= 4, 'clicks of the guest with the first move');
    for (const page of [host, guest]) {
      const who = await ask(page, '/api/me');
      assert.deepEqual([who.known, who.name ?? ''], [true, ''], 'nobody needs an account');
      assert.equal(await page.getByRole('dialog').count(), 0);
    }
    const moved = async () => (await ask(guest, `/api/games/${guest.url().split('/').at(-1)}/log`)).filter((e) => e.do === 'ready').map((e) => e.side);
    await until('both have moved', async () => (await moved()).join() === '0,1');
  });
});

at('a link is one for the first who accepts it, and the same after a reload', {}, async (host) => {
  await host.goto(`${server.address}#/new/sparta-195bc`);
  await host.getByRole('radiogroup', { name: 'Romans' }).getByText('A friend, by link').click();
  assert.ok(await host.getByRole('radiogroup', { name: 'Spartans' }).getByLabel('Me').isChecked(), 'who invites plays the other side');
  await button(host, 'Start the battle').click();
  await button(host, 'Copy the invitation link').click();
  const field = host.getByRole('textbox', { name: 'Invitation link' });
  const link = await field.inputValue();
  await host.reload();
  assert.equal(await field.inputValue(), link);
  const table = host.url();

  // The host needs no invitation, and opens no second seat by mistake.
  await go(host, link.slice(server.address.length));
  await host.getByText('This is your own invitation').waitFor();
  assert.equal(await button(host, 'Play this side').count(), 0);
  await host.getByRole('link', { name: 'Back to the game' }).click();

  await button(host, 'New link').click();
  await until('another link', async () => ![link, ''].includes(await field.inputValue().catch(() => '')));
  const latest = await field.inputValue();
  await another(host, {}, async (guest) => {
    await guest.goto(link);
    await guest.getByText('This invitation is not valid, or no longer.').waitFor();
    await guest.getByRole('link', { name: 'Back to the battles' }).waitFor();
    await go(guest, latest.slice(server.address.length));
    await button(guest, 'Play this side').click();
    await board(guest).waitFor();
    await until('the page of the game', () => guest.url() === table);
    // What is accepted is not asked again.
    await go(guest, latest.slice(server.address.length));
    await board(guest).waitFor();
    assert.equal(guest.url(), table);
  });
  await another(host, {}, async (third) => {
    await third.goto(latest);
    await third.getByText('Another player has taken this seat.').waitFor();
    assert.equal(await button(third, 'Play this side').count(), 0);
  });
});

at('a battle with secrets is played on two devices without handing one over', {}, async (host) => {
  const { id, token } = await invite(host, 'stream-333bc');
  await another(host, {}, async (guest) => {
    await ask(guest, '/api/join', { token });
    for (const page of [host, guest]) await go(page, `#/game/${id}`);
    // The game begins when both pages have added to the dice.
    const { view, nonces } = await until('the game begins', async () => {
      const t = await ask(host, `/api/games/${id}`);
      return !t.waiting && t;
    });
    assert.deepEqual(nonces.map((n) => n.side).sort(), [0, 1]);
    const { toAct } = view;
    for (const [side, page] of [host, guest].entries()) {
      await until('the page shows it', async () => !(await prompt(page).getByText('Waiting for').count()) || side !== toAct);
      await settled(page);
      assert.equal(await page.getByRole('alertdialog').count(), 0);
      assert.equal((await page.locator('.ends button, .able button').count()) > 0, side === toAct, `side ${side} may act`);
    }
    // What is another's is not shown for the asking.
    const refused = await host.request.get(new URL(`/api/games/${id}?side=1`, server.address).href);
    assert.equal(refused.status(), 403);
  });
});

at('a guest who registers finds his game in another browser', {}, async (guest) => {
  await another(guest, {}, async (host) => {
    const { address } = await invite(host);
    await guest.goto(address);
    await button(guest, 'Play this side').click();
    await board(guest).waitFor();
  });
  await go(guest, '');
  const create = guest.getByRole('region', { name: 'Create an account' });
  await guest.getByRole('link', { name: 'Guest', exact: true }).click();
  await create.getByText('You keep the games played as a guest.').waitFor();
  await create.getByLabel('Name').fill('Proxenus');
  await create.getByLabel('Password', { exact: true }).fill('short');
  await button(create, 'Create an account').click();
  await create.getByRole('alert').getByText('at least 8 characters').waitFor();
  await settled(guest);
  assert.equal(await guest.evaluate(() => document.activeElement?.getAttribute('name')), 'password', 'the focus goes to what is wrong');
  await guest.keyboard.type(' and longer');
  await guest.keyboard.press('Enter');
  await guest.getByText('Welcome, Proxenus.').waitFor();
  await guest.locator('.recent-game').getByText('Spartans (you)').waitFor(); // he has kept his game, and is where it is listed

  await another(guest, {}, async (page) => {
    await page.goto(`${server.address}#/account`);
    const form = page.getByRole('region', { name: 'Log in' });
    await form.getByLabel('Name').fill('Proxenus');
    await form.getByLabel('Password', { exact: true }).fill('short');
    await button(form, 'Log in').click();
    await form.getByRole('alert').getByText('The name or the password is wrong.').waitFor();
    await form.getByLabel('Password', { exact: true }).fill('short and longer');
    await button(form, 'Log in').click();
    await page.locator('.recent-game').getByText('Spartans (you)').waitFor();

    // Each browser can log out the other.
    await page.getByRole('link', { name: 'Proxenus', exact: true }).click();
    await button(page, /^Log out: /).click();
    await until('the other browser is logged out', async () => (await page.locator('.account-browser').count()) === 1);
    await go(guest, '');
    await guest.getByRole('link', { name: 'Log in', exact: true }).waitFor();
    assert.equal(await guest.locator('.recent-game').count(), 0);

    const change = page.getByRole('region', { name: 'Change the password' });
    await change.getByLabel('Current password').fill('wrong');
    await change.getByLabel('New password').fill(password);
    await button(change, 'Change the password').click();
    await change.getByRole('alert').getByText('The password is wrong.').waitFor();
    await change.getByLabel('Current password').fill('short and longer');
    await button(change, 'Change the password').click();
    await page.getByText('Password changed.').waitFor();

    await page.getByText('Delete the account').first().click();
    const gone = page.locator('.account-end');
    await gone.getByLabel('Current password').fill(password);
    await button(gone, 'Delete the account').click();
    await page.getByText('Account deleted.').waitFor();
    await page.getByRole('region', { name: 'Create an account' }).waitFor();
  });
});

at('an undo is asked for and granted, a draw declined, and a game resigned', {}, async (host) => {
  const { id, address } = await invite(host);
  await go(host, `#/game/${id}`);
  await another(host, {}, async (guest) => {
    await guest.goto(address);
    await button(guest, 'Play this side').click();
    await button(host, 'Ready').click();
    await button(guest, 'Ready').waitFor();

    await host.getByText('Resign or make an offer').click();
    await button(host, 'Ask to undo').click();
    await host.getByText('You have asked to undo your last choice.').waitFor();
    await guest.getByText('Your opponent asks to undo their last choice').waitFor();
    await button(guest, 'Accept').click();
    await host.getByText('The Spartans agreed to the undo the Romans asked for').waitFor();
    await button(host, 'Ready').waitFor();

    await guest.getByText('Resign or make an offer').click();
    await button(guest, 'Offer a draw').click();
    await host.getByText('Your opponent offers a draw.').waitFor();
    for (const page of [host, guest]) await page.getByRole('tab', { name: 'Units' }).click(); // it is seen from everywhere
    assert.equal(await button(guest, 'Withdraw').count(), 1);
    await button(host, 'Decline').click();
    await guest.getByText('The Romans declined the draw.').waitFor();
    for (const page of [host, guest]) {
      await page.getByRole('tab', { name: 'Play' }).click();
      await page.getByText('Resign or make an offer').click();
    }
    await button(guest, 'Offer a draw').click();
    await guest.getByText('You have offered this already.').waitFor();
    await button(host, 'Offer a draw').click();
    await button(host, 'Withdraw').click();
    await guest.getByText('The Romans withdrew the offer of a draw.').waitFor();

    await button(guest, 'Resign').click();
    await button(guest, 'Cancel').click();
    await button(guest, 'Resign').click();
    await button(guest, 'Yes, the Spartans resign').click();
    for (const page of [host, guest]) {
      await prompt(page).getByText('Victory: Romans', { exact: true }).waitFor();
      await prompt(page).getByText('The Romans won: the enemy resigned.').waitFor();
    }
  });
});

at('what two players say to each other stands in the battle log, among what they do', {}, async (host) => {
  const { id, token } = await invite(host);
  await go(host, `#/game/${id}`);
  await another(host, { locale: 'fr-FR' }, async (guest) => {
    await ask(guest, '/api/join', { token });
    await go(guest, `#/game/${id}`);
    await button(host, 'Ready').click();
    await button(guest, 'Prêt').click();
    // The lines of the log. A new question brings its answers into view, and whose turn it is depends on the dice.
    const lines = async (page) => {
      const tab = page.getByRole('tab', { name: /^(Log|Journal)$/ });
      if ((await tab.count()) && (await tab.getAttribute('aria-selected')) !== 'true') await tab.click();
      return (await page.locator('.log li .fact').allInnerTexts()).map((x) => x.replace(/[\u00a0\u202f\s]+/g, ' ').trim());
    };
    await until('both have chosen', async () => (await lines(host)).length > 2);

    // What is said after the last action arrives at once, with nothing done since.
    let known = -1;
    const say = async (side, what, fields = {}) => {
      const page = [host, guest][side];
      const { version } = await ask(page, `/api/games/${id}`);
      await ask(page, `/api/games/${id}/${what}`, { version, id: `say ${++known}`, side, ...fields });
    };
    await say(0, 'offer', { deal: 'peace' });
    await until('the offer is told', async () => (await lines(host)).at(-1) === 'The Romans offered a draw.');
    await until('the same in French', async () => (await lines(guest)).at(-1) === 'Romains : proposition de nulle.');
    await say(1, 'reply', { accept: false });
    await say(1, 'offer', { deal: 'undo' });
    await say(0, 'reply', { accept: true });
    const said = ['The Romans offered a draw.', 'The Spartans declined the draw.', 'The Romans agreed to the undo the Spartans asked for: N actions taken back.'];
    const counted = async (page) => (await lines(page)).map((x) => x.replace(/\d+ actions/, 'N actions'));
    // Of what was done, what is left stands before it: the choice of the Romans.
    await until('the undo is told, and what was undone is not', async () => (await counted(host)).slice(1).join() === said.join());
    await until('the same in French', async () => (await counted(guest)).at(-1) === 'Romains : accord pour l’annulation demandée par les Spartiates, N actions reprises.');
    const { version } = await ask(guest, `/api/games/${id}`);
    await ask(guest, `/api/games/${id}/actions`, { version, id: 'again', actions: ['ready'] });
    await until('what is done then follows', async () => (await lines(host)).length > said.length + 2);
    assert.deepEqual((await counted(host)).slice(1, 1 + said.length), said);

    await say(1, 'resign');
    await until('the end is told', async () => (await lines(host)).at(-1) === 'The Spartans resigned.');
    const { length } = await ask(host, `/api/games/${id}`);
    await go(host, `#/game/${id}/at/${length}`);
    await host.locator('.replay-now').getByText('The Spartans resigned.').waitFor();
    assert.equal((await lines(host)).at(-1), 'The Spartans resigned.');
  });
});

at('a phone shares the link with its other programs', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  await page.addInitScript(() => {
    navigator.share = async (data) => {
      globalThis.handedOver = data;
    };
  });
  const { id } = await invite(page);
  await go(page, `#/game/${id}`);
  await button(page, "Partager le lien d’invitation").tap();
  const { url } = await page.waitForFunction(() => globalThis.handedOver).then((h) => h.jsonValue());
  assert.match(url, new RegExp(`/#/join/${id}-`));
  await fits(page, 'the link');
});

/** The pages of people, and what is on them when they are there. */
for (const [name, there, open] of [
  ['a stranger', 'form', () => '#/account'],
  ['a member', '.account-browser', async (page) => ((await register(page)), '#/account')],
  ['a new game with a friend', '.map-picture', () => '#/new/sparta-195bc'],
  ['an invitation', '.join .big', (page) => another(page, {}, async (host) => ((await register(host)), `#/join/${(await invite(host)).token}`))],
  ['an invitation that is none', 'h1', () => '#/join/a-b'],
  ['a table that waits', '.invite', async (page) => `#/game/${(await invite(page)).id}`],
  ['a list with open seats', '.recent-game', async (page) => ((await invite(page)), '')],
]) {
  at(`${name} can be read in every look`, {}, async (page) => {
    await go(page, await open(page));
    await page.locator(there).first().waitFor();
    await every(page, name);
  });
  at(`${name} fits, in French`, { locale: 'fr-FR' }, async (page) => {
    await go(page, await open(page));
    await page.locator(there).first().waitFor();
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await fits(page, `${name}, ${size.width}`);
    }
  });
}

guard();
