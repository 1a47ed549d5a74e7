// A first activation, guided: a small card that says what the question of the moment means, for those who are here for
// the first time. It only reads what is asked; it never acts.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n';
import { change, type GameStore, settings } from '../state';
import { Icon } from './parts';

type Target = 'board' | 'prompt' | 'panel';

const steps: Record<string, { text: string; target: Target }> = {
  'prompt.deploy': { text: 'coach.deploy', target: 'panel' },
  'prompt.rest': { text: 'coach.rest', target: 'panel' },
  'prompt.archers': { text: 'coach.archers', target: 'board' },
  'prompt.initiative': { text: 'coach.initiative', target: 'panel' },
  'prompt.first': { text: 'coach.next', target: 'panel' },
  'prompt.next': { text: 'coach.next', target: 'panel' },
  'prompt.bar': { text: 'coach.bar', target: 'panel' },
  'prompt.force': { text: 'coach.bar', target: 'panel' },
  'prompt.moves': { text: 'coach.moves', target: 'board' },
  'prompt.group': { text: 'coach.group', target: 'board' },
  'prompt.ride': { text: 'coach.ride', target: 'board' },
  'prompt.volley': { text: 'coach.volley', target: 'board' },
  'prompt.shooters': { text: 'coach.volley', target: 'panel' },
  'prompt.declare': { text: 'coach.declare', target: 'board' },
  'prompt.melees': { text: 'coach.melees', target: 'board' },
};

// What is asked once an activation is over.
const after = new Set(['prompt.next', 'prompt.force', 'prompt.bar', 'prompt.stray', 'prompt.rally', 'prompt.rest', 'prompt.archers']);

export function Coach({ game }: { game: GameStore }) {
  const table = game.table.value;
  const [begun, setBegun] = useState(false);
  const [acted, setActed] = useState(false); // an activation has begun
  const [folded, setFolded] = useState<readonly string[]>([]);
  const key = table?.view.prompt.key ?? '';
  const mine = table !== null && table.seats[table.view.toAct] === 'human';
  const activation = ['prompt.moves', 'prompt.volley', 'prompt.declare', 'prompt.melees'].includes(key);
  useEffect(() => {
    if (begun && mine && activation) setActed(true);
  }, [begun, mine, activation]);

  const ended = acted && after.has(key);
  const step = ended ? { text: 'coach.last', target: 'panel' as Target } : begun ? (mine ? steps[key] : undefined) : undefined;
  const showing = !settings.value.coached && table !== null && !table.outcome?.over && (!begun || step !== undefined) && (ended || !folded.includes(key));
  const target = showing ? (begun ? step?.target : 'board') : undefined;

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
      <p>{begun ? t(step!.text) : t('coach.welcome')}</p>
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
