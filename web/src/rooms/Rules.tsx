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

/** The clauses that contain all the words, in any order, or other words for the same. */
export function find(clauses: Clause[], words: string): Clause[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return clauses;
  return clauses.filter((c) => {
    const text = plain(`${c.id} ${c.section ?? ''} ${c.text} ${c.also?.join(' ') ?? ''}`);
    return wanted.every((w) => text.includes(w));
  });
}

/** Whether a clause has not been translated. */
const foreign = (c: Clause) => c.lang !== language.value;

/** The clauses without those about other battles. A battle of which no clause speaks has all of them. */
export function about(clauses: Clause[], battle: { id: string; book: string }): Clause[] {
  const own = (c: Clause) => c.of?.includes(battle.id) || c.of?.includes(battle.book);
  return clauses.some(own) ? clauses.filter((c) => !c.of?.length || own(c)) : clauses;
}

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
export function Rulebook({ battle, clause, compact = false }: { battle?: { id: string; book: string }; clause?: string | null; compact?: boolean }) {
  const loaded = useLoad(() => api.rulebook(battle?.book), [battle?.book, language.value]);
  const [words, setWords] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const [book, setBook] = useState<string | null>(null); // another than that of the clause
  const text = useMemo(() => {
    const all = book ? (loaded.value ?? []).filter((c) => c.book === book) : textOf(loaded.value ?? [], clause);
    const own = battle ? about(all, battle) : all;
    return !clause || book || own.some((c) => c.id === clause) ? own : all; // a rule that was asked for is shown
  }, [loaded.value, clause, battle?.id, book]);
  const found = useMemo(() => find(text, words), [text, words]);
  const chapters = useMemo(() => outline(found), [found]);

  useEffect(() => {
    if (clause) setWords('');
    setBook(null);
  }, [clause]);
  useEffect(() => {
    if (!clause || words || book) return;
    const line = box.current?.querySelector<HTMLElement>(`#${CSS.escape(clause)}`);
    line?.scrollIntoView({ block: compact ? 'start' : 'center' });
    line?.focus({ preventScroll: true });
  }, [clause, loaded.value, words]);

  return (
    <div class={compact ? 'rulebook compact' : 'rulebook'} ref={box}>
      {!compact && <Books clauses={loaded.value ?? []} shown={text[0]?.book} onOpen={setBook} />}
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
                        <RuleText text={x.text} own={text[0].id.split('-')[0]} words={words} />
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

/** Links to the other texts. One that is opened keeps what is searched for. */
function Books({ clauses, shown, onOpen }: { clauses: Clause[]; shown?: string; onOpen: (book: string) => void }) {
  const firsts = clauses.filter((c, i) => c.book !== clauses[i - 1]?.book);
  return (
    <nav class="rules-books" aria-label={t('rules.books')}>
      {firsts.map((c) => (
        <a
          key={c.book}
          class="button quiet"
          href={toRules(c.id)}
          aria-current={c.book === shown ? 'page' : undefined}
          onClick={(e) => {
            if (e.ctrlKey || e.metaKey || e.shiftKey) return;
            e.preventDefault();
            onOpen(c.book);
          }}
        >
          {c.title}
        </a>
      ))}
    </nav>
  );
}

// The texts are simple Markdown: *emphasis*, **strong** and `code`; ids of clauses and rulings become links.
const marks = /(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\b[a-z]{3}-[0-9A-Z](?:[\w.]*\w)?|\bR\d+\b)/g;

/** A text in parts: those at odd indices are words that were searched for. */
export function parted(text: string, words: string): string[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [text];
  const chars = [...text];
  const from: number[] = []; // of each letter of the plain text, the index of the letter that it stands for
  const letters = chars.map((c, i) => {
    const p = plain(c);
    from.push(...Array<number>(p.length).fill(i));
    return p;
  });
  const searched = letters.join('');
  const hit = new Set<number>();
  for (const w of wanted) {
    for (let at = searched.indexOf(w); at >= 0; at = searched.indexOf(w, at + 1)) for (let k = 0; k < w.length; k++) hit.add(from[at + k]);
  }
  const parts = [''];
  for (const [i, c] of chars.entries()) {
    if (hit.has(i) !== (parts.length % 2 === 0)) parts.push('');
    parts[parts.length - 1] += c;
  }
  return parts;
}

/** A text with the words marked that were searched for. */
function Found({ text, words }: { text: string; words: string }) {
  return <>{parted(text, words).map((part, i) => (i % 2 ? <mark key={i}>{part}</mark> : part))}</>;
}

/** A rule. `own` is what ids begin with in its book: R7 stands for ant-R7. */
export function RuleText({ text, own, words = '' }: { text: string; own: string; words?: string }) {
  return (
    <span>
      {text.split(marks).map((part, i) => {
        if (i % 2 === 0) return <Found key={i} text={part} words={words} />;
        if (part.startsWith('**')) return <strong key={i}><Found text={part.slice(2, -2)} words={words} /></strong>;
        if (part.startsWith('*')) return <em key={i}><Found text={part.slice(1, -1)} words={words} /></em>;
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
