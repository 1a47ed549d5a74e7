// The home page: battles to start, games to continue, records to open.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type BattleCard, type GameCard, api } from '../api';
import { MapPicture } from '../board/Map';
import { ago, t } from '../i18n';
import { go, toGame, toLesson, toMoment, toNew } from '../route';
import { language, notify } from '../state';
import { asError, sentence, unsound, useLoad } from './load';
import { Masthead } from './Masthead';
import { Icon, Swatch, Working } from './parts';
import { seatShort } from './seats';

export function Home() {
  const lang = language.value;
  const battles = useLoad(() => api.battles(), [lang]);
  const games = useLoad(() => api.games(), [lang]);
  useEffect(() => {
    document.title = 'Acies';
  }, []);
  const recent = games.value ?? [];
  return (
    <RecordDrop>
      <Masthead />
      <main id="main" class="page home" tabIndex={-1}>
        <div class="hero">
          <h1 tabIndex={-1}>{t('home.title')}</h1>
          <p class="lead">{t('home.lead')}</p>
        </div>

        {recent.length > 0 && (
          <section aria-labelledby="recent">
            <h2 id="recent">{t('home.recent')}</h2>
            <Recent games={recent} sides={battles.value} />
          </section>
        )}

        <section aria-labelledby="battles">
          <h2 id="battles">{t('home.battles')}</h2>
          {battles.error && (
            <p class="problem" role="alert">
              {sentence(battles.error)}{' '}
              <button type="button" class="button small" onClick={battles.again}>
                {t('again')}
              </button>
            </p>
          )}
          {!battles.value && !battles.error && <Working />}
          <div class="battles">
            {battles.value?.toSorted((a, b) => size(a) - size(b)).map((b) => (
              <Battle key={b.id} battle={b} />
            ))}
          </div>
        </section>

        <section aria-labelledby="record" class="open-record">
          <div>
            <h2 id="record">{t('record.title')}</h2>
            <p>{t('record.about')}</p>
          </div>
          <RecordButton label={t('record.open')} />
        </section>
      </main>
    </RecordDrop>
  );
}

/** The number of units. */
const size = (b: BattleCard) => b.counters.unit ?? 0;

function Battle({ battle }: { battle: BattleCard }) {
  const hours = Math.max(1, Math.round((battle.turns * size(battle)) / 160));
  const { unit, leader } = battle.counters;
  return (
    <article class="battle">
      <a class="battle-picture" href={toNew(battle.id)} tabIndex={-1} aria-hidden="true">
        <MapPicture battle={battle.id} name={battle.name} />
      </a>
      <div class="battle-words">
        <header>
          <h3>{battle.name}</h3>
          <p class="versus">
            {battle.sides.map((s, i) => (
              <span key={s.id}>
                {i > 0 && <i>{t('versus')} </i>}
                <Swatch side={i} colors={battle.colors} /> {s.name}
              </span>
            ))}
          </p>
          <a class="button primary" href={toNew(battle.id)} aria-label={t('battle.fight.named', { name: battle.name })}>
            {t('battle.fight')}
          </a>
        </header>
        <p class="intro">{battle.intro}</p>
        {battle.lessons?.map((l) => (
          <a key={l.id} class="to-lesson" href={toLesson(battle.id, l.id)}>
            <Icon name="book" /> {t('lesson.named', { name: l.name })}
          </a>
        ))}
        <dl class="figures">
          <div>
            <dt>{t('battle.length')}</dt>
            <dd>
              {t('battle.turns', { n: battle.turns })}, {t('battle.hours', { n: hours })}
            </dd>
          </div>
          <div>
            <dt>{t('battle.armies')}</dt>
            <dd>
              {[unit && t('battle.units', { n: unit }), leader && t('battle.leaders', { n: leader })].filter(Boolean).join(', ')}
            </dd>
          </div>
          <div>
            <dt>{t('battle.rules')}</dt>
            <dd lang="en">{battle.rules}</dd>
          </div>
          {battle.level && (
            <div>
              <dt>{t('battle.difficulty')}</dt>
              <dd>{battle.level}</dd>
            </div>
          )}
        </dl>
      </div>
    </article>
  );
}

const shown = 4;

function Recent({ games, sides }: { games: GameCard[]; sides?: BattleCard[] }) {
  const [all, setAll] = useState(false);
  return (
    <>
      <ul class="plain recent">
        {games.slice(0, all ? undefined : shown).map((g) => {
          const battle = sides?.find((b) => b.id === g.battle);
          return (
            <li key={g.id}>
              <a class="recent-game" href={g.over ? toMoment(g.id, 0) : toGame(g.id)}>
                <strong>{g.name}</strong>
                <span>{g.over ? outcomeText(g) : `${t('turn.of', { turn: g.turn, turns: g.turns })} · ${g.phase}`}</span>
                <span class="faint">
                  {(g.seats ?? []).map((seat, i) => (
                    <span key={i} class="seat">
                      <Swatch side={i} colors={g.colors ?? battle?.colors} /> {g.sides[i]?.name ?? ''} {seatShort(seat)}
                    </span>
                  ))}
                </span>
                <time dateTime={g.updated} class="faint">
                  {ago(new Date(g.updated))}
                </time>
                <span class="recent-go">{g.over ? t('game.replay') : t('game.resume')}</span>
              </a>
            </li>
          );
        })}
      </ul>
      {games.length > shown && (
        <button type="button" class="button quiet small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('home.fewer') : t('home.all', { n: games.length })}
        </button>
      )}
    </>
  );
}

function outcomeText(g: GameCard): string {
  if (typeof g.outcome === 'string') return g.outcome;
  return g.outcome?.text ?? t('game.over');
}

// ---- Records ------------------------------------------------------------------------------------------------------

/** The name of the file that is being opened. */
const opening = signal('');

async function openRecord(file: File): Promise<void> {
  if (opening.value) return;
  opening.value = file.name;
  try {
    const { id } = await api.open(await file.text());
    go(toMoment(id, 0));
  } catch (e) {
    notify(t('record.bad', { name: file.name, why: unsound(asError(e)) }), 'error');
  } finally {
    opening.value = '';
  }
}

export function RecordButton({ label }: { label: string }) {
  return (
    <label class="button file">
      <Icon name="open" />
      {label}
      <input
        type="file"
        class="hidden-visually"
        onChange={(e) => {
          const file = e.currentTarget.files?.[0];
          e.currentTarget.value = '';
          if (file) void openRecord(file);
        }}
      />
    </label>
  );
}

/** A region on which a record may be dropped. */
export function RecordDrop({ children }: { children: preact.ComponentChildren }) {
  const [over, setOver] = useState(false);
  const carries = (e: DragEvent) => e.dataTransfer?.types.includes('Files') ?? false;
  return (
    <div
      class="drop"
      onDragOver={(e) => {
        if (!carries(e)) return;
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && setOver(false)}
      onDrop={(e) => {
        if (!carries(e)) return;
        e.preventDefault();
        setOver(false);
        const file = e.dataTransfer?.files[0];
        if (file) void openRecord(file);
      }}
    >
      {children}
      {over && <p class="drop-here">{t('record.drop')}</p>}
      {opening.value && (
        <div class="drop-here late">
          <Working>{t('record.opening', { name: opening.value })}</Working>
        </div>
      )}
    </div>
  );
}
