// What the tests share: a server on loopback with its own data, a browser, and ways to point at the board.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = process.env.ACIES ?? join(root, 'bin', 'acies');

/** A running acies serve. */
export class Server {
  #process;
  #folder = mkdtempSync(join(tmpdir(), 'acies-e2e-'));
  address = '';

  /** Starts it, on the port it had before if it ran before. */
  async start() {
    const at = this.address ? new URL(this.address).host : '127.0.0.1:0';
    const p = spawn(program, ['serve', '--no-browser', '--addr', at, '--data', join(this.#folder, 'acies.db')], { stdio: ['ignore', 'ignore', 'pipe'] });
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

  /** Ends it at once, as a crash would: kill -9. */
  async kill() {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
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

  get(path) {
    return this.#ask(path);
  }

  post(path, body) {
    return this.#ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  }

  /** Begins a game for two people and returns its id. */
  async game(more = {}) {
    const { id } = await this.post('/api/games', { battle: 'sparta-195bc', options: [], seats: ['human', 'human'], dice: 'seed', seed: 'nabis', ...more });
    return id;
  }

  table(id) {
    return this.get(`/api/games/${id}`);
  }

  /** Does actions through the API, one by one. */
  async act(id, ...actions) {
    for (const action of actions) {
      const { version } = await this.table(id);
      await this.post(`/api/games/${id}/actions`, { version, id: `e2e-${Math.random()}`, actions: [action] });
    }
  }

  /** Ends every phase at once until a leader has his units to move. */
  async toMoves(id) {
    for (let i = 0; i < 40; i++) {
      const t = await this.table(id);
      if (t.view.prompt.key === 'prompt.moves') return t;
      const choice = t.choices.find((c) => /^(ready|done)$/.test(c.action)) ?? t.choices[0];
      await this.act(id, choice.action);
    }
    throw new Error('no activation was reached');
  }
}

export function browser() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
}

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

/** Requests that were to leave this machine, and faults that pages reported. */
export const strangers = [];
export const faults = [];

/** A page in a browser of its own, as of someone who has seen the guide. */
export async function visitor(b, { size = desk, seen = true, locale = 'en-GB', settings = {}, touch = false } = {}) {
  const context = await b.newContext({ viewport: size, locale, reducedMotion: 'reduce', hasTouch: touch, isMobile: touch });
  context.setDefaultTimeout(10_000);
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (['127.0.0.1', 'localhost'].includes(url.hostname) || ['data:', 'blob:'].includes(url.protocol)) return route.fallback();
    strangers.push(url.href);
    return route.abort();
  });
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
  await page.goto('about:blank'); // so that no board of another game is taken for this one
  await page.goto(`${server.address}#/game/${id}`);
  await board(page).waitFor();
}

export const board = (page) => page.getByRole('application');
export const prompt = (page) => page.locator('.prompt');
export const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** Waits until the table of the page has been changed by what was done last. */
export const settled = (page) => page.locator('.play-panel[aria-busy="false"]').waitFor();

/** Where the middle of a hex is on the screen. */
export async function spot(page, hex) {
  return page.locator('svg.play-layer').evaluate((svg, name) => {
    const flat = 64;
    const radius = flat / Math.sqrt(3);
    const margin = 54;
    const col = Number(name.slice(0, 2));
    const row = Number(name.slice(2));
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const x = margin + radius + (col - 1) * 1.5 * radius;
    const y = margin + flat / 2 + (row - 1) * flat + (col % 2 ? 0 : flat / 2);
    return { x: box.left + x * scale, y: box.top + y * scale };
  }, hex);
}

export async function clickHex(page, hex) {
  const { x, y } = await spot(page, hex);
  await page.mouse.click(x, y);
}

export async function tapHex(page, hex) {
  const { x, y } = await spot(page, hex);
  await page.touchscreen.tap(x, y);
}

export const corners = ['UR', 'R', 'DR', 'DL', 'L', 'UL'];
export const corner = (page, facing) => page.locator(`.facing[data-facing="${corners.indexOf(facing)}"]`);

/** Presses Tab until the thing has the focus: proof that it can be reached. */
export async function tabTo(page, locator, most = 80) {
  for (let i = 0; i < most; i++) {
    if (await locator.evaluate((e) => e === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${locator} was not reached by ${most} presses of Tab`);
}

/** Waits until a condition is true. */
export async function until(what, condition, seconds = 10) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited ${seconds} s in vain: ${what}`);
    await new Promise((r) => setTimeout(r, 50));
  }
}
