import type { Explanation } from '../api';
import { inUnits } from '../board/poses';
import { percent, t } from '../i18n';

const signed = (n: number) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');

export function ClauseLink({ clause }: { clause?: string }) {
  if (!clause) return null;
  return (
    <a class="clause" href={`#/rules/${clause}`} aria-label={t('play.rule', { clause })}>
      {clause}
    </a>
  );
}

function Bar({ text, weight, of, fell = false }: { text: string; weight: number; of: number; fell?: boolean }) {
  return (
    <li class="odds-row" aria-current={fell || undefined}>
      <span class="odds-text">{text}</span>
      <span class="odds-bar" aria-hidden="true">
        <span style={{ width: `${(100 * weight) / of}%` }} />
      </span>
      <span class="odds-chance">{percent(weight / of)}</span>
    </li>
  );
}

/** Separate rolls that are shown at once; more are folded. */
const few = 4;

/**
 * The odds of an action: its modifiers one by one, their sum, and the chance of each result; `die` is the roll, if it
 * is known.
 */
export function OddsCard({ text, odds, die, names = (n) => String(n) }: { text: string; odds: Explanation; die?: number; names?: (piece: number) => string }) {
  const fell = odds.rows?.find((r) => r.die === die)?.result;
  const of = odds.odds?.[0]?.of ?? 1;
  const total = odds.modifiers?.some((m) => m.base) ? String : signed;
  const also = (odds.also ?? []).map((o, i) => <Bar key={i} text={o.text ?? (o.piece >= 0 ? `${names(o.piece)}: ${o.result}` : o.result)} weight={o.weight} of={o.of} />);
  return (
    <section class="odds-card" aria-label={t('play.odds.label', { action: text })}>
      <h3>{text}</h3>
      {odds.cost !== undefined && odds.cost > 0 && (
        <p class="odds-cost">
          {odds.trail ? t('plane.cost', { cost: inUnits(odds.cost), of: inUnits(odds.allowance ?? odds.cost) }) : t('play.cost', { cost: odds.cost, mp: odds.allowance ?? odds.cost })}
        </p>
      )}
      {(odds.notes?.length ?? 0) > 0 && (
        <ul class="odds-notes">
          {odds.notes?.map((n) => (
            <li key={n.text}>
              {n.text} <ClauseLink clause={n.clause} />
            </li>
          ))}
        </ul>
      )}
      {(odds.modifiers?.length ?? 0) > 0 && (
        <table class="modifiers">
          <caption class="unseen">{t('play.odds.modifiers')}</caption>
          <tbody>
            {odds.modifiers?.map((m, i) => (
              <tr key={i}>
                <td class="value">{m.base ? m.value : signed(m.value)}</td>
                <td>{m.text ?? m.key}</td>
                <td>
                  <ClauseLink clause={m.clause} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td class="value">{total(odds.total)}</td>
              <td colSpan={2}>{odds.sum === odds.total ? t('play.odds.total') : t('play.odds.limited', { sum: total(odds.sum) })}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {(odds.odds?.length ?? 0) > 0 && (
        <ul class="odds-list" aria-label={t('play.odds.results')}>
          {odds.odds?.map((o) => (
            <Bar key={o.result} text={o.text ?? o.result} weight={o.weight} of={o.of || of} fell={o.result === fell} />
          ))}
        </ul>
      )}
      {also.length > 0 && (
        <>
          <h4>{t('play.odds.also')}</h4>
          <ul class="odds-list danger">{also.slice(0, few)}</ul>
          {also.length > few && (
            <details>
              <summary>{t('play.odds.more', { n: also.length - few })}</summary>
              <ul class="odds-list danger">{also.slice(few)}</ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}
