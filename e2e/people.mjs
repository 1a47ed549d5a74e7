// People on a server with accounts, each with a browser and an address of his own.

import assert from 'node:assert/strict';
import { settled, visitor } from './house.mjs';

export const password = 'ten thousand';
let people = 0;
let names = 0;

/** Lets a person live at an address of his own: the server limits how fast accounts are created and logged in to from one. */
const move = (page) => page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': `192.0.2.${++people}` });

/** Runs something with a page for another person. */
export async function another(page, options, body) {
  const other = await visitor(page.context().browser(), options);
  await move(other);
  try {
    return await body(other);
  } finally {
    await other.context().close();
  }
}

/** What people do on a server, and tests that are run with a page for one of them. */
export function society(server, alone) {
  const at = (name, options, body) =>
    alone(name, options, async (page) => {
      await move(page);
      await body(page);
    });

  /** What the API tells the person of a page. */
  async function ask(page, path, data) {
    const address = new URL(path, server.address).href;
    const answer = await (data ? page.request.post(address, { data }) : page.request.get(address));
    assert.ok(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  }

  /** Gives the person of a page an account; returns the name. */
  async function register(page) {
    const name = `Xenophon ${'abcdefghij'[names++]}`;
    await ask(page, '/api/account', { name, password });
    return name;
  }

  /** Sets up a game against a friend; returns its id and the address of the invitation. */
  async function invite(page, battle = 'sparta-195bc', more = {}) {
    const { id } = await ask(page, '/api/games', { battle, options: [], seats: ['human', 'human'], mine: 0, ...more });
    const { token } = await ask(page, `/api/games/${id}/invite`, { side: 1 });
    return { id, token, address: `${server.address}#/join/${token}` };
  }

  const go = async (page, address) => {
    await page.goto('about:blank');
    await page.goto(`${server.address}${address}`);
    await settled(page);
  };

  return { at, ask, register, invite, go };
}
