import { t } from '../i18n';

/** A ten-sided die, showing its number on the kite-shaped face. */
export function Die({ n, size = 44 }: { n: number; size?: number }) {
  return (
    <svg class="die" width={size} height={size} viewBox="-24 -24 48 48" role="img" aria-label={t('play.die', { n })}>
      <path d="M0-22L21-5V6L0 22-21 6V-5z" class="die-body" />
      <path d="M0-22L13 4 0 12-13 4zM-13 4L-21 6M13 4L21 6M0 12V22" class="die-edge" />
      <text y="5">{n}</text>
    </svg>
  );
}

/** A six-sided die, as initiative is rolled with. */
export function SixSided({ n, size = 40 }: { n: number; size?: number }) {
  const pips = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][n] ?? [];
  return (
    <svg class="die" width={size} height={size} viewBox="-24 -24 48 48" role="img" aria-label={t('play.die', { n })}>
      <rect x="-20" y="-20" width="40" height="40" rx="7" class="die-body" />
      {pips.map((p) => (
        <circle key={p} class="pip" cx={((p % 3) - 1) * 11} cy={(Math.floor(p / 3) - 1) * 11} r="4" />
      ))}
    </svg>
  );
}
