import { t } from '../i18n';
import type { Hand } from './hand';

/** What may be done with several counters at once: on the board, and on a phone, where the board is small, in the panel. */
export function Acts({ hand, where }: { hand: Hand; where: string }) {
  return (
    <div class={where}>
      <Several hand={hand} />
      <Forward hand={hand} />
    </div>
  );
}

/** Lets players without a Shift key mark several counters. */
function Several({ hand }: { hand: Hand }) {
  const { allowed, several } = hand.formation;
  if (allowed.value.size < 2) return null;
  return (
    <button type="button" class="play-button several" aria-pressed={several.value} title={t('play.several.about')} onClick={() => (several.value = !several.value)}>
      {t('play.several')}
    </button>
  );
}

/** Sends all counters forward that may still move. */
function Forward({ hand }: { hand: Hand }) {
  const { forward, advancing } = hand.formation;
  const n = forward.value.length;
  if (!n || advancing.value || hand.pending.value) return null;
  return (
    <button type="button" class="play-button forward" aria-keyshortcuts="a" title={t('play.forward.about')} disabled={hand.game.busy.value} onClick={() => void hand.forward()}>
      {t('play.forward', { n })}
    </button>
  );
}
