// The talk about a game, whose code is loaded where there is somebody to talk to.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TableData } from '../api';
import { mySides, sideElsewhere } from '../people';
import { track } from '../settled';
import type { GameStore } from '../state';
import { loadStyle } from '../styles';
import { Working } from './parts';

/** Whether there is anybody to talk to: a person elsewhere who plays, or others who watch. */
export const hasTalk = (table: TableData): boolean => table.people !== undefined && (sideElsewhere(table) >= 0 || table.people.some((p) => p.away) || mySides(table).length === 0);

/** Whether somebody is writing, and should not be shown another tab. */
export const isTalking = () => document.activeElement?.closest('.talk') instanceof Element;

type Part = typeof import('./Talk');
export type Talking = { part: Part; talk: InstanceType<Part['Conversation']> };

/** The talk about a game, kept up to date: undefined where there is nobody to talk to, null until it is there. */
export function useTalk(game: GameStore): Talking | null | undefined {
  const there = hasTalk(game.table.value!);
  const talking = useSignal<Talking | null>(null);
  useEffect(() => {
    if (!there) return;
    let end: (() => void) | undefined = () => {};
    const begin = (part: Part) => {
      if (!end) return; // the page has gone
      const talk = new part.Conversation(game.id);
      end = part.follow(game, talk);
      talking.value = { part, talk };
    };
    track(Promise.all([import('./Talk'), loadStyle('talk')])).then(([part]) => begin(part), () => {}); // without a connection; opening the table again tries again
    return () => {
      end?.();
      end = undefined;
      talking.value = null;
    };
  }, [game, there]);
  return there ? talking.value : undefined;
}

export function TalkTab({ game, talking, shown }: { game: GameStore; talking: Talking | null; shown: boolean }) {
  return talking ? <talking.part.Talk game={game} talk={talking.talk} shown={shown} /> : <Working />;
}
