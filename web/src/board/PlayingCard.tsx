import type { BattleData } from '../api';
import { pieceOf } from '../battle';
import { Boxed, Figure, sideClass } from './Counter';

/** A card as large as a hand needs it: its number, name, figure and text, and the row at its foot. All of it is printed on the sheet. */
export function PlayingCard({ battle, piece }: { battle: BattleData; piece: number }) {
  const { sheet } = battle;
  const card = pieceOf(battle, piece);
  if (!card) return null;
  const corner = card.values?.find((p) => p.slot === 'corner');
  const foot = card.values?.filter((p) => p.slot === 'foot') ?? [];
  const name = (key: string, n: number) => `${sheet.values?.[key] ?? key}: ${n}`;
  return (
    <article class={`playing-card ${sideClass(card)}`}>
      <header>
        {corner && (
          <svg width="30" height="30" viewBox="-9 -9 18 18" role="img" aria-label={name(corner.key, corner.n)}>
            <title>{name(corner.key, corner.n)}</title>
            <Boxed sheet={sheet} box={corner.box} text={String(corner.n)} size={8.5} />
          </svg>
        )}
        <h4>{card.name}</h4>
      </header>
      <svg class="scene" viewBox="-24 -22 48 42" aria-hidden="true">
        <Figure sheet={sheet} counter={card} />
      </svg>
      {card.text && <p>{card.text}</p>}
      {foot.length > 0 && (
        <footer>
          {foot.map((p) => (
            <svg key={p.key} viewBox="-11 -7 22 14" role="img" aria-label={name(p.key, p.n)}>
              <title>{name(p.key, p.n)}</title>
              <Boxed sheet={sheet} box={p.box} text={`${p.n}${p.mark ?? ''}`} size={9} />
            </svg>
          ))}
        </footer>
      )}
    </article>
  );
}
