// The store against a server that answers when it is told to.

import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BattleData, TableData } from './api';
import { change, GameStore, notices, notify } from './state';

const table = (version: number) =>
  ({ id: 'g', battle: 'b', seats: ['human', 'recruit'], version, view: { toAct: 0, pieces: [] } }) as unknown as TableData;
const battle = { id: 'b', sheet: { pieces: [] } } as unknown as BattleData;

let version = 1;
let say: (version: number) => void = () => {};
let drain: () => void = () => {};
let source: Source;
let requests: { path: string; body?: { id: string; version: number } }[] = [];
let respond: (path: string) => Response | Promise<Response>;

class Source {
  static CLOSED = 2;
  readyState = 1;
  onopen?: () => void;
  onerror?: () => void;
  addEventListener(event: string, heard: (e: { data: string }) => void) {
    if (event === 'table') say = (v) => heard({ data: JSON.stringify({ version: v }) });
    if (event === 'drain') drain = () => heard({ data: '{"retry":1000}' });
  }
  constructor() {
    source = this;
  }
  close() {}
}

// An answer that is there at once: reading it takes no turn of the event loop, so that all it leads to has happened
// before any timer runs.
const json = (value: unknown, status = 200) =>
  ({ ok: status < 400, status, statusText: '', headers: new Headers({ 'Content-Type': 'application/json' }), json: async () => structuredClone(value), text: async () => '' }) as Response;

