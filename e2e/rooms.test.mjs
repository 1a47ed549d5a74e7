// The pages around the board: home, tutorial, set-up, opponent, replay, settings, rules; both languages, all sizes, axe.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { board, button, clickHex, corner, fits, noteMoves, phone, prompt, root, settled, sit, stage, tapHex, until } from './house.mjs';

const lastTurn = readFileSync(join(root, 'e2e', 'lastturn.yaml'), 'utf8');
const { server, at, step, upToDate, does, guard } = stage();

// ---- From home to the first moves ----------------------------------------------------------------------------------------

at('the guide leads through a first activation, can be left, and comes back', { seen: false }, async (page) => {
  const id = await server.game({ seats: ['human', 'recruit'] });
  await sit(page, server, id);
  const guide = page.getByRole('region', { name: 'Tutorial' });
  await guide.getByText('Welcome!').waitFor();
  await button(guide, 'Start the tutorial').click();
  await guide.getByText('has its printed set-up').waitFor();
  await step(page, id, () => page.locator('.ends').getByRole('button', { name: /^Ready/ }).click(), 'ready');
  await guide.getByText(/his units will move, shoot and fight/i).waitFor();
  await step(page, id, () => page.locator('.able button').first().click(), 'the choice of a leader');
  await guide.getByText('Units that may move are highlighted').waitFor();
  await button(guide, 'Got it').click();
  await guide.waitFor({ state: 'detached' });
  await step(page, id, () => page.locator('.able button').first().click(), 'the choice of a unit');
  await guide.getByText('The highlighted hexes are within reach').waitFor();
  await settled(page);
  const to = await server.goal(id);
  await step(page, id, () => clickHex(page, to.hex), 'the move');
  while ((await server.table(id)).view.active >= 0 && !(await guide.getByText('That was one activation.').count())) {
    await settled(page);
    const t = await server.table(id);
    await prompt(page).getByText(t.prompt).waitFor();
    await step(page, id, () => button(page, t.choices.find((c) => c.action === 'done').text).click(), `done (${t.prompt})`);
  }
  await guide.getByText('That was one activation.').waitFor();
  await button(guide, 'End the tutorial').click();
  await guide.waitFor({ state: 'detached' });
  await page.reload();
  await board(page).waitFor();
  await settled(page);
  assert.equal(await guide.count(), 0);
  await button(page, 'Settings').click();
  await page.getByLabel('Show the tutorial').check();
  await page.keyboard.press('Escape');
  await guide.getByText('Welcome!').waitFor();
  await button(guide, 'End the tutorial').click();
  await guide.waitFor({ state: 'detached' });
});

at('what the opponent does is shown move by move, or at once', { settings: { motion: 'full' } }, async (page) => {
  const id = await server.game({ seats: ['recruit', 'human'] });
  await sit(page, server, id);
  const moves = await noteMoves(page);
  const done = async () => {
    for (let i = 0; i < 60; i++) {
      const t = await server.table(id);
      if (t.seats[t.view.toAct] !== 'human') return;
      const choice = t.choices.find((c) => c.ends) ?? t.choices[0];
      await server.act(id, choice.action);
      if (t.view.prompt.key !== 'prompt.deploy') return;
    }
  };
  const skip = button(page, /^Skip/);
  await until('a move of the opponent is shown', async () => {
    if (await skip.count()) return true;
    await done();
    return false;
  });
  // Between moves the prompt says what the opponent is asked.
  const facts = async () => (await server.get(`/api/games/${id}/log?from=0`)).filter((e) => e.side === 0).flatMap((e) => e.facts.map((f) => f.text));
  const told = await until('three different moves are shown', async () => {
    const known = await facts();
    const list = (await moves.read()).filter((m) => known.some((f) => m.text.startsWith(f)));
    if (list.length >= 3) return list;
    if (!(await skip.count())) await done(); // the page came too late to follow enough of them
    return false;
  });
  const known = await facts();
  const places = told.map((m) => known.findIndex((k) => m.text.startsWith(k)));
  assert.ok(places.every((n, i) => n >= 0 && (i === 0 || n > places[i - 1])), `in the order of the log: ${told.map((m) => m.text).join(' / ')}`);
  assert.deepEqual(told.filter((m) => m.choices > 0), [], 'nothing can be chosen meanwhile');
  await page.keyboard.press('Escape');
  await skip.waitFor({ state: 'detached' });
  await until('the person is to act', async () => (await server.table(id)).choices.length > 0);
  await upToDate(page, id);
  await prompt(page).getByText((await server.table(id)).prompt).waitFor();
});

