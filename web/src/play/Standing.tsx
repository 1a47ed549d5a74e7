// What is answered for a player while the other side acts.

import { useSignal } from '@preact/signals';
import { type BattleData, NOBODY, type Standing as Answer, type StandingQuestion } from '../api';
import { textOf } from '../battle';
import { t } from '../i18n';
import { isMine } from '../people';
import type { GameStore } from '../state';
import { ClauseLink } from './OddsCard';

/** The answers that can be set to a question, with their words. */
export function answersTo(battle: BattleData, q: StandingQuestion): [Answer, string][] {
  const decline = q.declines ? textOf(battle, `standing.${q.key}.decline`) : undefined;
  return [['ask', t('orders.ask')], ...(decline ? [['decline', decline] as [Answer, string]] : []), ['choose', t('orders.choose')]];
}

/** The standing answers of the viewer's seat: a row for each kind of question that the battle asks. */
export function Standing({ game }: { game: GameStore }) {
  const table = game.table.value!;
  const battle = game.battle.value!;
  const wanted = useSignal<Record<string, Answer> | null>(null); // until the server has it
  const questions = battle.standing ?? [];
  const side = table.view.side;
  if (!questions.length || side === NOBODY || table.seats[side] !== 'human' || !isMine(table, side) || table.outcome?.over || table.frozen) return null;
  const now = (key: string): Answer => wanted.value?.[key] ?? (table.standing?.[key] as Answer | undefined) ?? 'ask';
  const set = async (answers: Record<string, Answer>) => {
    wanted.value = answers;
    await game.setStanding(answers);
    wanted.value = null;
  };
  const all = (answer: Answer) => void set(Object.fromEntries(questions.map((q) => [q.key, answer])));
  const count = questions.filter((q) => now(q.key) !== 'ask').length;
  return (
    <details class="standing">
      <summary>
        {t('orders.title')} <small>{count ? t('orders.count', { n: count, of: questions.length }) : t('orders.none')}</small>
      </summary>
      <p>{t('orders.about')}</p>
      {questions.map((q) => (
        <fieldset key={q.key} class="standing-question">
          <legend>
            {textOf(battle, `standing.${q.key}`) ?? q.key} <ClauseLink clause={q.clause} />
          </legend>
          <div class="standing-answers">
            {answersTo(battle, q).map(([answer, text]) => (
              <label key={answer} class={now(q.key) === answer ? 'on' : ''}>
                <input type="radio" name={`standing-${q.key}`} value={answer} checked={now(q.key) === answer} onChange={() => void set({ [q.key]: answer })} />
                {text}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <div class="standing-all">
        <button type="button" class="play-button" disabled={count === 0} onClick={() => all('ask')}>
          {t('orders.all.ask')}
        </button>
        <button type="button" class="play-button" disabled={questions.every((q) => now(q.key) === 'choose')} onClick={() => all('choose')}>
          {t('orders.all.choose')}
        </button>
      </div>
    </details>
  );
}
