import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { About, BattleData, PieceView, TableData } from '../api';
import { groupOf, pieceOf, placeName } from '../battle';
import { t } from '../i18n';
import { figuresNamed, Ground, groundAt, Notes } from './Facts';
import type { Point } from './places';
import { isPlane } from './poses';
import { facingName, stateNames } from './stacks';

/** What is looked at: a piece, a place, or a point of a board without places; and where on the screen. */
export interface Look {
  piece?: number;
  place: number;
  at: Point;
  x: number;
  y: number;
  /** By a finger or by a key: it stays until something else is touched. */
  stays: boolean;
}

/** What a player may ask about a piece. */
export type AskAbout = (piece: number) => Promise<About | null>;

/** What is looked at, in words, beside it. */
export function Tip({ battle, table, look, ask }: { battle: BattleData; table: TableData; look: Look; ask?: AskAbout }) {
  const card = useRef<HTMLDivElement>(null);
  const about = useSignal<About | null>(null);
  const view = look.piece === undefined ? undefined : table.view.pieces.find((v) => v.piece === look.piece);
  useEffect(() => {
    about.value = null;
    let late = false;
    if (look.piece !== undefined && ask) void ask(look.piece).then((a) => !late && (about.value = a));
    return () => {
      late = true;
    };
  }, [look.piece, table.version]);
  // Beside the pointer, where there is room; above a finger.
  useLayoutEffect(() => {
    const el = card.current;
    const board = el?.parentElement?.getBoundingClientRect();
    if (!el || !board) return;
    const { width, height } = el.getBoundingClientRect();
    const gap = look.stays ? 34 : 20;
    const left = look.x + gap + width < board.right ? look.x + gap : look.x - gap - width;
    const top = look.y + gap + height < board.bottom && !look.stays ? look.y + gap : look.y - gap - height;
    el.style.left = `${Math.max(6, Math.min(left - board.left, board.width - width - 6))}px`;
    el.style.top = `${Math.max(6, Math.min(top - board.top, board.height - height - 6))}px`;
  });
  const kinds = groundAt(battle, look.place, look.at);
  if (!view && !kinds.length) return null;
  return (
    <div ref={card} class={`tip${view?.pose ? ' base-tip' : ''}${look.stays ? ' stays' : ''}`} role="tooltip">
      {view ? <OfPiece battle={battle} table={table} view={view} about={about.value} /> : <p class="tip-name">{placeName(battle, look.place) || t('look.ground')}</p>}
      {view && <p class="tip-ground">{kinds.map((k) => k.name).join(', ')}</p>}
      <Ground kinds={view ? kinds.filter((k) => k !== battle.sheet.terrains?.[0]) : kinds} named={!view} />
    </div>
  );
}

function OfPiece({ battle, table, view, about }: { battle: BattleData; table: TableData; view: PieceView; about: About | null }) {
  const counter = pieceOf(battle, view.piece);
  if (!counter) return null;
  const { sheet } = battle;
  const group = groupOf(battle, counter.group)?.name;
  const states = [...stateNames(battle, view), ...(view.facing >= 0 ? [t('board.facing', { facing: facingName(battle, view.facing) })] : [])];
  const did = [...new Set((view.states ?? []).flatMap((s) => sheet.did?.[s] ?? []))];
  const others = table.view.pieces.filter((v) => view.place >= 0 && v.place === view.place && v.piece !== view.piece).map((v) => pieceOf(battle, v.piece)?.name);
  const yours = table.view.toAct === counter.side;
  return (
    <>
      <p class="tip-name">
        {counter.name} {view.place >= 0 && <small>{placeName(battle, view.place)}</small>}
      </p>
      <p>{[counter.type ? `${counter.type}: ${counter.typeName}` : counter.typeName, battle.sides[counter.side]?.name].filter(Boolean).join(' · ')}</p>
      {group && <p>{isPlane(sheet) ? t('plane.command', { name: group }) : group}</p>}
      <p>{figuresNamed(battle, view).join(' · ')}</p>
      {states.length > 0 && <p>{states.join(', ')}</p>}
      {(view.states ?? []).map(
        (s) =>
          sheet.means?.[s] && (
            <p key={s} class="tip-means">
              {sheet.means[s]}
            </p>
          ),
      )}
      {others.length > 0 && (
        <p>
          {t('play.with')} {others.join(', ')}
        </p>
      )}
      {about && <Notes notes={about.notes} />}
      {did.length > 0 && <p>{t('play.did', { what: did.join(', ') })}</p>}
      {about && yours && !table.view.setup && (about.legal ? <p>✓ {t('play.can-act')}</p> : about.reasons.slice(0, 1).map((r) => <p key={r.clause}>{r.text}</p>))}
    </>
  );
}
