// A new game: who plays, with which variants and dice. The defaults work.

import { useEffect, useState } from 'preact/hooks';
import { type OptionInfo, type Seat, api } from '../api';
import { MapPicture } from '../board/Map';
import { t } from '../i18n';
import { me, refreshMe } from '../people';
import { go, toGame, toHome, toLesson, toPrint } from '../route';
import { language } from '../state';
import { asError, sentence, useLoad } from './load';
import { Masthead } from './Masthead';
import { Icon, Segments, Swatch, Working } from './parts';
import { anybody, choiceName, chooseSeat, friend, inOrder, isInvited, seatAbout, seatName, seatsToSend, seatWithin } from './seats';
import { type Terms, TermsFields } from './Terms';
import { justBegun } from './Victory';

export function NewGameRoom({ battle: id }: { battle: string }) {
  const lang = language.value;
  const cards = useLoad(() => api.battles(), [lang]);
  const opponents = inOrder(useLoad(() => api.seats(), []).value ?? ['human', 'recruit']);
  const online = me.value?.accounts ?? false;
  const kinds = online ? opponents.toSpliced(1, 0, friend, anybody) : opponents;
  const [seats, setSeats] = useState<Seat[]>(['human', 'recruit']);
  const invites = seats.some(isInvited);
  const open = seats.includes(anybody);
  const [options, setOptions] = useState<string[]>([]);
  const [dice, setDice] = useState<'seed' | 'hand'>('seed');
  const [seed, setSeed] = useState('');
  const [terms, setTerms] = useState<Terms>({});
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState('');
  const card = cards.value?.find((b) => b.id === id);
  const battle = useLoad(() => api.about(id, options), [lang, id, options.join()]);
  const { sides, sheet } = battle.value ?? {};

  useEffect(() => {
    document.title = card ? `${card.name} · Acies` : 'Acies';
  }, [card?.name]);

  const groups = groupsOf(card?.options ?? []);
  // What a side has by default depends on what the other has chosen, so the army that it has now is named.
  const defaultOf = (group: string, members: OptionInfo[]) => {
    const army = sides?.[card?.sides.findIndex((s) => s.name === group) ?? -1]?.name;
    return army && !members.some((o) => options.includes(o.id)) ? t('new.default.named', { name: army }) : members[0].else || t('new.default');
  };

  const start = async (e: Event) => {
    e.preventDefault();
    setStarting(true);
    setProblem('');
    try {
      const own = invites ? { terms: { ...terms, open }, ...(dice === 'hand' ? { dice } : {}), ...(terms.random ? { mine: undefined } : {}) } : { dice, ...(dice === 'seed' && seed.trim() ? { seed: seed.trim() } : {}) };
      const game = await api.create({ battle: id, options, ...seatsToSend(seats), ...own });
      if (!invites) justBegun.value = game.id; // who invites a friend is given the link first
      if (online) refreshMe();
      go(toGame(game.id));
    } catch (cause) {
      setProblem(sentence(asError(cause)));
      setStarting(false);
    }
  };

  return (
    <>
      <Masthead />
      <main id="main" class="page" tabIndex={-1}>
        <a class="back" href={toHome()}>
          <Icon name="back" /> {t('new.back')}
        </a>
        {cards.error && (
          <p class="problem" role="alert">
            {sentence(cards.error)}
          </p>
        )}
        {cards.value && !card && (
          <p class="problem" role="alert">
            {t('new.unknown', { id })}
          </p>
        )}
        {!cards.value && !cards.error && <Working />}
        {card && (
          <form class="new" onSubmit={start}>
            <h1 tabIndex={-1}>{card.name}</h1>
            <div class="new-about">
              <div>
                <div class="new-picture">
                  <MapPicture battle={id} name={card.name} options={options} />
                </div>
                {card.lessons?.map((l) => (
                  <p key={l.id} class="lesson-link">
                    <a class="to-lesson" href={toLesson(card.id, l.id)}>
                      <Icon name="book" /> {t('lesson.named', { name: l.name })}
                    </a>
                    <small>{l.about}</small>
                  </p>
                ))}
                <p class="lesson-link">
                  <a class="to-lesson" href={toPrint(id, options)}>
                    <Icon name="print" /> {t('print.link')}
                  </a>
                </p>
              </div>
              <div>
                <p class="intro">{card.intro}</p>
                {battle.value?.victory && <p class="about">{battle.value.victory}</p>}
              </div>
            </div>

            <div class="new-choices">
              {groups.length > 0 && (
                <fieldset>
                  <legend>{t('new.armies')}</legend>
                  {groups.map(({ name, members }) => {
                    const chosen = members.find((o) => options.includes(o.id));
                    return (
                      <label class="one-of" key={name}>
                        <span>{name}</span>
                        <select
                          class="field"
                          aria-label={name}
                          value={chosen?.id ?? ''}
                          onChange={(e) => setOptions([...options.filter((x) => x !== chosen?.id), ...(e.currentTarget.value ? [e.currentTarget.value] : [])])}
                        >
                          <option value="">{defaultOf(name, members)}</option>
                          {members.map((o) => (
                            <option key={o.id} value={o.id}>
                              {o.name}
                            </option>
                          ))}
                        </select>
                        {chosen && <small>{chosen.about}</small>}
                      </label>
                    );
                  })}
                </fieldset>
              )}

              <fieldset>
                <legend>{t('new.seats')}</legend>
                {(sides ?? card.sides).map((side, i) => (
                  <div class="seat-row" key={side.id}>
                    <span class="seat-name">
                      <Swatch side={i} colors={sheet?.colors.map((c) => c.field) ?? card.colors} /> {side.name} <small>{i === 0 ? t('side.attacker') : t('side.defender')}</small>
                    </span>
                    {sheet?.armies?.[i] && <small class="seat-army">{sheet.armies[i]}</small>}
                    <Segments<Seat>
                      name={`seat-${i}`}
                      label={side.name}
                      value={seats[i]}
                      onChange={(seat) => setSeats(chooseSeat(seats, i, seat))}
                      options={kinds.map((kind) => ({ value: kind, label: online ? choiceName(kind) : seatName(kind) }))}
                    />
                  </div>
                ))}
                <p class="about">{seatsAbout(seats)}</p>
                <dl class="levels">
                  {kinds
                    .filter((kind) => kind !== 'human' && !isInvited(kind))
                    .map((kind) => (
                      <div key={kind} data-chosen={seats.includes(kind)}>
                        <dt>{seatName(kind)}</dt>
                        <dd>{seatAbout(kind)}</dd>
                      </div>
                    ))}
                </dl>
              </fieldset>

              {card.options?.some((o) => !o.group) && (
                <fieldset>
                  <legend>{t('new.options')}</legend>
                  {card.options
                    ?.filter((o) => !o.group)
                    .map((o) => (
                      <label class="check" key={o.id}>
                        <input
                          type="checkbox"
                          checked={options.includes(o.id)}
                          onChange={(e) => setOptions(e.currentTarget.checked ? [...options, o.id] : options.filter((x) => x !== o.id))}
                        />
                        <span>
                          {o.name}
                          <small>{o.about}</small>
                        </span>
                      </label>
                    ))}
                </fieldset>
              )}

              {invites && <TermsFields terms={terms} onChange={setTerms} />}

              <fieldset>
                <legend>{t('new.dice')}</legend>
                <Segments
                  name="dice"
                  label={t('new.dice')}
                  value={dice}
                  onChange={setDice}
                  options={[
                    { value: 'seed', label: t('dice.seed') },
                    { value: 'hand', label: t('dice.hand') },
                  ]}
                />
                <p class="about">{t(invites ? (dice === 'seed' ? 'dice.shared.about' : 'dice.both.about') : dice === 'seed' ? 'dice.seed.about' : 'dice.hand.about')}</p>
                {dice === 'seed' && !invites && (
                  <details>
                    <summary>{t('dice.seed.choose')}</summary>
                    <label class="seed">
                      <span>{t('dice.seed.label')}</span>
                      <input class="field" value={seed} maxLength={64} autocomplete="off" spellcheck={false} onInput={(e) => setSeed(e.currentTarget.value)} />
                    </label>
                  </details>
                )}
              </fieldset>

              {battle.error && !battle.error.offline && (
                <p class="problem" role="alert">
                  {t('new.impossible')}
                </p>
              )}
              {problem && (
                <p class="problem" role="alert">
                  {problem}
                </p>
              )}
              <button type="submit" class="button primary big" disabled={starting || battle.error !== undefined}>
                {starting ? t('new.starting') : t('new.start')}
              </button>
            </div>
          </form>
        )}
      </main>
    </>
  );
}

/** The groups of options, of each of which at most one is chosen, in order. */
function groupsOf(options: readonly OptionInfo[]): { name: string; members: OptionInfo[] }[] {
  const names = [...new Set(options.flatMap((o) => o.group ?? []))];
  return names.map((name) => ({ name, members: options.filter((o) => o.group === name) }));
}

function seatsAbout(seats: Seat[]): string {
  if (seats.includes(anybody)) return t('terms.open.about');
  if (seats.includes(friend)) return t('new.seats.friend');
  const people = seats.filter((s) => s === 'human').length;
  if (people === seats.length) return t('new.seats.two');
  return people === 0 ? t('new.seats.none') : t('new.seats.one', { opponent: seatWithin(seats.find((s) => s !== 'human') ?? '') });
}
