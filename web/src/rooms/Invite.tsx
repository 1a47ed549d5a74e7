// The link to a seat that nobody has yet, for the player who set up the game.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { type Terms, api } from '../api';
import { t } from '../i18n';
import { openSide, watches } from '../people';
import { go, toGame, toHome, toJoin } from '../route';
import { type GameStore, notify, notifyNext } from '../state';
import { asError, sentence } from './load';
import { Icon, type IconName } from './parts';

// The server knows only a hash of the token, and a new one makes a link that was sent before worthless. So this browser
// remembers it as long as the seat is open.
const keyOf = (game: string) => `acies.invitation.${game}`;

function remembered(game: string): string {
  try {
    return localStorage.getItem(keyOf(game)) ?? '';
  } catch {
    return ''; // storage may be disabled
  }
}

function remember(game: string, token: string): void {
  try {
    if (token) localStorage.setItem(keyOf(game), token);
    else localStorage.removeItem(keyOf(game));
  } catch {
    // see remembered
  }
}

/** Whether the device hands links to other programs, as phones do. */
const shares = () => 'share' in navigator && matchMedia('(pointer: coarse)').matches;

/** Puts a link on the clipboard, or shows it where that is not possible. */
async function copyLink(link: Promise<string>, field: () => HTMLInputElement | null): Promise<void> {
  try {
    // Some browsers allow it only while they handle the click, so the text is promised before it is there.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': link.then((text) => new Blob([text], { type: 'text/plain' })) })]);
    notify(t('replay.copied'));
  } catch {
    field()?.select(); // from there it can be copied by hand
  }
}

/** A button with which a link is copied, or on a phone shared, and the link once it has been asked for. */
export function CopyLink({ address, title, copy, share, label, icon }: { address: string; title?: string; copy: string; share: string; label: string; icon: IconName }) {
  const asked = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const give = async () => {
    asked.value = true;
    if (!shares()) await copyLink(Promise.resolve(address), () => field.current);
    else await navigator.share({ title, url: address }).catch(() => {}); // the link is in the field
  };
  return (
    <div class="watch-link">
      <button type="button" class="button small" onClick={() => void give()}>
        <Icon name={icon} /> {shares() ? share : copy}
      </button>
      {asked.value && <input ref={field} class="field" readOnly aria-label={label} value={address} onFocus={(e) => e.currentTarget.select()} />}
    </div>
  );
}

/** The address of a game that others may watch. */
export function WatchLink({ game }: { game: GameStore }) {
  if (!game.table.value?.terms?.watch) return null;
  return <CopyLink address={`${location.origin}/${toGame(game.id)}`} title={game.battle.value?.name} copy={t('watch.copy')} share={t('watch.share')} label={t('watch.link')} icon="eye" />;
}

/** What is said to whoever has set up a game, and waits. Where the sides are drawn he has no seat yet, so his browser cannot add to the dice before somebody joins. */
export function waitingText(terms?: Pick<Terms, 'open' | 'random'>): string {
  if (terms?.random) return t(terms.open ? 'invite.drawn.open' : 'invite.drawn');
  return t(terms?.open ? 'invite.open' : 'invite.about');
}

export function Invite({ game, onRead }: { game: GameStore; onRead: () => void }) {
  const token = useSignal(remembered(game.id));
  const busy = useSignal(false);
  const problem = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(
    () => () => {
      if (!game.table.value?.waiting) remember(game.id, '');
    },
    [game],
  );
  const address = () => location.origin + '/' + toJoin(token.value);

  /** The link, which is made if there is none yet. */
  const make = async (): Promise<string> => {
    busy.value = true;
    problem.value = '';
    try {
      if (!token.value) {
        token.value = (await api.invite(game.id, openSide(game.table.value!))).token;
        remember(game.id, token.value);
      }
      return address();
    } catch (e) {
      problem.value = sentence(asError(e));
      throw e;
    } finally {
      busy.value = false;
    }
  };
  const withdraw = async () => {
    busy.value = true;
    try {
      await api.delete(game.id);
      notifyNext(t('invite.withdrawn'));
      go(toHome());
    } catch (e) {
      problem.value = sentence(asError(e));
      busy.value = false;
    }
  };
  const copy = () => copyLink(make(), () => field.current);
  const share = async () => {
    try {
      await navigator.share({ title: game.battle.value?.name, url: await make() });
    } catch {
      // The link is in the field, or the problem is told.
    }
  };
  return (
    <section class="invite" aria-label={t('invite.link')}>
      <p>{waitingText(game.table.value?.terms)}</p>
      <p class="row">
        {shares() && (
          <button type="button" class="button primary" disabled={busy.value} onClick={() => void share()}>
            <Icon name="link" /> {t('invite.share')}
          </button>
        )}
        <button type="button" class={shares() ? 'button' : 'button primary'} disabled={busy.value} onClick={() => void copy()}>
          <Icon name="link" /> {t('invite.copy')}
        </button>
      </p>
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {token.value && (
        <>
          <input ref={field} class="field" readOnly aria-label={t('invite.link')} value={address()} onFocus={(e) => e.currentTarget.select()} />
          <p class="row">
            <button
              type="button"
              class="button quiet small"
              disabled={busy.value}
              onClick={() => {
                token.value = '';
                void copy();
              }}
            >
              {t('invite.renew')}
            </button>
            <small>{t('invite.renew.about')}</small>
          </p>
        </>
      )}
      <WatchLink game={game} />
      <p class="row">
        <button type="button" class="button small" onClick={onRead}>
          {t('brief.title')}
        </button>
        {!watches(game.table.value!) && (
          <button type="button" class="button small" disabled={busy.value} onClick={() => void withdraw()}>
            {t('invite.withdraw')}
          </button>
        )}
      </p>
    </section>
  );
}
