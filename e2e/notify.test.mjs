// The settings of notices on the account page, what a person is told when a browser cannot be notified, and games that are muted.

import assert from 'node:assert/strict';
import { button, desk, every, fits, phone, Server, settled, stage, until } from './house.mjs';
import { another, society } from './people.mjs';

const { server, at: alone, guard } = stage(new Server({ accounts: true }));
const { at, ask, register, invite, go } = society(server, alone);

const card = (page, name = 'Notifications') => page.getByRole('region', { name, exact: true });

/** Makes the browser of a page answer as told when it is asked for notices: the permission, and what comes of a subscription. */
const browserThat = (page, how) =>
  page.addInitScript(({ permission, fails, endpoint, unable }) => {
    if (unable) {
      delete globalThis.PushManager;
      return;
    }
    let given = 'default';
    Object.defineProperty(Notification, 'permission', { get: () => given });
    Notification.requestPermission = async () => (given = permission);
    let subscribed = null;
    PushManager.prototype.getSubscription = async () => subscribed;
    PushManager.prototype.subscribe = async () => {
      if (fails) throw new DOMException('Registration failed - push service not available', 'AbortError');
      const keys = {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      };
      return (subscribed = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => ((subscribed = null), true) });
    };
  }, how);

at('what a person is told of is set on the account page, and stays', {}, async (page) => {
  await register(page);
  await go(page, '#/account');
  const notices = card(page);
  const begun = notices.getByLabel('when a game begins');
  const before = (await ask(page, '/api/notices')).events.includes('begun');
  assert.equal(await begun.isChecked(), before);
  await begun.click();
  await until('the server knows', async () => (await ask(page, '/api/notices')).events.includes('begun') !== before);
  await notices.getByLabel('Remind me if it is still my turn').selectOption({ label: 'after 12 hours' });
  await until('the server knows', async () => (await ask(page, '/api/notices')).remind === 12);
  await settled(page);
  await page.reload();
  await notices.getByLabel('Remind me if it is still my turn').waitFor();
  assert.equal(await begun.isChecked(), !before);
  assert.equal(await notices.getByLabel('Remind me if it is still my turn').inputValue(), '12');
});

at('a webhook that leads into the server’s own network is refused, and one that does not is tried', {}, async (page) => {
  await register(page);
  await go(page, '#/account');
  const hooks = card(page, 'By webhook');
  const address = hooks.getByLabel('Webhook address');
  await hooks.getByLabel('Form').selectOption('JSON');
  await address.fill('https://127.0.0.1/hook');
  await address.press('Enter');
  await hooks.getByRole('alert').waitFor();
  assert.equal(await address.getAttribute('aria-invalid'), 'true');
  await address.fill('https://hooks.invalid/acies');
  await button(hooks, 'Add webhook').click();
  await hooks.getByText('JSON, hooks.invalid').waitFor();
  await hooks.getByText('It is shown only now.').waitFor();
  await button(hooks, 'Test JSON, hooks.invalid').click();
  await hooks.getByRole('status').getByText(/^Not delivered: /).waitFor();
  await every(page, 'a webhook that does not answer');
  await page.setViewportSize(desk);
  await button(hooks, 'Remove JSON, hooks.invalid').click();
  await until('it is gone', async () => (await ask(page, '/api/notices')).channels.length === 0);
});

at('a browser that can be notified is listed, tested and removed', {}, async (page) => {
  await browserThat(page, { permission: 'granted', endpoint: 'https://push.invalid/abc' });
  await register(page);
  await go(page, '#/account');
  const part = card(page, 'In browsers');
  await part.getByText('It will ask for your permission.').waitFor();
  await button(part, 'Turn on in this browser').click();
  await part.getByText('(this browser)').waitFor();
  assert.equal(await button(part, 'Turn on in this browser').count(), 0);
  await button(part, /^Test /).click();
  await part.getByRole('status').getByText(/^Not delivered: /).waitFor();
  await button(part, /^Remove /).click();
  await button(part, 'Turn on in this browser').waitFor();
});

for (const [what, how, said] of [
  ['has no notices', { unable: true }, 'This browser cannot receive notifications.'],
  ['is not permitted to show them', { permission: 'denied' }, 'This browser blocks notifications from this site.'],
  ['cannot reach its push service', { permission: 'granted', fails: true }, 'The browser could not subscribe. Its push service may be turned off or out of reach.'],
  ['has a push service that the server refuses', { permission: 'granted', endpoint: 'https://127.0.0.1/push' }, /.+/],
]) {
  at(`a browser that ${what} says so`, {}, async (page) => {
    await browserThat(page, how);
    await register(page);
    await go(page, '#/account');
    const part = card(page, 'In browsers');
    await part.waitFor();
    if (!how.unable) await button(part, 'Turn on in this browser').click();
    if (how.permission === 'granted') {
      await page.getByRole('alert').getByText(said).waitFor();
      await button(part, 'Turn on in this browser').waitFor(); // it can be tried again
      assert.ok(await button(part, 'Turn on in this browser').isEnabled());
    } else {
      await part.getByText(said).waitFor();
      assert.equal(await button(part, 'Turn on in this browser').count(), 0);
    }
    assert.deepEqual((await ask(page, '/api/notices')).channels, []);
  });
}

at('a game is muted at its table, and has reminders of its own', {}, async (host) => {
  await register(host);
  await another(host, {}, async (guest) => {
    const { id, token } = await invite(host);
    await ask(guest, '/api/join', { token });
    await go(host, `#/game/${id}`);
    await host.getByRole('tab', { name: 'Talk' }).click();
    const told = host.getByLabel('Notify me about this game');
    assert.ok(await told.isChecked());
    await told.click();
    await until('the server knows', async () => (await ask(host, `/api/games/${id}/notices`)).mute);
    await go(host, `#/game/${id}`);
    await host.getByRole('tab', { name: 'Talk' }).click();
    await told.waitFor();
    await until('it stays', async () => !(await told.isChecked()));
    const remind = host.getByLabel('Remind me if it is still my turn');
    assert.equal(await remind.count(), 0);
    await told.click();
    assert.equal(await remind.inputValue(), '-1', 'as usual');
    await remind.selectOption('after 6 hours');
    await until('the server knows', async () => (await ask(host, `/api/games/${id}/notices`)).remind === 6);
    assert.equal((await ask(guest, `/api/games/${id}/notices`)).remind, -1, 'the other player is reminded as before');
    await host.reload();
    await host.getByRole('tab', { name: 'Talk' }).click();
    await until('it stays', async () => (await remind.inputValue().catch(() => '')) === '6');
    await remind.selectOption('as usual');
    await until('the server knows', async () => (await ask(host, `/api/games/${id}/notices`)).remind === -1);
  });
});

at('the settings of notices fit, in French', { locale: 'fr-FR' }, async (page) => {
  await register(page);
  await go(page, '#/account');
  await page.locator('.telling').waitFor();
  for (const size of [desk, phone]) {
    await page.setViewportSize(size);
    await fits(page, `notices, ${size.width}`);
  }
});

guard();
