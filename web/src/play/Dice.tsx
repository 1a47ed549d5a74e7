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

/** The sum of two six-sided dice, as rolled for initiative: only the sum is known. */
export function TwoDice({ sum, size = 44 }: { sum: number; size?: number }) {
  return (
    <svg class="die" width={size} height={size} viewBox="-24 -24 48 48" role="img" aria-label={t('play.dice', { n: sum })}>
      <rect x="-6" y="-21" width="27" height="27" rx="5" class="die-body" />
      <rect x="-21" y="-9" width="30" height="30" rx="5" class="die-body" />
      <text x="-6" y="12.500">
        {sum}
      </text>
    </svg>
  );
}
