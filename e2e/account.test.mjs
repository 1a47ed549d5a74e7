// The account page: passkeys, tokens for programs, links that are not valid. Browsers have passkeys on localhost without https.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { button, desk, every, fits, phone, Server, settled, stage, until } from './house.mjs';
import { password, society } from './people.mjs';

/** A port that nobody uses: the address of the server is part of its passkeys. */
async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

const port = await freePort();
const running = new Server({ more: ['--public', `http://localhost:${port}`] });
running.address = `http://127.0.0.1:${port}/`;
const { at: alone, guard } = stage(running);
const { at, ask, register, go } = society({ address: `http://localhost:${port}/` }, alone);

/** Gives the browser of a page a device with passkeys, which says yes to everything. */
async function device(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return { credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials };
}

at('a passkey is added, logs in without a name, and replaces the password', {}, async (page) => {
  const { credentials } = await device(page);
  const name = await register(page);
  await go(page, '#/account');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByText('Add a passkey').first().click();
  await card.getByLabel('Name of the passkey').fill('laptop');
  await card.getByLabel('Current password').fill('wrong');
  await button(card, 'Add a passkey').click();
  await card.getByRole('alert').getByText('The password is wrong.').waitFor();
  await card.getByLabel('Current password').fill(password);
  await button(card, 'Add a passkey').click();
  await page.getByText('Passkey added.').waitFor();
  await card.getByText('Never used').waitFor();
  assert.equal((await credentials()).length, 1);

  await button(page, 'Log out').click();
  await button(page, 'Log in with a passkey').click();
  await page.getByRole('link', { name }).waitFor();
  await go(page, '#/account');
  await card.getByText('Last used: just now').waitFor();

  await button(card, 'Rename: laptop').click();
  const naming = card.locator('form', { hasText: 'Rename: laptop' });
  await naming.getByLabel('Name of the passkey').fill('desk');
  await naming.getByLabel('Current password').fill('wrong');
  await button(card, 'Save').click();
  await naming.getByRole('alert').getByText('The password is wrong.').waitFor();
  await naming.getByLabel('Current password').fill(password);
  await button(card, 'Save').click();
  await button(card, 'Remove: desk').waitFor();

  await card.getByText('Remove the password').first().click();
  await card.locator('details', { hasText: 'From then on' }).getByLabel('Current password').fill(password);
  await button(card, 'Remove the password').click();
  await page.getByText('Password removed.').waitFor();
  await page.getByRole('region', { name: 'Set a password' }).waitFor();
  await button(card, 'Remove: desk').click();
  await page.getByText('You could no longer log in.').waitFor();

  await page.getByText('Delete the account').first().click();
  await button(page.locator('.account-end'), 'Delete the account').click();
  await page.getByText('Account deleted.').waitFor();
});

