// What lets both players trust the dice of their game.

import { t } from '../i18n';
import type { GameStore } from '../state';

export function Trust({ game }: { game: GameStore }) {
  const { commit, nonces } = game.table.value!;
  if (!commit) return null;
  return (
    <details class="deals trust">
      <summary>{t('trust.title')}</summary>
      <p class="about">{t('trust.about', { command: 'acies verify --strict' })}</p>
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
