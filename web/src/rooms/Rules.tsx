// The rulebook, clause by clause.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Clause, api } from '../api';
import { t } from '../i18n';
import { toRules } from '../route';
import { language } from '../state';
import { sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { Icon, Working } from './parts';

export function RulesRoom({ clause }: { clause?: string }) {
  useEffect(() => {
    document.title = `${t('nav.rules')} · Acies`;
  });
  return (
    <>
      <Masthead />
      <main id="main" class="page rules-page" tabIndex={-1}>
        <h1 tabIndex={-1}>{t('rules.title')}</h1>
        <Rulebook clause={clause} />
      </main>
    </>
  );
}

const plain = (s: string) => s.normalize('NFD').replace(/\p{Diacritic}/gu, '').replace(/’/g, "'").replace(/œ/gi, 'oe').toLowerCase();

/** The clauses that contain all the words, in any order. */
export function find(clauses: Clause[], words: string): Clause[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return clauses;
  return clauses.filter((c) => {
    const text = plain(`${c.id} ${c.section ?? ''} ${c.text}`);
    return wanted.every((w) => text.includes(w));
  });
}

/** Whether a clause has not been translated. */
const foreign = (c: Clause) => c.lang !== language.value;

interface Section {
  title: string;
  clauses: Clause[];
}

interface Chapter {
  title: string;
  sections: Section[];
}

export function outline(clauses: Clause[]): Chapter[] {
  const list: Chapter[] = [];
  for (const c of clauses) {
    let chapter = list.at(-1);
    if (chapter?.title !== c.chapter) list.push((chapter = { title: c.chapter, sections: [] }));
    let section = chapter.sections.at(-1);
    if (section?.title !== (c.section ?? '')) chapter.sections.push((section = { title: c.section ?? '', clauses: [] }));
    section.clauses.push(c);
  }
  return list;
}

/** The clauses of the text that contains a clause, or of the first text. */
export function textOf(clauses: Clause[], clause?: string | null): Clause[] {
  const book = (clauses.find((c) => c.id === clause) ?? clauses[0])?.book;
  return clauses.filter((c) => c.book === book);
}

/** Search, contents and text of a battle's book, or of the one that contains the clause. `clause` is opened and marked. */
export function Rulebook({ book, clause, compact = false }: { book?: string; clause?: string | null; compact?: boolean }) {
  const loaded = useLoad(() => api.rulebook(book), [book, language.value]);
  const [words, setWords] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const text = useMemo(() => textOf(loaded.value ?? [], clause), [loaded.value, clause]);
  const found = useMemo(() => find(text, words), [text, words]);
  const chapters = useMemo(() => outline(found), [found]);

  useEffect(() => {
    if (clause) setWords('');
  }, [clause]);
  useEffect(() => {
    if (!clause || words) return;
    const line = box.current?.querySelector<HTMLElement>(`#${CSS.escape(clause)}`);
    line?.scrollIntoView({ block: compact ? 'start' : 'center' });
    line?.focus({ preventScroll: true });
  }, [clause, loaded.value, words]);

  return (
    <div class={compact ? 'rulebook compact' : 'rulebook'} ref={box}>
      {!compact && <Books clauses={loaded.value ?? []} shown={text[0]?.book} />}
      <div class="rules-search" role="search">
        <Icon name="search" />
        <input
          class="field"
          type="search"
          aria-label={t('rules.search')}
          placeholder={t('rules.search')}
          value={words}
          onInput={(e) => setWords(e.currentTarget.value)}
        />
        <span class="faint" role="status">
          {words.trim() && t('rules.found', { n: found.length })}
        </span>
      </div>
      {loaded.error && (
        <p class="problem" role="alert">
          {sentence(loaded.error)}
        </p>
      )}
      {!loaded.value && !loaded.error && <Working />}
      <div class="rules-columns">
        {!compact && text.length > 0 && (
          <nav class="rules-contents" aria-label={t('rules.contents')}>
            <ul class="plain">
              {outline(text).map((c) => (
                <li key={c.title} lang={c.sections[0].clauses[0].lang}>
                  <a href={toRules(c.sections[0].clauses[0].id)}>{c.title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div class="rules-text" tabIndex={compact ? 0 : undefined} role={compact ? 'region' : undefined} aria-label={compact ? t('rules.title') : undefined}>
          {text.some(foreign) && <p class="about">{t('rules.english')}</p>}
          <Sources clauses={text} />
          {loaded.value && found.length === 0 && <p class="empty">{t('rules.none')}</p>}
          {chapters.map((c) => (
            <section key={c.title} lang={c.sections[0].clauses[0].lang}>
              <h2>{c.title}</h2>
              {c.sections.map((s, i) => (
                <div key={i}>
                  {s.title && <h3>{s.title}</h3>}
                  {s.clauses.map((x) => (
                    <p key={x.id} id={x.id} tabIndex={-1} class={x.id === clause ? 'rule marked' : 'rule'}>
                      <a class="clause" href={toRules(x.id)}>
                        {x.id}
                      </a>
                      <span>
                        <RuleText text={x.text} own={text[0].id.split('-')[0]} />
                        {x.source && <SourceMark source={x.source} />}
                        {foreign(x) && (
                          <abbr class="source" lang={language.value} title={t('rules.english.one')}>
                            {x.lang}
                          </abbr>
                        )}
                      </span>
                    </p>
                  ))}
                </div>
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Where a clause comes from, as a mark. */
function SourceMark({ source }: { source: string }) {
  return (
    <abbr class="source" lang={language.value} title={t(`rules.source.${source}.about`)}>
      {t(`rules.source.${source}`)}
    </abbr>
  );
}

/** What the marks mean that the clauses of a text have. */
function Sources({ clauses }: { clauses: Clause[] }) {
  const found = [...new Set(clauses.flatMap((c) => c.source ?? []))];
  if (found.length === 0) return null;
  return (
    <dl class="sources">
      {found.map((source) => (
        <div key={source}>
          <dt>
            <SourceMark source={source} />
          </dt>
          <dd>{t(`rules.source.${source}.about`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Links to the other texts. */
function Books({ clauses, shown }: { clauses: Clause[]; shown?: string }) {
  const firsts = clauses.filter((c, i) => c.book !== clauses[i - 1]?.book);
  return (
    <nav class="rules-books" aria-label={t('rules.books')}>
      {firsts.map((c) => (
        <a key={c.book} class="button quiet" lang="en" href={toRules(c.id)} aria-current={c.book === shown ? 'page' : undefined}>
          {c.book}
        </a>
      ))}
    </nav>
  );
}

// The texts are simple Markdown: *emphasis*, **strong** and `code`; ids of clauses and rulings become links.
const marks = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\b[a-z]{3}-[0-9A-Z](?:[\w.]*\w)?|\bR\d+\b)/g;

/** A rule. `own` is what ids begin with in its book: R7 stands for ant-R7. */
export function RuleText({ text, own }: { text: string; own: string }) {
  return (
    <span>
      {text.split(marks).map((part, i) => {
        if (i % 2 === 0) return part;
        if (part.startsWith('**')) return <strong key={i}>{part.slice(2, -2)}</strong>;
        if (part.startsWith('*')) return <em key={i}>{part.slice(1, -1)}</em>;
        if (part.startsWith('`')) return <code key={i}>{part.slice(1, -1)}</code>;
        return (
          <a key={i} href={toRules(part.includes('-') ? part : `${own}-${part}`)}>
            {part}
          </a>
        );
      })}
    </span>
  );
}