at('a battle against a strategos is begun', {}, async (page) => {
  await page.goto(`${server.address}#/new/sparta-195bc`);
  await page.getByRole('radiogroup', { name: /Spart/ }).getByText('Strategos').click();
  await page.getByText('You play one army, a strategos the other.').waitFor();
  assert.deepEqual(await page.locator('.levels dt').allInnerTexts(), ['Recruit', 'Centurion', 'Strategos', 'slow']);
  await page.getByText('Choose the seed yourself').click();
  await page.getByLabel(/^Seed/).fill('nabis');
  await button(page, 'Start the battle').click();
  await board(page).waitFor();
});

at('whoever thinks for more than a moment says so, and then no longer', { settings: { motion: 'full' } }, async (page) => {
  const id = await server.game({ seats: ['slow', 'human'] });
  await sit(page, server, id);
  await prompt(page).locator('.prompt-who', { hasText: /Romans\s*\(slow\)\s*thinking/ }).waitFor();
  server.letSlowBotChoose();
  await until('the bot has chosen', async () => (await server.table(id)).choices.length > 0);
  await prompt(page).locator('.thinking').waitFor({ state: 'detached' });
  await prompt(page).getByText((await server.table(id)).prompt).waitFor();
});

for (const touch of [false, true]) {
  at(`against a centurion: a hint is shown and taken, ${touch ? 'on a phone, in French' : 'with the keys'}`, touch ? { size: phone, touch, locale: 'fr-FR' } : {}, async (page) => {
    const id = await server.game({ seats: ['human', 'centurion'] });
    await server.act(id, 'ready');
    await until('the person is to act', async () => (await server.table(id)).choices.length > 0);
    await sit(page, server, id);
    for (let i = 0; i < 4; i++) {
      const t = await until('the person is to act', async () => {
        const now = await server.get(`/api/games/${id}?lang=${touch ? 'fr' : 'en'}`);
        return now.choices.length > 0 && now;
      });
      await upToDate(page, id);
      await prompt(page).getByText(t.prompt).waitFor();
      const hints = page.getByRole('region', { name: touch ? 'Conseil' : 'Hint' });
      const first = hints.getByRole('listitem').getByRole('button').first();
      if (touch) await button(page, /^Conseil/).tap();
      else await page.keyboard.press('h');
      await first.waitFor();
      assert.equal((await server.table(id)).version, t.version, 'a hint changes nothing');
      assert.ok((await hints.getByRole('listitem').count()) <= 3);
      assert.match(await first.innerText(), /\d+\s?%/);
      const text = await first.locator('.hint-what > span').first().innerText();
      await fits(page, 'hint');
      if (touch) {
        await step(page, id, () => first.tap(), 'a hint');
      } else {
        await first.focus();
        await page.locator('.meant, .aim').first().waitFor();
        await step(page, id, () => page.keyboard.press('Enter'), 'a hint');
      }
      await hints.waitFor({ state: 'detached' });
      assert.equal((await does(id))[t.n], t.choices.find((c) => c.text === text)?.action, 'the hint was carried out');
    }
  });
}

at('set-up: facing, exchange, free placement, and back to what is printed', {}, async (page) => {
  const id = await server.game({ options: ['free-spartan-placement'] });
  await sit(page, server, id);
  await page.getByText('Your army has its printed set-up').waitFor();
  await clickHex(page, '0416');
  await step(page, id, () => corner(page, 'UL').click(), 'a corner');
  await settled(page);
  await clickHex(page, '0320');
  await step(page, id, () => clickHex(page, '0420'), 'the exchange');
  assert.deepEqual(await does(id), ['face hastati-i-1 UL', 'place triarii-i-1 0420']);
  await button(page, 'Restore the printed set-up').click();
  await page.getByText('Your army has its printed set-up').waitFor();
  assert.deepEqual(await does(id), []);
  await step(page, id, () => page.locator('.ends').getByRole('button', { name: /^Ready/ }).click(), 'ready');
  await prompt(page).getByText('Spartans').waitFor();
  await settled(page);
  await clickHex(page, '0410');
  await step(page, id, () => clickHex(page, '0408'), 'the placement');
  assert.deepEqual(await does(id), ['ready', 'place perioikoi-2 0408']);
});

