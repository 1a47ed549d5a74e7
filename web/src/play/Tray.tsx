import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { BattleData, Choice, Explanation, Pool, Stake } from '../api';
import { nameOf, textOf } from '../battle';
import { t } from '../i18n';
import type { GameStore } from '../state';
import { dieOf } from './choose';
import { Die } from './Dice';
import type { Hand } from './hand';
import { OddsCard } from './OddsCard';
import { overlap } from './overlap';

/** The dice that lie on the table, beside the map: each pool with whose it is and what each die counts for. A die that may be rolled again is a button. */
export function Tray({ hand }: { hand: Hand }) {
  const { game } = hand;
  const table = game.table.value;
  const battle = game.battle.value;
  const box = useRef<HTMLElement>(null);
  const meant = hand.marks.highlights.value.meant;
  // Below the map's middle or above it, wherever it hides less of what the question is about.
  useLayoutEffect(() => {
    const el = box.current;
    if (!el) return;
    const put = () => {
      const marks = [...(el.parentElement?.querySelectorAll('.meant, .aim') ?? [])].map((m) => m.getBoundingClientRect());
      const hidden = (name: string) => {
        el.className = name;
        const own = el.getBoundingClientRect();
        return marks.reduce((sum, m) => sum + overlap(own, m), 0);
      };
      const top = hidden('tray top');
      if (hidden('tray') > top) el.className = 'tray top';
    };
    const watch = new ResizeObserver(put);
    watch.observe(el);
    return () => watch.disconnect();
  }, [table, battle, meant]);
  if (!table || !battle) return null;
  const stakes = game.following.value || !hand.choices.value.length ? [] : (table.stakes ?? []);
  const pools = (table.view.pools ?? []).filter((p) => p.piece >= 0 || p.signs);
  if (!pools.length) return null;
  return (
    <section ref={box} class="tray" aria-label={t('play.pools')}>
      {stakes.length > 0 ? (
        <Slider key={table.version} hand={hand} stakes={stakes} />
      ) : (
        <div class="tray-pools">
          {pools.map((p) => (
            <PoolDice key={`${p.key} ${p.piece}`} hand={hand} battle={battle} pool={p} />
          ))}
        </div>
      )}
    </section>
  );
}

const count = (signs: string[] | undefined, sign: string) => (signs ?? []).filter((s) => s === sign).length;

/** Dice with a name for each that stays the same when others of its pool are rolled again: its face, and which of these it is. */
export function named(dice: readonly number[]): { id: string; n: number; i: number }[] {
  const seen = new Map<number, number>();
  return dice.map((n, i) => {
    const nth = (seen.get(n) ?? 0) + 1;
    seen.set(n, nth);
    return { id: `${n} ${nth}`, n, i };
  });
}

function PoolDice({ hand, battle, pool }: { hand: Hand; battle: BattleData; pool: Pool }) {
  const hits = count(pool.signs, 'hit');
  const cancels = count(pool.signs, 'cancel');
  const sum = [hits && t('play.pool.hits', { n: hits }), cancels && t('play.pool.cancels', { n: cancels })].filter(Boolean).join(', ');
  return (
    <div class="pool" data-side={pool.side}>
      <p>
        {textOf(battle, pool.key) ?? pool.key}
        {pool.piece >= 0 && <small> {nameOf(battle, pool.piece)}</small>}
        {sum && <b> {sum}</b>}
      </p>
      <p class="pool-dice">
        {named(pool.dice).map(({ id, n, i }) => (
          <TrayDie key={id} hand={hand} battle={battle} pool={pool} n={n} sign={pool.signs?.[i]} />
        ))}
      </p>
    </div>
  );
}

/** A die. If it may be chosen, it is a button; one whose roll could change nothing is set apart. */
function TrayDie({ hand, battle, pool, n, sign }: { hand: Hand; battle: BattleData; pool: Pool; n: number; sign?: string }) {
  const face = <Die n={n} faces={6} size={36} sign={sign} means={sign && textOf(battle, `die.${sign}`)} />;
  const choice = dieOf(hand.dice.value, pool, n, hand.game.table.value?.view.toAct ?? -1);
  if (!choice) return <span class="tray-die">{face}</span>;
  const label = choice.idle ? t('play.die.idle', { action: choice.text }) : choice.text;
  return (
    <button
      type="button"
      class={`tray-die fits${choice.idle ? ' idle' : ''}`}
      aria-label={label}
      title={label}
      aria-pressed={hand.pending.value?.action === choice.action}
      disabled={hand.game.busy.value}
      onClick={() => void hand.propose(choice)}
    >
      {face}
    </button>
  );
}

/** How much to spend on the dice: a slider from nothing up, with the dice and the odds at each stop, and a button that does it. */
function Slider({ hand, stakes }: { hand: Hand; stakes: Stake[] }) {
  const { game } = hand;
  const battle = game.battle.value!;
  const at = useSignal(0);
  const odds = useSignal<(Explanation | null)[]>([]);
  useEffect(() => {
    void loadOdds(game, stakes).then((list) => (odds.value = list));
  }, [stakes]);
  useEffect(() => {
    hand.staked.value = new Set(stakes[at.value].cards ?? []);
    return () => {
      hand.staked.value = new Set();
    };
  }, [at.value]);
  const stake = stakes[at.value];
  const cards = stake.cards ?? [];
  const chance = odds.value[at.value];
  return (
    <div class="stake">
      <div class="tray-pools">
        {stake.pools.map((p) => (
          <PoolDice key={p.piece} hand={hand} battle={battle} pool={p} />
        ))}
      </div>
      {stakes.length > 1 ? (
        <label class="stake-slider">
          <span>{t('play.stake')}</span>
          <input
            type="range"
            min={0}
            max={stakes.length - 1}
            step={1}
            value={at.value}
            aria-valuetext={stake.text}
            onInput={(e) => (at.value = Number(e.currentTarget.value))}
          />
          <span class="stake-stops" aria-hidden="true">
            {stakes.map((s, i) => (
              <span key={i} class={i === at.value ? 'now' : ''}>
                {t('play.stake.cards', { n: s.cards?.length ?? 0 })}
              </span>
            ))}
          </span>
        </label>
      ) : (
        <p>{t('play.stake.nothing')}</p>
      )}
      {cards.length > 0 && <p class="stake-cards">{t('play.stake.spent', { cards: cards.map((c) => nameOf(battle, c)).join(', '), points: stake.points })}</p>}
      {chance && <OddsCard text={stake.text} odds={{ ...chance, modifiers: [] }} names={(p) => nameOf(battle, p)} />}
      <button type="button" class="play-button main" disabled={game.busy.value} onClick={() => void game.act(stake.actions)}>
        {stake.text}
      </button>
    </div>
  );
}

/** The odds at each stop, as far as there are any. */
function loadOdds(game: GameStore, stakes: readonly Stake[]): Promise<(Explanation | null)[]> {
  return Promise.all(stakes.map((s) => game.odds(s.actions.join(';'))));
}

/** Whether a choice is made by a die or a slider that lies on the table, and needs no button. */
export function onTray(c: Choice, hand: Hand): boolean {
  const table = hand.game.table.value;
  if (!table) return false;
  if (table.stakes?.length) return c.ends === true;
  return (table.view.pools ?? []).some((p) => p.dice.some((n) => dieOf([c], p, n, table.view.toAct)));
}
