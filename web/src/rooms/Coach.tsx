// The tutorial: a small card that explains to new players what is asked, up to their first shot and their first melee. It only
// reads the table; it never acts.

import { useEffect, useState } from 'preact/hooks';
import { textOf } from '../battle';
import { t } from '../i18n';
import { mySides } from '../people';
import { change, type GameStore, settings } from '../state';
import { Icon } from './parts';
import { folded, forget, type Progress, remember, remembered, say, start, watched } from './tutorial';

export function Coach({ game }: { game: GameStore }) {
  const table = game.table.value;
  const battle = game.battle.value;
  const [progress, setProgress] = useState<Progress | null>(null); // null before it begins
  const begun = progress !== null;
  const book = battle?.book;
  useEffect(() => {
    if (book) setProgress((p) => p ?? remembered(book, game.id));
  }, [book, game]);
  useEffect(() => {
    if (begun && battle && table) setProgress((p) => p && watched(p, battle, table));
  }, [begun, battle, table]);
  useEffect(() => {
    if (progress && book) remember(book, game.id, progress);
  }, [progress, book, game]);

  const on =
    battle !== null && table !== null && !settings.value.coached && !table.outcome?.over && mySides(table).length > 0 && textOf(battle, 'coach.last') !== undefined;
  const saying = on && progress ? say(progress, battle, table) : undefined;
  const showing = on && (!begun || saying !== undefined);
  const places = table?.choices.some((c) => c.operands?.some((o) => o.kind === 'place')) ?? false;
  const asks = saying !== undefined && !saying.key.startsWith('after.') && saying.key !== 'last' && saying.key !== 'finish';
  const target = asks ? (places ? 'board' : 'panel') : undefined;

  useEffect(() => {
    if (!target) return;
    const element = document.querySelector(`[data-coach="${target}"]`);
    element?.classList.add('coached');
    return () => element?.classList.remove('coached');
  }, [target, saying?.key]);

  if (!showing) return null;
  const end = () => {
    forget();
    change({ coached: true });
  };
  return (
    <section class="coach" aria-label={t('coach.title')}>
      <header>
        <h2>{t('coach.title')}</h2>
        <button type="button" class="button quiet icon small" aria-label={t('coach.stop')} title={t('coach.stop')} onClick={end}>
          <Icon name="close" />
        </button>
      </header>
      <p role="status">{!saying ? t('coach.welcome') : (saying.text ?? t('coach.done'))}</p>
      <footer>
        {!saying ? (
          <>
            <button type="button" class="button primary small" onClick={() => setProgress(start)}>
              {t('coach.begin')}
            </button>
            <button type="button" class="button quiet small" onClick={end}>
              {t('coach.know')}
            </button>
          </>
        ) : saying.key === 'finish' ? (
          <button type="button" class="button primary small" onClick={end}>
            {t('coach.end')}
          </button>
        ) : (
          <button type="button" class="button small" onClick={() => setProgress(folded(progress ?? start, saying.key))}>
            {t('coach.fold')}
          </button>
        )}
      </footer>
    </section>
  );
}
