// A guided first activation: a small card that explains the present prompt to new players. It only reads the prompt; it
// never acts.

import { useEffect, useState } from 'preact/hooks';
import { sideOf, textOf } from '../battle';
import { isPlane } from '../board/poses';
import { t } from '../i18n';
import { change, type GameStore, settings } from '../state';
import { Icon } from './parts';

type Target = 'board' | 'panel';

export function Coach({ game }: { game: GameStore }) {
  const table = game.table.value;
  const battle = game.battle.value;
  const [begun, setBegun] = useState(false);
  const [acted, setActed] = useState(-1); // the piece whose activation has been watched
  const [folded, setFolded] = useState<readonly string[]>([]);
  const key = table?.view.prompt.key ?? '';
  const mine = table !== null && table.seats[table.view.toAct] === 'human';
  // On a board without places units act one by one; what is watched is the activation of those they belong to.
  const plane = battle !== null && isPlane(battle.sheet);
  const active = (plane ? table?.view.order?.find((o) => o.status === 'now')?.piece : table?.view.active) ?? -1;
  const own = battle !== null && active >= 0 && sideOf(battle, active) === table?.view.toAct;
  useEffect(() => {
    if (begun && mine && own && acted < 0) setActed(active);
  }, [begun, mine, own, active, acted]);

  const ended = acted >= 0 && active !== acted;
  const said = (what: string) => (battle ? textOf(battle, `coach.${what}`) : undefined); // the rulebook has the words
  const text = ended ? said('last') : begun && mine ? said(key.replace('prompt.', '')) : undefined;
  const guided = said('last') !== undefined; // there is a guide at all
  const showing = guided && !settings.value.coached && table !== null && !table.outcome?.over && (!begun || text !== undefined) && (ended || !folded.includes(key));
  const places = table?.choices.some((c) => c.operands?.some((o) => o.kind === 'place')) ?? false;
  const target: Target | undefined = showing ? (!begun || (places && !ended) ? 'board' : 'panel') : undefined;

  useEffect(() => {
    if (!target || !begun) return;
    const element = document.querySelector(`[data-coach="${target}"]`);
    element?.classList.add('coached');
    return () => element?.classList.remove('coached');
  }, [target, begun, key]);

  if (!showing) return null;
  const end = () => change({ coached: true });
  return (
    <section class="coach" aria-label={t('coach.title')}>
      <header>
        <h2>{t('coach.title')}</h2>
        <button type="button" class="button quiet icon small" aria-label={t('coach.stop')} title={t('coach.stop')} onClick={end}>
          <Icon name="close" />
        </button>
      </header>
      <p>{begun ? text : t('coach.welcome')}</p>
      <footer>
        {!begun && (
          <>
            <button type="button" class="button primary small" onClick={() => setBegun(true)}>
              {t('coach.begin')}
            </button>
            <button type="button" class="button quiet small" onClick={end}>
              {t('coach.know')}
            </button>
          </>
        )}
        {begun && !ended && (
          <button type="button" class="button small" onClick={() => setFolded([...folded, key])}>
            {t('coach.fold')}
          </button>
        )}
        {ended && (
          <button type="button" class="button primary small" onClick={end}>
            {t('coach.end')}
          </button>
        )}
      </footer>
    </section>
  );
}
