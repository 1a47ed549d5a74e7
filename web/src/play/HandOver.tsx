import { useEffect, useRef } from 'preact/hooks';
import { textOf } from '../battle';
import { t } from '../i18n';
import type { GameStore } from '../state';

/** Shown while people who share a device hand it over: until the next player has it, the table is a spectator's. */
export function HandOver({ game }: { game: GameStore }) {
  const button = useRef<HTMLButtonElement>(null);
  const side = game.handover.value;
  useEffect(() => {
    if (side !== null) button.current?.focus({ preventScroll: true });
  }, [side]);
  const take = async () => {
    await game.take();
    document.getElementById('main')?.focus({ preventScroll: true }); // the button is gone
  };
  const battle = game.battle.value;
  if (side === null || !battle) return null;
  return (
    <div class="hand-over">
      <section class="hand-over-card" role="alertdialog" aria-labelledby="hand-over-who" aria-describedby="hand-over-how">
        <h2 id="hand-over-who">{t('handover.who', { side: battle.sides[side]?.name ?? '' })}</h2>
        <p id="hand-over-how">{textOf(battle, 'handover.how') ?? t('handover.how')}</p>
        <button ref={button} type="button" class="play-button main" onClick={() => void take()}>
          {textOf(battle, 'handover.show') ?? t('handover.show')}
        </button>
      </section>
    </div>
  );
}