at('whoever has recovered an account sees by what else it can be entered, and removes it', {}, async (page) => {
  await device(page);
  const name = await register(page);
  await go(page, '#/account');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await card.getByText('Add a passkey').first().click();
  await card.getByLabel('Name of the passkey').fill('of an intruder');
  await card.getByLabel('Current password').fill(password);
  await button(card, 'Add a passkey').click();
  await page.getByText('Passkey added.').waitFor();
  const recover = async () => {
    await go(page, running.admin('recover', name, '--public', `http://localhost:${port}`).match(/#\/recover\/\S+/)[0]);
    await page.getByRole('textbox', { name: 'New password' }).fill('the sea, the sea');
    await button(page, 'Set the password').click();
  };
  await recover();
  const left = page.getByRole('region', { name: 'Ways into the account' });
  await left.getByText('Passkey: of an intruder').waitFor();
  await every(page, 'ways into an account');
  await button(left, 'Remove: Passkey: of an intruder').click();
  await left.getByText('There is no other way into the account.').waitFor();
  await button(left, 'Continue to the account').click();
  await page.getByRole('region', { name: 'Change the password' }).waitFor();
  assert.deepEqual(await ask(page, '/api/passkeys'), []);
  await recover(); // now there is nothing to show
  await page.getByRole('region', { name: 'Change the password' }).waitFor();
});

at('a token is shown once, used by a program, and revoked', {}, async (page) => {
  const name = await register(page);
  await go(page, '#/account');
  const card = page.getByRole('region', { name: 'Tokens for programs' });
  await card.getByText('Create a token').first().click();
  await card.getByLabel('Name of the token').fill('my bot');
  await card.getByLabel('Current password').fill(password);
  await card.getByText('Play', { exact: true }).click();
  await card.getByText('It also acts in your seats.').waitFor();
  await button(card, 'Create a token').click();
  const field = card.getByRole('textbox', { name: 'New token' });
  await field.waitFor();
  const secret = await field.inputValue();
  const asProgram = () => fetch(`http://localhost:${port}/api/me`, { headers: { Authorization: `Bearer ${secret}` } });
  assert.deepEqual((({ name, scope }) => ({ name, scope }))(await (await asProgram()).json()), { name, scope: 'play' });
  await settled(page);
  await page.reload();
  await button(card, 'Revoke: my bot').waitFor();
  assert.equal(await field.count(), 0, 'a token is shown once');
  await button(card, 'Revoke: my bot').click();
  await until('the token is gone', async () => (await card.locator('.account-browser').count()) === 0);
  assert.equal((await asProgram()).status, 401);
});

at('an account is linked to the login service of a club, and unlinked', {}, async (page) => {
  // The club’s service is played here; the server has none.
  const name = await register(page);
  let linked = false;
  const sent = [];
  await page.route('**/api/me?*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), provider: 'login.club.example', linked } });
  });
  await page.route('**/api/oidc/link?*', async (route) => {
    const given = [route.request().method(), route.request().postDataJSON().password];
    sent.push(given);
    if (given[1] !== password) return route.fulfill({ status: 401, json: { error: { code: 'log-in', message: 'The password is wrong.' } } });
    linked = given[0] === 'POST';
    return route.fulfill({ json: linked ? { address: '/#/account' } : {} });
  });
  await go(page, '#/account');
  const card = page.getByRole('region', { name: 'Login service' });
  await card.getByText('Link your account to login.club.example').waitFor();
  await card.getByText('Link the account').first().click();
  await card.getByLabel('Current password').fill('wrong');
  await button(card, 'Link the account').click();
  await card.getByRole('alert').getByText('The password is wrong.').waitFor();
  await card.getByLabel('Current password').fill(password);
  await button(card, 'Link the account').click();
  await until('it has gone to the service', () => linked);
  await go(page, '#/account'); // as it comes back
  await card.getByText('Linked to login.club.example').waitFor();
  await every(page, 'a linked account');
  await card.getByText('Unlink the account').first().click();
  await card.getByLabel('Current password').fill(password);
  await button(card, 'Unlink the account').click();
  await card.getByText('Link your account to login.club.example').waitFor();
  assert.deepEqual(sent.map(([method]) => method), ['POST', 'POST', 'DELETE']);
  await go(page, '#/refused/identity-taken');
  await page.getByRole('alert').getByText('This identity belongs to another account.').waitFor();
  await page.getByRole('link', { name }).waitFor();
});

at('links that are not valid say so', {}, async (page) => {
  await go(page, '#/recover/none');
  await page.getByRole('textbox', { name: 'New password' }).fill('ten thousand');
  await button(page, 'Set the password').click();
  await page.getByRole('alert').getByText('This link is not valid, or no longer.').waitFor();
  await go(page, '#/confirm/none');
  await page.getByRole('alert').getByText('This link is not valid, or no longer.').waitFor();
  await page.getByRole('link', { name: 'Back to the account' }).click();
  await page.getByText('Forgotten password?').click();
  await page.getByText('Ask the host of this server for a recovery link.').waitFor();
});

at('games of a guest are those of the account that he logs in to', {}, async (page) => {
  const name = await register(page);
  await page.context().clearCookies();
  await ask(page, '/api/games', { battle: 'sparta-195bc', options: [], seats: ['human', 'recruit'] });
  await go(page, '#/account');
  const card = page.getByRole('region', { name: 'Log in' });
  await card.getByText('Games played as a guest are moved to that account.').waitFor();
  await card.getByLabel('Name').fill(name);
  await card.getByLabel('Password', { exact: true }).fill(password);
  await button(card, 'Log in').click();
  await page.getByRole('link', { name }).waitFor();
  await page.locator('.recent-game').first().waitFor();
});

for (const [name, there, open] of [
  ['a stranger', 'form', () => '#/account'],
  ['a member', '.account-more', async (page) => ((await register(page)), '#/account')],
  ['a new password', 'form', () => '#/recover/x'],
]) {
  at(`${name} can be read in every look`, {}, async (page) => {
    await go(page, await open(page));
    await page.locator(there).first().waitFor();
    await every(page, name);
  });
  at(`${name} fits, in French`, { locale: 'fr-FR' }, async (page) => {
    await go(page, await open(page));
    await page.locator(there).first().waitFor();
    for (const more of await page.locator('.account-more > summary').all()) await more.click();
    for (const size of [desk, phone]) {
      await page.setViewportSize(size);
      await fits(page, `${name}, ${size.width}`);
    }
  });
}

guard();
