// The current page: the part of the address after the #.

import { signal } from '@preact/signals';

export type Route =
  | { room: 'home' }
  | { room: 'new'; battle: string }
  | { room: 'table'; id: string }
  | { room: 'replay'; id: string; n: number }
  | { room: 'luck'; id: string }
  | { room: 'lesson'; battle: string; lesson: string; n: number }
  | { room: 'rules'; clause?: string }
  | { room: 'print'; battle: string; options: string[] }
  | { room: 'account'; what?: 'recover' | 'confirm' | 'refused' | 'welcome'; token?: string }
  | { room: 'join'; token: string }
  | { room: 'players' }
  | { room: 'player'; name: string }
  | { room: 'tourney'; id: string }
  | { room: 'found' }
  | { room: 'lost' };

/** Reads an address such as #/game/x7/at/12. */
export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#?\/?/, '').split('/').filter(Boolean).map(decode);
  const [room, a, b, c] = parts;
  if (parts.length === 0) return { room: 'home' };
  if (room === 'new' && a && parts.length === 2) return { room: 'new', battle: a };
  if (room === 'game' && a && parts.length === 2) return { room: 'table', id: a };
  if (room === 'game' && a && b === 'at' && /^\d{1,7}$/.test(c ?? '') && parts.length === 4) return { room: 'replay', id: a, n: Number(c) };
  if (room === 'game' && a && b === 'luck' && parts.length === 3) return { room: 'luck', id: a };
  if (room === 'lesson' && a && b && /^\d{1,3}$/.test(c ?? '1') && parts.length <= 4) return { room: 'lesson', battle: a, lesson: b, n: Number(c ?? 1) };
  if (room === 'print' && a && parts.length <= 3) return { room: 'print', battle: a, options: b ? b.split(',') : [] };
  if (room === 'account' && parts.length === 1) return { room: 'account' };
  if ((room === 'recover' || room === 'confirm' || room === 'refused') && a && parts.length === 2) return { room: 'account', what: room, token: a };
  if (room === 'welcome' && parts.length === 1) return { room: 'account', what: 'welcome' };
  if (room === 'join' && a && parts.length === 2) return { room: 'join', token: a };
  if (room === 'players' && parts.length === 1) return { room: 'players' };
  if (room === 'player' && a && parts.length === 2) return { room: 'player', name: a };
  if (room === 'tournament' && a && parts.length === 2) return a === 'new' ? { room: 'found' } : { room: 'tourney', id: a };
  if (room === 'rules' && parts.length <= 2) return { room: 'rules', clause: a };
  return { room: 'lost' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const toHome = () => '#/';
export const toNew = (battle: string) => `#/new/${encodeURIComponent(battle)}`;
export const toGame = (id: string) => `#/game/${encodeURIComponent(id)}`;
export const toMoment = (id: string, n: number) => `${toGame(id)}/at/${n}`;
export const toLuck = (id: string) => `${toGame(id)}/luck`;
/** A lesson of a battle, at its first or another step. */
export const toLesson = (battle: string, lesson: string, n = 1) => `#/lesson/${encodeURIComponent(battle)}/${encodeURIComponent(lesson)}${n > 1 ? `/${n}` : ''}`;
/** The sheets of a battle to print. */
export const toPrint = (battle: string, options: readonly string[] = []) => `#/print/${encodeURIComponent(battle)}${options.length ? `/${encodeURIComponent(options.join())}` : ''}`;
export const toRules = (clause?: string) => (clause ? `#/rules/${encodeURIComponent(clause)}` : '#/rules');
export const toPlayers = () => '#/players';
export const toPlayer = (name: string) => `#/player/${encodeURIComponent(name)}`;
export const toTourney = (id: string) => `#/tournament/${encodeURIComponent(id)}`;
/** The form with which a tournament is founded. */
export const toFound = () => '#/tournament/new';
export const toAccount = () => '#/account';
/** The page on which the token of an invitation is accepted. */
export const toJoin = (token: string) => `#/join/${encodeURIComponent(token)}`;

export const route = signal<Route>(parseRoute(globalThis.location?.hash ?? ''));

export function go(address: string): void {
  location.hash = address;
}

/** Goes on to another page, so that the browser's back button does not return to this one. */
export function goOn(address: string): void {
  location.replace(address);
}

/** Changes the address without adding to the browser's history: for sliders. */
export function become(address: string): void {
  history.replaceState(null, '', address);
}

globalThis.addEventListener?.('hashchange', () => (route.value = parseRoute(location.hash)));