beforeEach(() => {
  version = 1;
  requests = [];
  respond = (path) => {
    if (path.includes('battles/')) return json(battle);
    return path.includes('/actions') ? json({ version, table: table(version) }) : json(table(version));
  };
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    requests.push({ path: address, body: init?.body ? JSON.parse(String(init.body)) : undefined });
    return respond(address);
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Waits for everything that needs no timer. */
const settled = () => new Promise((done) => setTimeout(done, 0));

test('a notice can be given by whatever watches signals', () => {
  const trouble = signal('');
  const end = effect(() => void (trouble.value && notify(trouble.value, 'error')));
  trouble.value = 'No.';
  trouble.value = 'Not so.';
  expect(notices.value.map((n) => n.text)).toEqual(['No.', 'Not so.']);
  end();
});

describe('GameStore', () => {
  test('opens and follows', async () => {
    const game = new GameStore('g');
    await game.open();
    expect(game.table.value?.version).toBe(1);
    version = 2;
    say(2);
    await settled();
    expect(game.table.value?.version).toBe(2);
  });

  test('a server that restarts is waited for without a word', async () => {
    vi.useFakeTimers();
    try {
      const game = new GameStore('g');
      await game.open();
      source.onerror?.();
      expect(game.connected.value).toBe(false); // it has not said that it would go
      source.onopen?.();
      drain();
      source.onerror?.();
      await vi.advanceTimersByTimeAsync(5000);
      expect(game.connected.value).toBe(true);
      source.onopen?.();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(game.connected.value).toBe(true);
      drain();
      source.onerror?.();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(game.connected.value).toBe(false); // it takes too long
      game.close();
    } finally {
      vi.useRealTimers();
    }
  });

  test('what a server refuses because it is about to end is sent again', async () => {
    const game = new GameStore('g');
    await game.open();
    const plain = respond;
    const away: ResponseInit[] = [
      { status: 503, headers: { 'Retry-After': '2', 'Content-Type': 'application/json' } },
      { status: 502, headers: { 'Content-Type': 'text/html' } },
    ];
    respond = (path) => {
      const next = path.includes('/actions') && away.shift();
      return next ? new Response('{}', next) : plain(path);
    };
    expect(await game.act(['ready'])).toBe(true);
    const sent = requests.filter((r) => r.path.includes('/actions'));
    expect(sent.length).toBe(3);
    expect(new Set(sent.map((r) => r.body?.id)).size).toBe(1);
    respond = (path) => (path.includes('/actions') ? json({ error: { code: 'unwritten', message: 'No.' } }, 503) : plain(path));
    expect(await game.act(['ready'])).toBe(false);
    expect(game.error.value?.code).toBe('unwritten');
  });

  test('draws the battle that the game was begun with', async () => {
    const own = { ...table(1), options: ['x'], pack: '9f2c' };
    respond = (path) => json(path.includes('battles/') ? battle : own);
    await new GameStore('g').open();
    const asked = requests.map((r) => r.path).filter((path) => path.includes('battles/'));
    expect(asked).toEqual(['/api/battles/b?lang=en&options=x&pack=9f2c', '/api/battles/b/ground.svg?lang=en&options=x&pack=9f2c']);
  });

  test('what the other side does before our answer comes is not missed', async () => {
    const game = new GameStore('g');
    await game.open();
    const plain = respond;
    respond = async (path) => {
      if (!path.includes('/actions')) return plain(path);
      version = 2;
      const answer = json({ version, table: table(2) });
      version = 5;
      say(3);
      say(5);
      return answer;
    };
    expect(await game.act(['ready'])).toBe(true);
    await settled();
    expect(game.table.value?.version).toBe(5);
  });

  test('a reading from before a change does not cover its answer', async () => {
    const game = new GameStore('g');
    await game.open();
    const plain = respond;
    let release: (r: Response) => void = () => {};
    respond = () => new Promise((done) => (release = done));
    const reading = game.refresh();
    respond = plain;
    version = 2;
    await game.act(['ready']);
    release(json(table(1)));
    await reading;
    expect(game.table.value?.version).toBe(2);
  });

  test('a broken connection repeats the action under the same id', async () => {
    const game = new GameStore('g');
    await game.open();
    const plain = respond;
    let broken = true;
    respond = (path) => {
      if (path.includes('/actions') && broken) {
        broken = false;
        throw new TypeError('connection refused');
      }
      return plain(path);
    };
    version = 2;
    expect(await game.act(['ready'])).toBe(true);
    const sent = requests.filter((r) => r.path.includes('/actions'));
    expect(sent).toHaveLength(2);
    expect(sent[0].body?.id).toBe(sent[1].body?.id);
  });

  test('an action made while the server is gone is sent when it is back, and the notice goes', async () => {
    vi.useFakeTimers();
    const game = new GameStore('g');
    await game.open();
    const online = respond;
    respond = () => Promise.reject(new TypeError('gone'));
    const acted = game.act(['done']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([game.connected.value, game.busy.value, game.error.value]).toEqual([false, true, null]);
    version = 2;
    respond = online;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await acted).toBe(true);
    expect([game.connected.value, game.busy.value, game.error.value, game.table.value?.version]).toEqual([true, false, null, 2]);
    expect(new Set(requests.flatMap((r) => r.body?.id ?? [])).size).toBe(1);
    game.close();
    vi.useRealTimers();
  });

  test('a table that cannot be read is read again until it can', async () => {
    vi.useFakeTimers();
    const game = new GameStore('g');
    await game.open();
    const online = respond;
    respond = () => Promise.reject(new TypeError('gone'));
    say(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(game.error.value?.offline).toBe(true);
    version = 2;
    respond = online;
    await vi.advanceTimersByTimeAsync(10_000);
    expect([game.error.value, game.table.value?.version]).toEqual([null, 2]);
    game.close();
    vi.useRealTimers();
  });

  test('a stale version is refused, told, and read again', async () => {
    const game = new GameStore('g');
    await game.open();
    const plain = respond;
    respond = (path) =>
      path.includes('/actions') ? json({ error: { code: 'stale', message: 'Too late.', version: 4 } }, 409) : plain(path);
    version = 4;
    expect(await game.act(['ready'])).toBe(false);
    expect(game.table.value?.version).toBe(4);
    expect(game.busy.value).toBe(false);
  });

  test('a refusal keeps the table and names the clause', async () => {
    const game = new GameStore('g');
    await game.open();
    const plain = respond;
    respond = (path) =>
      path.includes('/actions') ? json({ error: { code: 'rules', message: 'Not so.', clause: 'ant-8.1a' } }, 422) : plain(path);
    expect(await game.act(['ready'])).toBe(false);
    expect(game.error.value).toMatchObject({ message: 'Not so.', clause: 'ant-8.1a', status: 422 });
    expect(game.table.value?.version).toBe(1);
  });

  describe('an opponent', () => {
    const moment = (n: number, toAct: number) => ({ ...table(n), n, view: { toAct: toAct, pieces: [] } }) as unknown as TableData;
    const entry = (n: number, key?: string) => ({ n, side: 1, do: '', facts: key ? [{ key, text: key, places: [n] }] : [] });
    // The person has done action 1; the opponent does 2 to 5, and the person is to act again.
    const log = [entry(2), entry(3, 'moves'), entry(4, 'rides'), entry(5, 'scores')];
    let present: TableData;

    beforeEach(() => {
      vi.useFakeTimers();
      present = moment(1, 1);
      respond = (path) => {
        if (path.includes('battles/')) return json(battle);
        if (path.includes('/log')) return json(log.filter((e) => e.n >= Number(path.match(/from=(\d+)/)?.[1])));
        const at = path.match(/\/at\/(\d+)/);
        return json(at ? moment(Number(at[1]), 1) : present);
      };
    });
    afterEach(() => vi.useRealTimers());

    const open = async () => {
      const game = new GameStore('g');
      await game.open();
      present = moment(5, 0);
      say(5);
      await vi.advanceTimersByTimeAsync(10);
      return game;
    };

    test('is followed move by move', async () => {
      const game = await open();
      expect(game.following.value?.n).toBe(3);
      expect(game.table.value?.n).toBe(3);
      expect(game.spotlight.value).toBe(3);
      expect(await game.act(['ready'])).toBe(false);
      await vi.advanceTimersByTimeAsync(600);
      expect(game.following.value?.n).toBe(4);
      await vi.advanceTimersByTimeAsync(600);
      expect(game.following.value).toBeNull();
      expect(game.table.value?.version).toBe(5);
    });

    test('is followed also when its moves come one by one', async () => {
      const game = new GameStore('g');
      await game.open();
      present = moment(3, 1);
      say(3);
      await vi.advanceTimersByTimeAsync(10);
      expect(game.following.value?.n).toBe(3);
      expect(game.skippable.value).toBe(true);
      present = moment(4, 1);
      say(4);
      await vi.advanceTimersByTimeAsync(100);
      expect(game.following.value?.n).toBe(3);
      await vi.advanceTimersByTimeAsync(600);
      expect(game.following.value?.n).toBe(4);
      await vi.advanceTimersByTimeAsync(600);
      expect(game.following.value).toBeNull();
      expect(game.table.value?.n).toBe(4);
      game.skip(); // while it thinks
      expect(game.skippable.value).toBe(false);
      present = moment(5, 0);
      say(5);
      await vi.advanceTimersByTimeAsync(10);
      expect(game.table.value?.version).toBe(5);
    });

    test('stays paused until the next step is asked for, and goes on at the speed set', async () => {
      const game = await open();
      game.paused.value = true;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(game.following.value?.n).toBe(3);
      game.step();
      await vi.advanceTimersByTimeAsync(10);
      expect(game.following.value?.n).toBe(4);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(game.following.value?.n).toBe(4);
      change({ pace: 4 });
      game.paused.value = false;
      await vi.advanceTimersByTimeAsync(160);
      change({ pace: 1 });
      expect(game.following.value).toBeNull();
      expect(game.paused.value).toBe(false);
    });

    test('waits until what lies over the table has been read', async () => {
      const game = new GameStore('g');
      await game.open();
      game.reading.value = true;
      present = moment(5, 0);
      say(5);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(game.table.value?.n).toBe(1);
      game.reading.value = false;
      await vi.advanceTimersByTimeAsync(10);
      expect(game.following.value?.n).toBe(3);
    });

    test('waits until the result of the player’s own roll could be read', async () => {
      present = moment(1, 0);
      const plain = respond;
      const rolled = { ...entry(2), side: -1, facts: [{ key: 'melee-roll', text: 'Melee: roll 7.', scene: 'result', dice: [7] }] };
      respond = (path) => (path.includes('/actions') ? json({ table: { ...moment(2, 1), last: [rolled] }, applied: [rolled] }) : plain(path));
      const game = new GameStore('g');
      await game.open();
      expect(await game.act(['melee'])).toBe(true);
      present = moment(5, 0);
      say(5);
      await vi.advanceTimersByTimeAsync(2000);
      expect(game.table.value?.n).toBe(2);
      await vi.advanceTimersByTimeAsync(500);
      expect(game.following.value?.n).toBe(3);
    });

    test('can be stepped through where nothing moves', async () => {
      change({ motion: 'none' });
      const game = new GameStore('g');
      await game.open();
      game.paused.value = true;
      present = moment(5, 0);
      say(5);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(game.following.value?.n).toBe(3);
      game.step();
      await vi.advanceTimersByTimeAsync(10);
      game.step();
      await vi.advanceTimersByTimeAsync(10);
      change({ motion: 'system' });
      expect(game.following.value).toBeNull();
    });

    test('has its activations summed up, and shown once more', async () => {
      const ended = { ...log[2], summary: { from: 2, side: 1, text: 'Nabis: 1 unit moved' } };
      const plain = respond;
      respond = (path) => (path.includes('/log') ? json([...log.slice(0, 2), ended, log[3]].filter((e) => e.n >= Number(path.match(/from=(\d+)/)?.[1]))) : plain(path));
      const game = await open();
      expect(game.deeds.value).toEqual([]);
      await vi.advanceTimersByTimeAsync(1300);
      expect(game.following.value).toBeNull();
      expect(game.deeds.value).toEqual([{ ...ended.summary, n: 4 }]);
      expect(game.told.value).toBe(true);
      void game.watchAgain(game.deeds.value[0]);
      await vi.advanceTimersByTimeAsync(10);
      expect(game.following.value?.n).toBe(3);
      expect(await game.act(['ready'])).toBe(false);
      void game.hasten(); // a click
      await vi.advanceTimersByTimeAsync(10);
      expect(game.following.value).toBeNull();
      expect(game.table.value?.version).toBe(5);
      expect(game.deeds.value.length).toBe(1);
    });

    test('is not waited for when skipped', async () => {
      const game = await open();
      game.skip();
      await vi.advanceTimersByTimeAsync(1);
      expect(game.following.value).toBeNull();
      expect(game.table.value?.version).toBe(5);
    });

    test('is not waited for where nothing moves', async () => {
      change({ motion: 'none' });
      const game = await open();
      change({ motion: 'system' });
      expect(game.following.value).toBeNull();
      expect(game.table.value?.version).toBe(5);
    });

    test('leaves the view to the only person', async () => {
      const game = await open();
      await game.refresh();
      expect(requests.at(-1)?.path).toContain('side=0');
    });
  });
});

describe('a person elsewhere', () => {
  let toAct = 1;
  const against = { seats: ['human', 'human'], people: [{ you: true }, { name: 'Xenophon' }], secrets: true };
  const moment = (n: number, to: number) => ({ ...table(n), ...against, n, view: { side: 0, toAct: to, pieces: [] } }) as unknown as TableData;
  const log = [2, 3].map((n) => ({ n, side: 1, do: '', facts: [{ key: 'moves', text: 'moves', places: [n] }] }));

  beforeEach(() => {
    vi.useFakeTimers();
    toAct = 1;
    respond = (path) => {
      if (path.includes('battles/')) return json(battle);
      if (path.includes('/log')) return json(log);
      const at = path.match(/\/at\/(\d+)/);
      return json(at ? moment(Number(at[1]), 1) : moment(version, toAct));
    };
  });
  afterEach(() => vi.useRealTimers());

  test('takes over no device, and is given time', async () => {
    const game = new GameStore('g');
    await game.open();
    expect([game.side, game.handover.value, game.skippable.value, game.watching.value]).toEqual([0, null, false, false]);
    expect(requests.filter((r) => r.path.includes('/settings'))).toEqual([]);
    game.close();
  });

  test('is followed move by move, which can be skipped', async () => {
    const game = new GameStore('g');
    await game.open();
    version = 3;
    toAct = 0;
    say(3);
    await vi.advanceTimersByTimeAsync(10);
    expect([game.following.value?.n, game.skippable.value, game.watching.value]).toEqual([2, true, true]);
    game.skip();
    await vi.advanceTimersByTimeAsync(10);
    expect([game.following.value, game.table.value?.n, game.handover.value]).toEqual([null, 3, null]);
    game.close();
  });

  test('has what he did since our last choice shown, up to the middle of his activation', async () => {
    version = 3;
    toAct = 0;
    const plain = respond;
    respond = (path) => (path.includes('battles/') || path.includes('/log') || path.includes('/at/') ? plain(path) : json({ ...moment(3, 0), since: 1 }));
    const game = new GameStore('g');
    await game.open();
    await vi.advanceTimersByTimeAsync(10);
    expect([game.table.value?.n, game.following.value?.n, game.skippable.value]).toEqual([2, 2, true]);
    expect(game.deeds.value).toEqual([{ from: 1, n: 3, side: 1, text: '' }]);
    game.step();
    await vi.advanceTimersByTimeAsync(10);
    expect([game.table.value?.n, game.following.value, game.told.value]).toEqual([3, null, true]);
    game.close();
  });

  test('is shown when the page is seen again what he did while it was hidden', async () => {
    const page = { visibilityState: 'visible', addEventListener: (_: string, f: () => void) => (turn = f), removeEventListener: () => {} };
    let turn = () => {};
    vi.stubGlobal('document', page);
    const game = new GameStore('g');
    await game.open();
    page.visibilityState = 'hidden';
    turn();
    version = 3;
    toAct = 0;
    say(3);
    await vi.advanceTimersByTimeAsync(10);
    expect([game.table.value?.n, game.following.value]).toEqual([3, null]);
    page.visibilityState = 'visible';
    turn();
    await vi.advanceTimersByTimeAsync(10);
    expect([game.table.value?.n, game.following.value?.n]).toEqual([2, 2]);
    game.skip();
    await vi.advanceTimersByTimeAsync(10);
    expect([game.table.value?.n, game.following.value, game.deeds.value.length]).toEqual([3, null, 1]);
    game.close();
  });
});

describe('people who share a device and have secrets', () => {
  let toAct = 0;
  const sides: Record<string, number> = { '0': 0, '1': 1, spectator: -2 };
  /** The table as the server would send it to the viewer of a request. */
  const sent = (path: string, more = {}) => {
    const side = new URL(path, 'http://x').searchParams.get('side') ?? String(toAct);
    return { ...table(version), seats: ['human', 'human'], secrets: true, view: { side: sides[side], toAct, pieces: [], ...more } };
  };

  beforeEach(() => {
    toAct = 0;
    respond = (path) => {
      if (path.includes('battles/')) return json(battle);
      if (!path.includes('/actions')) return json(sent(path));
      toAct = 1;
      return json({ version: ++version, table: sent(path) });
    };
  });

  /** The viewers whose tables were shown, in order. */
  const watchTables = (game: GameStore) => {
    const seen: (number | undefined)[] = [];
    effect(() => void (game.table.value && seen.push(game.table.value.view.side)));
    return seen;
  };

  test('see a spectator’s table until the player to act has taken the device', async () => {
    const game = new GameStore('g');
    const seen = watchTables(game);
    await game.open();
    expect(game.handover.value).toBe(0);
    expect(game.side).toBe('spectator');
    await game.take();
    expect(game.handover.value).toBeNull();
    expect(game.side).toBe(0);
    await game.act(['play']);
    expect(game.handover.value).toBe(1);
    await game.take();
    expect(seen).toEqual([-2, 0, -2, 1]);
  });

  test('hand it over also when the other player acts elsewhere', async () => {
    const game = new GameStore('g');
    const seen = watchTables(game);
    await game.open();
    await game.take();
    toAct = 1;
    version = 9;
    say(9);
    await settled();
    expect(game.handover.value).toBe(1);
    expect(seen).toEqual([-2, 0, -2]);
  });

  test('keep the device while the same player acts and dice are thrown', async () => {
    const game = new GameStore('g');
    await game.open();
    await game.take();
    toAct = -1;
    await game.refresh();
    expect(game.handover.value).toBeNull();
    expect(game.table.value?.view.side).toBe(0);
  });

  test('do not hand it over at a moment when nothing is hidden', async () => {
    respond = (path) => {
      if (path.includes('battles/')) return json(battle);
      if (!path.includes('/actions')) return json(sent(path, { open: true }));
      toAct = 1;
      return json({ version: ++version, table: sent(path, { open: true }) });
    };
    const game = new GameStore('g');
    const seen = watchTables(game);
    await game.open();
    await game.act(['move']);
    expect(game.handover.value).toBeNull();
    expect(seen).toEqual([0, 1]);
  });

  test('are known to be together if the server declines for them', async () => {
    await new GameStore('g').open();
    expect(requests.filter((r) => r.path.includes('/settings'))).toEqual([]);
    const plain = respond;
    respond = (path) => (path.includes('battles/') || path.includes('/settings') ? plain(path) : json(sent(path, { span: '1.0' })));
    await new GameStore('g').open();
    expect(requests.filter((r) => r.path.includes('/settings')).map((r) => r.body)).toEqual([{ together: true }]);
  });

  test('ask nothing as another viewer', async () => {
    const game = new GameStore('g');
    await game.open();
    await game.take();
    requests = [];
    await Promise.all([game.odds('x'), game.hint()]);
    expect(requests.map((r) => new URL(r.path, 'http://x').searchParams.get('side'))).toEqual(['0', '0']);
  });
});
