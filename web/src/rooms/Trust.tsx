// What lets both players trust the dice of their game.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { api } from '../api';
import { type Verdict, compareRecord, compareShown, keptOf } from '../dice';
import { t } from '../i18n';
import type { GameStore } from '../state';

export function Trust({ game }: { game: GameStore }) {
  const { commit, nonces, outcome } = game.table.value!;
  const over = outcome?.over === true;
  const open = useSignal(false);
  const verdict = useSignal<Verdict | undefined>(undefined);
  useEffect(() => {
    if (!open.value || !over) return;
    fetch(api.recordAddress(game.id))
      .then((answer) => answer.text())
      .then((text) => compareRecord(keptOf(game.id), text))
      .then(
        (found) => (verdict.value = found),
        () => {}, // the record cannot be read; it is compared when this is opened again
      );
  }, [game, open.value, over]);
  if (!commit) return null;
  const found = over ? verdict.value : compareShown(keptOf(game.id), { commit, nonces });
  return (
    <details class="deals trust" onToggle={(e) => (open.value = e.currentTarget.open)}>
      <summary>{t('trust.title')}</summary>
      <p class="about">{t('trust.about', { command: 'acies verify --strict' })}</p>
      {found && (
        <p class={found === 'differs' ? 'problem' : 'about'} role="status">
          {t(`trust.found.${found}`)}
        </p>
      )}
      <dl>
        <dt>{t('trust.commit')}</dt>
        <dd>{commit}</dd>
        {nonces?.map((n) => (
          <div key={n.side}>
            <dt>{t('trust.nonce', { side: game.battle.value!.sides[n.side].name })}</dt>
            <dd>{n.nonce}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
