import type { Dice, Fact } from '../api';
import { t } from '../i18n';

/** The outline of a die by its number of faces; of others only the outline is the same. */
const shapes: Record<number, { body: string; edge?: string }> = {
  6: { body: 'M-14-19H14Q19-19 19-14V14Q19 19 14 19H-14Q-19 19-19 14V-14Q-19-19-14-19z' },
  10: { body: 'M0-22L21-5V6L0 22-21 6V-5z', edge: 'M0-22L13 4 0 12-13 4zM-13 4L-21 6M13 4L21 6M0 12V22' }, // the number is on the kite-shaped face
};

const other = { body: 'M0-22L19-11V11L0 22-19 11V-11z' };

/** The dice of an event: each with its number, or their sum if only that is known. A number below all faces is a die that does not count, whatever it shows. */
export function FactDice({ fact, size }: { fact: Fact; size: number }) {
  const { dice = [], roll } = fact;
  const sums = (roll?.n ?? 1) > dice.length;
  const show = (n: number) => (roll && n < roll.low ? undefined : n);
  return <>{dice.map((n, i) => (roll && sums ? <Sum key={i} n={n} roll={roll} size={size} /> : <Die key={i} n={show(n)} faces={roll && roll.high - roll.low + 1} size={size} />))}</>;
}

/** Marks on dice: a blow struck, a shield held, a check failed, a die lowered. */
const marks: Record<string, string> = { fail: 'M6 21L14 8 22 21z', lowered: 'M14 6V21M8 15L14 21 20 15', hit: 'M14 4L17 11 24.500 11.500 18.500 16.500 20.500 24 14 19.500 7.500 24 9.500 16.500 3.500 11.500 11 11z', pair: 'M14 8V20M8 14H20', cancel: 'M6 6H22V14Q22 21 14 23 6 21 6 14z' };

function dieLabel(n?: number, faces?: number): string {
  if (n === undefined) return t('play.die.blank');
  return faces ? t('play.die.of', { n, faces }) : t('play.die', { n });
}

/** A die of so many faces, and what it counts for, if anything; blank if nobody needs to know what it shows. */
export function Die({ n, faces, size, sign, means }: { n?: number; faces?: number; size: number; sign?: string; means?: string }) {
  const { body, edge } = shapes[faces ?? 0] ?? other;
  const label = [dieLabel(n, faces), means].filter(Boolean).join(', ');
  return (
    <svg class={n === undefined ? 'die blank' : 'die'} width={size} height={size} viewBox="-24 -24 48 48" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={body} class="die-body" />
      {edge && <path d={edge} class="die-edge" />}
      <text y="5">{n}</text>
      {sign && marks[sign] && <path d={marks[sign]} class={`die-sign ${sign}`} />}
    </svg>
  );
}

/** The sum of several dice. */
function Sum({ n, roll, size }: { n: number; roll: Dice; size: number }) {
  const label = t('play.dice', { n, dice: roll.n, faces: roll.high - roll.low + 1 });
  return (
    <svg class="die" width={size} height={size} viewBox="-24 -24 48 48" role="img" aria-label={label}>
      <title>{label}</title>
      <rect x="-6" y="-21" width="27" height="27" rx="5" class="die-body" />
      <rect x="-21" y="-9" width="30" height="30" rx="5" class="die-body" />
      <text x="-6" y="12.500">
        {n}
      </text>
    </svg>
  );
}
