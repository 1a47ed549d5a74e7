import { useEffect, useRef } from 'preact/hooks';
import type { Hint } from '../api';
import { percent, t } from '../i18n';
import type { Hand } from './hand';

/** The best choices with their reasons: shown on the board when pointed at, made when pressed. */
export function Hints({ hand }: { hand: Hand }) {
  const hints = hand.hints.value;
  const card = useRef<HTMLElement>(null);
  const thinking = hints === 'thinking';
  useEffect(() => reveal(card.current), [hints]);
  if (!hints) return null;
  return (
    <section ref={card} class="hints" aria-labelledby="hints-title" aria-busy={thinking}>
      <h3 id="hints-title">{t('hint.title')}</h3>
      <button type="button" class="why-close" aria-label={t('play.close')} title={t('play.close')} onClick={() => hand.closeHints()}>
        ×
      </button>
      <p class="hints-about" role="status">
        {thinking ? <Thinking>{t('hint.thinking')}</Thinking> : t('hint.chance')}
      </p>
      <ol onPointerLeave={() => hand.look(null)}>
        {thinking ? [0, 1, 2].map((i) => <li key={i} class="hint-blank" />) : hints.map((h) => <Row key={h.action} hand={hand} hint={h} />)}
      </ol>
    </section>
  );
}

/** Scrolls only the panel, so that the card is visible. */
function reveal(card: HTMLElement | null): void {
  const panel = card?.closest('.panel-body');
  if (!card || !panel) return;
  const [box, room] = [card.getBoundingClientRect(), panel.getBoundingClientRect()];
  const gap = 8;
  const above = box.top - room.top - gap;
  const below = box.bottom - room.bottom + gap;
  if (below > 0) panel.scrollBy(0, Math.min(above, below));
  else if (above < 0) panel.scrollBy(0, above);
}

function Row({ hand, hint }: { hand: Hand; hint: Hint }) {
  const choice = hand.choices.value.find((c) => c.action === hint.action);
  if (!choice) return null;
  const chance = Math.min(Math.max(hint.chance, 0.01), 0.99); // nothing is certain
  return (
    <li>
      <button
        type="button"
        class="hint"
        disabled={hand.game.busy.value}
        onClick={() => void hand.propose(choice)}
        onFocus={() => hand.look(choice)}
        onBlur={() => hand.look(null)}
        onPointerEnter={(e) => e.pointerType === 'mouse' && hand.look(choice)}
      >
        <span class="hint-what">
          <span>{choice.text}</span> <span>{percent(chance)}</span>
        </span>
        <span class="hint-why">
          <span>{hint.reason}</span> {hint.points !== undefined && <span>{t('hint.points', { points: hint.points })}</span>}
        </span>
      </button>
    </li>
  );
}

/** A sign that the computer is thinking. */
export function Thinking({ children }: { children: string }) {
  return (
    <span class="thinking">
      {children}
      <i aria-hidden="true" />
      <i aria-hidden="true" />
      <i aria-hidden="true" />
    </span>
  );
}
