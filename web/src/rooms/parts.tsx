// Small components that several pages use.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GameCard, Person } from '../api';
import { t } from '../i18n';
import { toRules } from '../route';
import { settings } from '../state';
import { termsInWords } from './agreed';

const icons = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  gear: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5',
  book: 'M12 6c-2-1.5-5-2-8-1.5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5v-13c-3-.5-6 0-8 1.5zM12 6v13',
  film: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M12 8v4l3 2',
  first: 'M6 5v14M18 5l-8 7 8 7',
  last: 'M18 5v14M6 5l8 7-8 7',
  prev: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  prevs: 'M12 5l-7 7 7 7M19 5l-7 7 7 7',
  nexts: 'M12 5l7 7-7 7M5 5l7 7-7 7',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  save: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  edit: 'M4 20l1-4L16.5 4.5l3 3L8 19z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  print: 'M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  undo: 'M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  place: 'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  open: 'M3 19V6a1 1 0 0 1 1-1h5l2 3h8a1 1 0 0 1 1 1v2M3 19l3-8h16l-3 8z',
  laurel: 'M8 4h8v4a4 4 0 0 1-8 0zM8 5H5v1.500a3 3 0 0 0 3 3M16 5h3v1.500a3 3 0 0 1-3 3M12 12v4M8.500 20h7M10 16h4v4h-4z',
  person: 'M12 12.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c0-4 3.500-5.500 7.500-5.500s7.500 1.500 7.500 5.500',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  people: 'M9 12a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 19.500c0-3.500 3-5 6.500-5s6.500 1.500 6.500 5M15.500 5.300a3.500 3.500 0 0 1 0 6.500M17.500 14.800c2.400.6 4 2 4 4.700',
  eye: 'M2.500 12s3.500-6.500 9.500-6.500 9.500 6.500 9.500 6.500-3.500 6.500-9.500 6.500S2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  key: 'M15 14a5 5 0 1 0-4.700-3.300L4 17v3h3.500v-2H10v-2.500h2l1.300-1.800a5 5 0 0 0 1.700.300zM16.500 7.500h.010',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
} as const;

export type IconName = keyof typeof icons;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">
      <path d={icons[name]} />
    </svg>
  );
}

/** A link to a rule. At the table it opens in the panel, elsewhere in the rulebook. */
export function ClauseLink({ id }: { id: string }) {
  return (
    <a class="clause" href={toRules(id)} aria-label={t('clause.open', { id })}>
      {id}
    </a>
  );
}

/** The colour of a side; `colors` are those of a battle that is not on the board. */
export function Swatch({ side, colors }: { side: number; colors?: readonly string[] }) {
  const own = settings.value.palette === 'paper' ? colors?.[side] : undefined;
  return <span class="swatch" data-side={side} style={own && { background: own }} aria-hidden="true" />;
}

/** A mark at the name of somebody who is here now. */
export function Online({ person }: { person?: Person }) {
  if (!person?.online || person.you) return null;
  return (
    <span class="online" title={t('here')}>
      <span class="hidden-visually">({t('here')})</span>
    </span>
  );
}

export function Working({ children }: { children?: ComponentChildren }) {
  return (
    <p class="working" role="status">
      {children ?? t('working')}
    </p>
  );
}

/** What could not be loaded, and a button to try it again. */
export function Failed({ why, again }: { why: string; again: () => void }) {
  return (
    <p class="problem" role="alert">
      {why}{' '}
      <button type="button" class="button small" onClick={again}>
        {t('again')}
      </button>
    </p>
  );
}

/** A choice of one of a few options, side by side. */
export function Segments<T extends string>(props: {
  name: string;
  value: T;
  options: { value: T; label: ComponentChildren }[];
  onChange: (value: T) => void;
  label: string;
}) {
  return (
    <div class="segments" role="radiogroup" aria-label={props.label}>
      {props.options.map((o) => (
        <label key={o.value}>
          <input type="radio" name={props.name} value={o.value} checked={o.value === props.value} onChange={() => props.onChange(o.value)} />
          {o.label}
        </label>
      ))}
    </div>
  );
}

const hours = [0, 3, 6, 12, 24, 48, 72, 168];

/** The options after how many hours of a turn one is reminded of it; what was chosen before is one of them. */
export function Reminders({ chosen }: { chosen: number }) {
  const list = hours.includes(chosen) || chosen < 0 ? hours : [...hours, chosen].sort((a, b) => a - b);
  return (
    <>
      {list.map((n) => (
        <option key={n} value={n}>
          {n === 0 ? t('talk.remind.never') : n % 24 === 0 && n > 24 ? t('talk.remind.days', { n: n / 24 }) : t('talk.remind.hours', { n })}
        </option>
      ))}
    </>
  );
}

/** A dialog over the page. It is closed by its button, by Escape, and by a click beside it. */
export function Dialog({ title, kind, onClose, children }: { title: string; kind: string; onClose: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog ref={ref} class={`dialog ${kind}`} aria-labelledby={`${kind}-title`} onClose={onClose} onClick={(e) => e.target === ref.current && onClose()}>
      <header>
        <h2 id={`${kind}-title`}>{title}</h2>
        <button type="button" class="button quiet icon" aria-label={t('close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}

/** What was agreed, as entries of a list. */
export function TermsList({ game }: { game: Pick<GameCard, 'clock' | 'terms'> }) {
  return (
    <>
      {termsInWords(game).map(([about, text]) => (
        <div key={text}>
          <dt>{about}</dt>
          <dd class="join-term">{text}</dd>
        </div>
      ))}
    </>
  );
}