at('a refusal is told once, with its rule', {}, async (page) => {
  const id = await server.game();
  await server.toMoves(id);
  await sit(page, server, id);
  const error = { code: 'rule', message: 'Not in this phase.', clause: 'ant-6.Ca' };
  await page.route('**/actions?*', (route) => route.fulfill({ status: 422, json: { error } }));
  for (let i = 0; i < 2; i++) await page.locator('.able button').first().click();
  const alert = page.getByRole('alert');
  await alert.getByText('Not in this phase.').waitFor();
  assert.equal(await alert.count(), 1);
  await alert.getByRole('link', { name: 'Rule ant-6.Ca' }).waitFor();
  await button(alert, 'Close').click();
  await alert.waitFor({ state: 'detached' });
});

at('settings are kept, and change the page at once', {}, async (page) => {
  await page.goto(server.address);
  await button(page, 'Settings').click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  for (const label of ['Strong contrast', 'Large', 'Off']) await dialog.getByText(label, { exact: true }).click();
  await dialog.getByLabel('Sound').check();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Settings', 'the focus comes back');
  await page.reload();
  await settled(page);
  const html = page.locator('html');
  for (const [name, value] of [['palette', 'high-contrast'], ['counters', 'large'], ['motion', 'none']]) assert.equal(await html.getAttribute(`data-${name}`), value);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('acies.settings')).sound), true);
});

at('the books of the rules have their names in French', { size: phone, touch: true, locale: 'fr-FR' }, async (page) => {
  await page.goto(`${server.address}#/rules`);
  const books = page.getByRole('navigation', { name: 'Livres de règles' });
  await books.getByRole('link', { name: 'Au fil de l’épée : batailles médiévales' }).waitFor();
  assert.equal(await books.getByRole('link').count(), 4);
  await fits(page, 'rules');
});

at('rules and log: search, anchors, one unit, its place and its rule', {}, async (page) => {
  await page.goto(`${server.address}#/rules/ant-10.5c`);
  const clause = page.locator('[id="ant-10.5c"]');
  await clause.waitFor();
  await settled(page);
  assert.ok(await clause.evaluate((e) => e.classList.contains('marked') && e.getBoundingClientRect().top < innerHeight));
  await page.getByRole('searchbox').fill('neither ASTERISK nor pilum');
  await page.getByText('1 clause', { exact: true }).waitFor();
  await settled(page);
  assert.deepEqual(await page.locator('.rule').evaluateAll((l) => l.map((e) => e.id)), ['ant-2.1d']);

  const id = await server.game();
  const { unit, piece, name } = await server.aMove(id);
  await server.act(id, unit.action);
  const to = await server.goal(id);
  await server.act(id, `to ${to.hex} ${to.facing}`);
  await sit(page, server, id);
  await page.getByRole('tab', { name: 'Log' }).click();
  const log = page.getByRole('region', { name: 'Battle log' });
  await log.getByText('Romans: set-up complete.').waitFor();
  await log.getByRole('combobox').selectOption(String(piece));
  await log.getByText('Romans: set-up complete.').waitFor({ state: 'detached' });
  await settled(page);
  assert.ok((await log.locator('li').allInnerTexts()).every((t) => t.includes(name)));
  await log.getByRole('button', { name: 'Show on the map' }).last().click();
  await page.locator('.spotlight').waitFor({ state: 'attached' });
  await log.locator('a.clause').last().click();
  await page.getByRole('tab', { name: 'Rules', selected: true }).waitFor();
  await page.locator('.rule.marked').waitFor();
});

// ---- Replay ---------------------------------------------------------------------------------------------------------

