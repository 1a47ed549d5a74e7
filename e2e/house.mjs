// Shared by the tests: a server on loopback with its own data, a browser, and functions to point at the board.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = process.env.ACIES ?? join(root, 'bin', 'acies');

/**
 * How long something may take, in milliseconds, before it counts as failed. A high limit costs nothing when things are
 * fast, and a busy machine may be many times slower than this one.
 */
const patience = 120_000;

/** The folder for screenshots of failed tests. */
const failures = join(root, 'bin', 'failures');

/** A running acies serve. */
export class Server {
  #process;
  #folder = mkdtempSync(join(tmpdir(), 'acies-e2e-'));
  #signal = join(this.#folder, 'choose');
  #program;
  #more;
  address = '';

  /** A program other than the delivered one, additional arguments for it, and whether people have accounts and seats of their own. */
  constructor({ more = [], name = program, accounts = false } = {}) {
    this.#more = accounts ? ['--public', 'http://127.0.0.1', ...more] : more;
    this.#program = name;
  }

  /** Starts it, on the port it had before if it ran before. */
  async start() {
    const at = this.address ? new URL(this.address).host : '127.0.0.1:0';
    const slow = `slow=node '${join(root, 'e2e', 'slow.mjs')}' '${this.#signal}'`;
    const p = spawn(this.#program, ['serve', '--no-browser', '--bot', slow, '--addr', at, '--data', join(this.#folder, 'acies.db'), ...this.#more], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = p;
    let said = '';
    this.address = await new Promise((done, fail) => {
      p.on('error', fail);
      p.on('exit', (code) => fail(new Error(`acies serve ended with ${code}:\n${said}`)));
      p.stderr.on('data', (d) => {
        said += d;
        const m = said.match(/address=(http:\/\/\S+)/);
        if (m) done(m[1]);
      });
    });
  }

  /** Lets the slow bot choose; until then it thinks. */
  letSlowBotChoose() {
    writeFileSync(this.#signal, '');
  }

  /** Ends it at once, as a crash would: kill -9. */
  async kill() {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** Asks it to end, and waits until it has: kill -TERM. Returns its exit code. */
  async stop() {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    return (await ended)[0];
  }

  async end() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #ask(path, init) {
    const answer = await fetch(new URL(path, this.address), init);
    const value = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`);
    return value;
  }

  /** What acies admin prints about its data. */
  admin(...args) {
    return execFileSync(this.#program, ['admin', ...args, '--data', join(this.#folder, 'acies.db')], { encoding: 'utf8' });
  }

  get(path) {
    return this.#ask(path);
  }

  post(path, body) {
    return this.#ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }

  /** Starts a game for two people and returns its id. */
  async game(more = {}) {
    const { id } = await this.post('/api/games', { battle: 'sparta-195bc', options: [], seats: ['human', 'human'], dice: 'seed', seed: 'nabis', ...more });
    return id;
  }

  table(id) {
    return this.get(`/api/games/${id}`);
  }

  /** Carries out actions through the API, one by one. */
  async act(id, ...actions) {
    for (const action of actions) {
      const { version } = await this.table(id);
      await this.post(`/api/games/${id}/actions`, { version, id: `e2e-${Math.random()}`, actions: [action] });
    }
  }

  /** Plays a game with dice by hand to its end, always with the first choice and rolls of five. */
  async toEnd(id) {
    for (let i = 0; i < 200; i++) {
      const t = await this.table(id);
      if (t.outcome?.over) return;
      const choice = t.choices.find((c) => c.ends) ?? t.choices[0];
      if (t.view.toAct < 0) await this.post(`/api/games/${id}/roll`, { version: t.version, id: `e2e-${Math.random()}`, dice: Array(t.roll.n).fill(5) });
      else await this.act(id, choice.action);
    }
    throw new Error('no end was reached');
  }

  /** Ends every phase at once until a leader has his units to move. */
  async toMoves(id) {
    for (let i = 0; i < 40; i++) {
      const t = await this.table(id);
      if (t.view.prompt.key === 'prompt.moves') return t;
      const choice = t.choices.find((c) => c.ends) ?? t.choices[0];
      await this.act(id, choice.action);
    }
    throw new Error('no activation was reached');
  }

  /** A move of the first unit at the start of a game, with room to go to. */
  async aMove(id) {
    const t = await this.toMoves(id);
    const { sheet } = await this.get(`/api/battles/${t.battle}`);
    const placeOf = (p) => t.view.pieces.find((v) => v.piece === p).place;
    const unit = t.choices.find((c) => c.verb === 'move' && t.view.pieces.filter((v) => v.place === placeOf(c.operands[0].n)).length === 1);
    const piece = unit.operands[0].n;
    return { unit, piece, name: sheet.pieces[piece].name, from: sheet.places[placeOf(piece)].id };
  }

  /** Where the picked-up unit may go: an empty hex with every facing. */
  async goal(id) {
    const t = await this.table(id);
    const taken = new Set(t.view.pieces.map((v) => v.place));
    const { sheet } = await this.get(`/api/battles/${t.battle}`);
    const counts = new Map();
    for (const { verb, operands } of t.choices) {
      if (verb === 'to' && operands.length === 2) counts.set(operands[0].n, [...(counts.get(operands[0].n) ?? []), operands[1].n]);
    }
    for (const [place, facings] of counts) {
      if (facings.length >= 2 && !taken.has(place)) return { hex: sheet.places[place].id, facing: sheet.facings[facings[0]].id, facings: facings.map((f) => sheet.facings[f].id) };
    }
    throw new Error('nowhere to go');
  }
}

/** A server and a browser for the tests of one file, and functions to use them. */
export function stage(server = new Server()) {
  let b;

  before(async () => {
    await server.start();
    b = await browser();
  });

  after(async () => {
    await b?.close();
    await server.end();
  });

  /** Runs a test on a page of its own. */
  const at = (name, options, body) =>
    test(name, { timeout: 5 * patience }, async () => {
      const page = await visitor(b, options);
      const said = [];
      page.on('console', (m) => said.push(`${m.type()}: ${m.text()}`));
      page.on('requestfailed', (r) => said.push(`${r.method()} ${r.url()}: ${r.failure()?.errorText}`));
      page.on('response', (r) => r.status() >= 400 && said.push(`${r.request().method()} ${r.url()}: ${r.status()}`));
      try {
        await body(page);
      } catch (e) {
        await keep(page, name, said).catch((why) => console.error(`The page could not be kept: ${why}`));
        throw e;
      } finally {
        await page.context().close();
      }
    });

  const does = async (id) => (await server.get(`/api/games/${id}/log?from=0`)).map((e) => e.do);
  const version = async (id) => (await server.table(id)).version;

  /** Waits until the page shows the present game and is settled. */
  const upToDate = (page, id) =>
    until('the page shows the game as it is', async () => {
      await settled(page);
      const shown = await page.locator('.table-room').getAttribute('data-version');
      return shown === String(await version(id));
    });

  /** Clicks, and waits until the game has changed and the page shows it. */
  async function step(page, id, click, what) {
    await upToDate(page, id);
    const before = await version(id);
    await click();
    await until(`${what} changes the game`, async () => (await version(id)) !== before);
    await upToDate(page, id);
  }

  /** Plays the rest of a game with dice by hand using only the panel: with fives, and only what is required. */
  async function finish(page, id, press) {
    for (let i = 0; i < 30; i++) {
      await settled(page);
      const t = await server.table(id);
      if (t.outcome?.over) return;
      await prompt(page).getByText(t.prompt).waitFor();
      let next;
      if (t.view.toAct < 0) next = button(page, 'I rolled 5');
      else if (t.choices.some((c) => c.action === 'done')) next = page.locator('.ends').getByRole('button', { name: t.choices.find((c) => c.action === 'done').text, exact: true });
      else if (await page.locator('.able button').count()) next = page.locator('.able button').first();
      else {
        if (!(await page.locator('.all-choices').getAttribute('open').then((v) => v !== null))) await press(page.locator('.all-choices > summary'));
        next = button(page, t.choices[0].text);
        const folded = page.locator('.choice-group:not([open]) > summary').first();
        await next.or(folded).first().waitFor(); // the list is made when it is unfolded
        if (!(await next.count())) await press(folded);
      }
      await step(page, id, () => press(next), `action ${i} of the end (${t.prompt})`);
    }
    throw new Error('no end was reached');
  }

  /** The last test of a file. */
  const guard = () =>
    test('no request left the machine and no page broke', async () => {
      assert.deepEqual(strangers, []);
      // Test the guard itself: a request to another host is detected.
      const page = await visitor(b);
      await assert.rejects(page.goto('http://192.0.2.1/'));
      assert.deepEqual(strangers, ['http://192.0.2.1/']);
      await page.context().close();
      assert.deepEqual(faults, []);
    });

  return { server, at, step, upToDate, finish, does, version, guard };
}

/** Saves what a failed test has left on the screen. */
async function keep(page, name, said) {
  mkdirSync(failures, { recursive: true });
  const file = join(failures, name.replace(/\W+/g, '-'));
  const state = await page.evaluate(() => `data-settled: ${document.documentElement.dataset.settled}`);
  writeFileSync(`${file}.txt`, [page.url(), state, ...said.slice(-50), await page.locator('body').innerText()].join('\n'));
  await page.screenshot({ path: `${file}.png` });
  console.error(`The page as it was: ${file}.png, .txt`);
}

// The build without windows takes about half the processor time.
const builds = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

export function browser() {
  return chromium.launch({
    timeout: patience,
    executablePath: process.env.CHROMIUM ?? builds.find(existsSync),
    // Containers often have little shared memory; without it the browser uses files.
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
  });
}

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Requests to other machines, and errors that pages reported. */
export const strangers = [];
export const faults = [];

/** A page in its own browser context, for a user who has seen the tutorial. A guarded one reaches no other machine. */
export async function visitor(b, { size = desk, seen = true, locale = 'en-GB', settings = {}, touch = false, guarded = true } = {}) {
  const context = await b.newContext({ viewport: size, locale, reducedMotion: 'reduce', hasTouch: touch, isMobile: touch });
  context.setDefaultTimeout(patience);
  const guard = (route) => {
    const url = new URL(route.request().url());
    if (['127.0.0.1', 'localhost'].includes(url.hostname) || ['data:', 'blob:'].includes(url.protocol)) return route.fallback();
    strangers.push(url.href);
    return route.abort();
  };
  if (guarded) await context.route('**/*', guard);
  if (seen) {
    await context.addInitScript((s) => {
      if (location.protocol === 'http:' && !localStorage.getItem('acies.settings')) localStorage.setItem('acies.settings', JSON.stringify(s));
    }, { coached: true, ...settings });
  }
  const page = await context.newPage();
  page.on('pageerror', (e) => faults.push(String(e)));
  return page;
}

/** Opens the table of a game. */
export async function sit(page, server, id) {
  await page.goto('about:blank'); // so that the board of another game is not mistaken for this one
  await page.goto(`${server.address}#/game/${id}`);
  await board(page).waitFor();
  await settled(page);
}

/** How many units are named as left out of an advance; those with the same reason share a line. */
export async function leftOut(page) {
  const lines = await page.locator('.left-out li').allTextContents();
  return lines.reduce((n, line) => n + line.split(':')[0].split(/, | and /).length, 0);
}

export const board = (page) => page.getByRole('application');
export const prompt = (page) => page.locator('.prompt');
/** A button by its name; an answer to a question stands on the board and in the panel. */
export const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' }).first();

/** Waits until the page is settled: no request, no animation, everything drawn. */
export const settled = (page) => page.locator('html[data-settled="yes"]').waitFor({ state: 'attached' });

/** Where the middle of a hex is on the screen: below its number. */
export async function spot(page, hex) {
  return page.locator('.world').evaluate((world, name) => {
    const number = [...world.querySelectorAll('.numbers text')].find((e) => e.textContent === name);
    const svg = number.ownerSVGElement;
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    return { x: box.left + Number(number.getAttribute('x')) * scale, y: box.top + (Number(number.getAttribute('y')) + 23.5) * scale };
  }, hex);
}

export async function clickHex(page, hex) {
  await settled(page);
  const { x, y } = await spot(page, hex);
  await page.mouse.click(x, y);
}

export async function tapHex(page, hex) {
  await settled(page);
  const { x, y } = await spot(page, hex);
  await page.touchscreen.tap(x, y);
}

/** Drags a finger across the screen. */
export async function touchDrag(page, from, to) {
  await settled(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type, points) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [from]);
  for (let i = 1; i <= 8; i++) await touch('touchMove', [{ x: from.x + ((to.x - from.x) * i) / 8, y: from.y + ((to.y - from.y) * i) / 8 }]);
  await touch('touchEnd', []);
  await finger.detach();
}

export const corners = ['UR', 'R', 'DR', 'DL', 'L', 'UL'];
export const corner = (page, facing) => page.locator(`.facing[data-facing="${corners.indexOf(facing)}"]`);

export const sides = ['N', 'NE', 'SE', 'S', 'SW', 'NW'];
export const side = (page, facing) => page.locator(`.facing[data-facing="${sides.indexOf(facing)}"]`);

/** Presses Tab until the element has the focus, which proves that it can be reached. */
export async function tabTo(page, locator, most = 80) {
  await locator.waitFor();
  await settled(page);
  for (let i = 0; i < most; i++) {
    if (await locator.evaluate((e) => e === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${locator} was not reached by ${most} presses of Tab`);
}

/** Waits until a condition is true. */
export async function until(what, condition) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${patience / 1000} s in vain: ${what}`);
    await new Promise((r) => setTimeout(r, 50));
  }
}

/**
 * Records from now on, in the page itself, what is shown of an opponent's moves, so that nothing is missed however slow
 * the test is. `read` returns it: the text, whether an arrow was drawn with it, how many buttons there were to choose
 * with.
 */
export async function noteMoves(page) {
  await page.evaluate(() => {
    const told = [];
    globalThis.toldMoves = told;
    const note = () => {
      const text = document.querySelector('.prompt-text')?.textContent;
      if (!text || !document.querySelector('.skip-moves')) return;
      if (told.at(-1)?.text !== text) told.push({ text, arrow: false, choices: 0 });
      const now = told.at(-1);
      now.arrow ||= Boolean(document.querySelector('.charge-arrow'));
      now.choices = Math.max(now.choices, document.querySelectorAll('.ends button, .able button').length);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    note();
  });
  return { read: () => page.evaluate(() => globalThis.toldMoves) };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious problems that axe finds on a page, one per line, or those against some rules. Drawings hidden from screen readers are ignored. */
export async function serious(page, where, rules) {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const violations = await page.evaluate(async (runOnly) => {
    // Thousands of lines of the ground, of which it would find nothing, are laid aside.
    const grounds = [...document.querySelectorAll('.sheet[aria-hidden="true"] > svg')].map((svg) => [svg.parentNode, svg]);
    for (const [, svg] of grounds) svg.remove();
    const found = await globalThis.axe.run({ include: [['html']], exclude: [['svg[aria-hidden="true"]']] }, { resultTypes: ['violations'], runOnly });
    for (const [sheet, svg] of grounds) sheet.append(svg);
    return found.violations;
  }, rules);
  return violations
    .filter((v) => ['serious', 'critical'].includes(v.impact))
    .map((v) => `${where}: ${v.id} (${v.impact}): ${v.help}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ''}`).join(' | ')}`);
}

const wear = (page, theme, palette) => page.evaluate((look) => Object.assign(document.documentElement.dataset, look), { theme, palette });

/**
 * Checks a page under axe: everything by day on a desk, the colours of the night, and either these in strong contrast or everything in strong
 * contrast on a phone. The looks share their colours, so that each of them is checked on half of the pages.
 */
export async function every(page, where) {
  const found = await serious(page, where);
  await wear(page, 'dark', 'paper');
  found.push(...(await serious(page, `${where}, by night`, ['color-contrast'])));
  if (where.length % 2) {
    await wear(page, 'dark', 'high-contrast');
    found.push(...(await serious(page, `${where}, by night in strong contrast`, ['color-contrast'])));
  } else {
    await wear(page, 'bright', 'high-contrast');
    await page.setViewportSize(phone);
    found.push(...(await serious(page, `${where}, on a phone in strong contrast`)));
  }
  assert.deepEqual(found, []);
}

/** Checks that the page does not scroll sideways and that only the map and a hand of cards, which can be moved, are cut off at the sides. */
export async function fits(page, where) {
  await settled(page);
  const out = await page.evaluate(() => {
    const wide = [];
    if (document.scrollingElement.scrollWidth > innerWidth) wide.push('the page');
    for (const e of document.querySelectorAll('button, a[href], input, select, summary, h1, h2, h3, p')) {
      if (e.closest('.world, .hand, .skip, .hidden-visually, .unseen') || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { left, right, width } = e.getBoundingClientRect();
      if (width > 2 && (right > innerWidth + 1 || left < -1)) wide.push(`${e.localName}.${e.className} ${(e.getAttribute('aria-label') ?? e.textContent).slice(0, 40)}`);
    }
    return wide;
  });
  assert.deepEqual(out, [], `${where}: wider than the screen`);
}
