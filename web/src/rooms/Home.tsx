// The home page: battles to start, games to continue, records to open.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { type BattleCard, type OptionInfo, api } from '../api';
import { MapPicture } from '../board/Map';
import { t } from '../i18n';
import { me } from '../people';
import { go, toLesson, toMoment, toNew } from '../route';
import { language, notify } from '../state';
import { Games } from './Games';
import { Lobby } from './Lobby';
import { asError, sentence, unsound, useAgain, useLoad } from './load';
import { Masthead } from './Masthead';
import { Failed, Icon, Swatch, Working } from './parts';

const renewal = 15_000; // milliseconds between two looks at the games

export function Home() {
  const lang = language.value;
  const battles = useLoad(() => api.battles(), [lang]);
  const games = useLoad(() => api.games(), [lang]);
  useEffect(() => {
    document.title = 'Acies';
  }, []);
  useAgain(renewal, games.again);
  return (
    <RecordDrop>
      <Masthead />
      <main id="main" class="page home" tabIndex={-1}>
        <div class="hero" data-small={(games.value?.length ?? 0) > 0 || undefined}>
          <h1 tabIndex={-1}>{t('home.title')}</h1>
          <p class="lead">{t(me.value?.accounts ? 'home.lead.online' : 'home.lead')}</p>
        </div>

        {games.value && games.value.length > 0 && <Games games={games.value} battles={battles.value} again={games.again} />}

        {me.value?.accounts && <Lobby battles={battles.value} onWithdrawn={games.again} />}

        <section aria-labelledby="battles">
          <h2 id="battles">{t('home.battles')}</h2>
          {battles.error && <Failed why={sentence(battles.error)} again={battles.again} />}
          {!battles.value && !battles.error && <Working />}
          <div class="battles">
            {battles.value?.map((b, i) => (
              <Battle key={b.id} battle={b} first={i === 0} />
            ))}
          </div>
        </section>

        {battles.value && <Lessons battles={battles.value} />}

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

/** All lessons, by rulebook. The names of their files give their order. */
function Lessons({ battles }: { battles: BattleCard[] }) {
  const books = new Map<string, { battle: string; lesson: OptionInfo }[]>();
  for (const b of battles) {
    if (b.lessons?.length) books.set(b.rules, [...(books.get(b.rules) ?? []), ...b.lessons.map((lesson) => ({ battle: b.id, lesson }))]);
  }
  if (!books.size) return null;
  return (
    <section aria-labelledby="lessons">
      <h2 id="lessons">{t('lessons.title')}</h2>
      <p class="about">{t('lessons.about')}</p>
      <div class="courses">
        {[...books].map(([rules, list]) => (
          <div key={rules}>
            <h3 lang="en">{rules}</h3>
            <ul class="plain">
              {list
                .toSorted((a, b) => a.lesson.id.localeCompare(b.lesson.id))
                .map(({ battle, lesson }) => (
                  <li key={`${battle} ${lesson.id}`}>
                    <a class="to-lesson" href={toLesson(battle, lesson.id)}>
                      <Icon name="book" /> {lesson.name}
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

/** The number of units. */
const size = (b: BattleCard) => b.counters.unit ?? 0;

/** A battle to start; the first of the list is marked as the one to begin with. */
function Battle({ battle, first }: { battle: BattleCard; first: boolean }) {
  const hours = Math.max(1, Math.round((battle.turns * size(battle)) / 160));
  const { unit, leader } = battle.counters;
  return (
    <article class={first ? 'battle first' : 'battle'}>
      <a class="battle-picture" href={toNew(battle.id)} tabIndex={-1} aria-hidden="true">
        <MapPicture battle={battle.id} name={battle.name} />
      </a>
      <div class="battle-words">
        <header>
          <h3>
            {battle.name} {first && <span class="first-mark">{t('battle.first')}</span>}
          </h3>
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