at('replay: steps, activations, turns, slider, by itself; a link to a moment; the record as a file', {}, async (page) => {
  const id = await server.game();
  await server.aMove(id);
  const log = await does(id);
  const end = log.length;
  assert.ok(end >= 4);
  await sit(page, server, id);
  await page.getByRole('link', { name: 'Replay' }).click();
  const slider = page.getByRole('slider', { name: 'Position in the battle' });
  const isAt = (n) => until(`the replay stands at ${n}`, async () => (await slider.inputValue()) === String(n) && page.url().endsWith(`/at/${n}`));
  await slider.waitFor();
  await isAt(end);
  await button(page, 'Previous step').click();
  await isAt(end - 1);
  await button(page, 'Previous step').click();
  await isAt(end - 2);
  await button(page, 'Next step').click();
  await isAt(end - 1);
  await slider.fill('0');
  await isAt(0);
  await page.getByText('Start of the battle.').waitFor();
  await page.locator('.phases [aria-current]').filter({ hasText: 'Set-up' }).waitFor();
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await isAt(1);
  const entries = await server.get(`/api/games/${id}/log?from=0`);
  const first = (key) => entries.find((e) => e.facts.some((f) => f.key === key)).n;
  await slider.fill('0');
  await isAt(0);
  await button(page, 'Next turn').click();
  await isAt(first('turn'));
  await button(page, 'Next activation').click();
  await isAt(first('activated'));
  await button(page, 'Previous turn').click();
  await isAt(first('turn'));
  await slider.fill('0');
  await isAt(0);
  await page.getByLabel('Speed').selectOption('4');
  await button(page, 'Play').click();
  await isAt(end);
  await button(page, 'Play').waitFor();

  const friend = await page.context().newPage();
  await friend.goto(`${server.address}#/game/${id}/at/${end - 1}`);
  const there = friend.getByRole('slider', { name: 'Position in the battle' });
  await there.waitFor();
  await settled(friend);
  assert.equal(await there.inputValue(), String(end - 1));
  assert.deepEqual(await does(id), log, 'looking changes nothing');

  // The record, saved and dropped on the page, is the same battle.
  const [download] = await Promise.all([friend.waitForEvent('download'), friend.getByRole('link', { name: 'Download the game' }).click()]);
  const record = readFileSync(await download.path(), 'utf8');
  await friend.goto(server.address);
  const carried = await friend.evaluateHandle((text) => {
    const files = new DataTransfer();
    files.items.add(new File([text], 'battle.jsonl'));
    return files;
  }, record);
  await friend.getByRole('main').dispatchEvent('dragover', { dataTransfer: carried });
  await friend.getByText('Drop to open the saved game').waitFor();
  await friend.getByRole('main').dispatchEvent('drop', { dataTransfer: carried });
  await there.waitFor();
  await settled(friend);
  assert.equal(await there.getAttribute('max'), String(end));
  const copy = friend.url().match(/game\/(\w+)/)[1];
  assert.notEqual(copy, id);
  assert.deepEqual(await does(copy), log);
  await friend.goto(server.address);
  await friend.locator('input[type=file]').setInputFiles({ name: 'broken.jsonl', mimeType: 'text/plain', buffer: Buffer.from(record.replace(/"roll (\d+)"/, (_, n) => `"roll ${n === '7' ? 6 : 7}"`)) });
  await friend.getByRole('alert').filter({ hasText: /Cannot open broken\.jsonl: line \d+: found ".+", expected ".+"\. The file is damaged or has been changed\./ }).waitFor();
});

// ---- Language, size, access -------------------------------------------------------------------------------------------

