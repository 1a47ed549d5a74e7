import { useSignal } from '@preact/signals';
import type { Dice } from '../api';
import { t } from '../i18n';
import type { GameStore } from '../state';

const few = 3; // up to this many dice are entered one by one; for more, how many show each face

/** Entry of a roll of real dice, of any number and shape. */
export function Throw({ game, dice }: { game: GameStore; dice: Dice }) {
  const faces = Array.from({ length: dice.high - dice.low + 1 }, (_, i) => dice.low + i);
  return dice.n > few ? <Pool game={game} n={dice.n} faces={faces} /> : <Each game={game} n={dice.n} faces={faces} />;
}

/** The dice one by one: a row of faces each. Entering the last one sends them; so does typing the digits. */
function Each({ game, n, faces }: { game: GameStore; n: number; faces: number[] }) {
  const told = useSignal<(number | undefined)[]>(Array(n).fill(undefined));
  const tell = (die: number, face: number) => {
    const all = told.value.with(die, face);
    if (all.every((f) => f !== undefined)) void game.roll(all);
    else told.value = all;
  };
  const onKey = (e: KeyboardEvent) => {
    const face = e.key >= '0' && e.key <= '9' ? Number(e.key) : -1;
    if (game.busy.value || e.ctrlKey || e.metaKey || e.altKey || !faces.includes(face)) return;
    e.preventDefault();
    tell(told.value.indexOf(undefined), face);
  };
  return (
    <fieldset class="roll" onKeyDown={onKey}>
      <legend>{n > 1 ? t('play.roll.many', { n }) : faces[0] === 0 ? t('play.roll.one') : t('play.roll.face')}</legend>
      {told.value.map((chosen, die) => (
        <div key={die} class="roll-die" role={n > 1 ? 'group' : undefined} aria-label={n > 1 ? t('play.roll.which', { die: die + 1 }) : undefined}>
          {faces.map((face) => (
            <button
              key={face}
              type="button"
              class="play-button die-button"
              disabled={game.busy.value}
              aria-pressed={n > 1 ? chosen === face : undefined}
              aria-label={n > 1 ? t('play.rolled.die', { die: die + 1, face }) : t('play.rolled', { n: face })}
              onClick={() => tell(die, face)}
            >
              {face}
            </button>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

/** Many dice: how many show each face. */
function Pool({ game, n, faces }: { game: GameStore; n: number; faces: number[] }) {
  const counts = useSignal<number[]>(faces.map(() => 0));
  const left = n - counts.value.reduce((a, b) => a + b, 0);
  const send = (e: Event) => {
    e.preventDefault();
    if (left === 0) void game.roll(facesOf(faces, counts.value));
  };
  return (
    <form onSubmit={send}>
      <fieldset class="roll">
        <legend>{t('play.roll.pool', { n })}</legend>
        <div class="roll-counts">
          {faces.map((face, i) => (
            <label key={face} class="roll-count">
              {face}
              <input
                type="number"
                min={0}
                max={n}
                inputMode="numeric"
                value={counts.value[i]}
                aria-label={t('play.roll.count', { face })}
                onInput={(e) => (counts.value = counts.value.with(i, Math.max(0, Math.trunc(Number(e.currentTarget.value) || 0))))}
              />
            </label>
          ))}
        </div>
        <p role="status">{left === 0 ? '' : t('play.roll.left', { n: left })}</p>
        <button type="submit" class="play-button main" disabled={left !== 0 || game.busy.value}>
          {t('play.confirm')}
        </button>
      </fieldset>
    </form>
  );
}

/** The faces of a pool, given how many show each. */
export function facesOf(faces: number[], counts: number[]): number[] {
  return faces.flatMap((face, i) => Array<number>(counts[i]).fill(face));
}