at('French', {}, async (page) => {
  const words = (name) => JSON.parse(readFileSync(join(root, 'web', 'src', 'messages', name), 'utf8'));
  const en = { ...words('en.json'), ...words('play.en.json') };
  const fr = { ...words('fr.json'), ...words('play.fr.json') };
  const english = new Set(Object.entries(en).filter(([k, v]) => fr[k] !== v && v.length > 3 && !v.includes('{')).map(([, v]) => v));
  for (const v of Object.values(fr)) english.delete(v);
  const left = async () => {
    await settled(page);
    return page.evaluate((list) => {
      const known = new Set(list);
      const found = [];
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) {
        const { data, parentElement } = walk.currentNode;
        // Text marked as English is allowed: the rulebook, and the button to change the language.
        if (known.has(data.trim()) && parentElement.closest('[lang]').lang === 'fr') found.push(data.trim());
      }
      for (const e of document.querySelectorAll('[aria-label], [title]')) {
        for (const a of ['aria-label', 'title']) if (known.has(e.getAttribute(a) ?? '')) found.push(e.getAttribute(a));
      }
      return found;
    }, [...english]);
  };

  await page.goto(server.address);
  await page.getByRole('heading', { level: 1, name: en['home.title'] }).waitFor();
  assert.ok((await left()).length > 5, 'English is recognised');
  await button(page, 'Français').click();
  await page.getByRole('heading', { level: 1, name: fr['home.title'] }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
  assert.deepEqual(await left(), []);

  const id = await server.game();
  const t = await server.toMoves(id);
  await sit(page, server, id);
  const inFrench = await server.get(`/api/games/${id}?lang=fr`);
  assert.notEqual(inFrench.prompt, t.prompt);
  await prompt(page).getByText(inFrench.prompt).waitFor();
  assert.deepEqual(await left(), []);
  for (const tab of ['tab.log', 'tab.units', 'tab.rules', 'tab.play']) {
    await page.getByRole('tab', { name: fr[tab] }).click();
    assert.deepEqual(await left(), [], fr[tab]);
  }
  await page.reload();
  await prompt(page).getByText(inFrench.prompt).waitFor();
});

at('French fits a phone', { size: phone, touch: true, settings: { language: 'fr' } }, async (page) => {
  const id = await server.game();
  await server.aMove(id);
  for (const [where, sign] of [['', '.battle .map-picture'], ['#/new/sparta-195bc', '.new'], [`#/game/${id}`, '.able button'], [`#/game/${id}/at/2`, 'input[type=range]'], ['#/rules', '.rule']]) {
    await page.goto('about:blank');
    await page.goto(server.address + where);
    await page.locator(sign).first().waitFor();
    await fits(page, where || 'home');
  }
});

at('a move on a phone', { size: phone, touch: true }, async (page) => {
  const narrow = (where) => fits(page, where);
  await page.goto(server.address);
  await page.getByRole('link', { name: /Play this battle: .*Sparta/ }).waitFor();
  await narrow('home');
  await page.goto(`${server.address}#/new/sparta-195bc`);
  await button(page, 'Start the battle').waitFor();
  await narrow('a new game');
  const id = await server.game();
  const { unit, piece, from } = await server.aMove(id);
  await sit(page, server, id);
  await page.getByText('choose a unit to move').waitFor();
  await narrow('the table');
  await step(page, id, () => page.locator('.able button').filter({ hasText: from }).tap(), 'a tap on a unit of the list');
  assert.equal((await does(id)).at(-1), unit.action);
  await settled(page);
  const to = await server.goal(id);
  await button(page, 'Show the whole map').tap();
  await step(page, id, () => tapHex(page, to.hex), 'a tap on a hex');
  const { facing } = (await server.table(id)).view.pieces[piece];
  const other = to.facings.find((f) => f !== ['UR', 'R', 'DR', 'DL', 'L', 'UL'][facing]);
  await page.locator('.turner').tap();
  await page.getByText('Choose a corner to face').waitFor();
  await step(page, id, () => corner(page, other).tap(), 'a tap on a corner');
  assert.equal((await does(id)).at(-1), `to ${to.hex} ${other}`);
  await narrow('the table after a move');
});

at('nothing is wider than a small screen', { size: { width: 1024, height: 768 } }, async (page) => {
  const id = await server.game();
  await server.aMove(id);
  for (const [where, sign] of [['', '.battle .map-picture'], ['#/new/issos-333bc', '.new'], [`#/game/${id}`, '.play-layer'], [`#/game/${id}/at/2`, 'input[type=range]'], ['#/lesson/guinegate-1479/charge/5', '.odds-card'], ['#/rules', '.rules-text']]) {
    await page.goto('about:blank');
    await page.goto(server.address + where);
    await page.locator(sign).first().waitFor();
    await fits(page, where || 'home');
  }
});

guard();
