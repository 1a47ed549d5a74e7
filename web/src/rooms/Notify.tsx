// How the person at this browser is told that a game waits: notices in browsers, e-mail, webhooks, and of what.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { type Channel, type Delivery, type Notices, api } from '../api';
import { t } from '../i18n';
import { notify } from '../state';
import { deviceOf } from './Account';
import { asError, sentence, useLoad } from './load';
import { Failed, Reminders, Working } from './parts';

/** The part of the account page about notices. On a server without them it is empty. */
export function NoticesCard() {
  const loaded = useLoad(() => api.notices(), []);
  const { value, error, again } = loaded;
  if (error?.code === 'no-notices' || error?.code === 'unknown') return null;
  return (
    <section class="account-card telling" aria-label={t('notify.title')}>
      <h2>{t('notify.title')}</h2>
      <p class="about">{t('notify.about')}</p>
      {error && <Failed why={sentence(error)} again={again} />}
      {!value && !error && <Working />}
      {value && (
        <div class="telling-parts">
          <div>
            <Browsers notices={value} again={again} />
            <Mail notices={value} again={again} />
          </div>
          <div>
            <Webhooks notices={value} again={again} />
          </div>
          <What notices={value} />
        </div>
      )}
    </section>
  );
}

interface PartProps {
  notices: Notices;
  again: () => void;
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="telling-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

// ---- Channels -------------------------------------------------------------------------------------------------------------

/** A channel with what can be done with it, and what came of a test. */
function ChannelRow({ channel, name, again, removed }: { channel: Channel; name: string; again: () => void; removed?: () => Promise<unknown> }) {
  const [outcome, setOutcome] = useState<string>();
  const [arrived, setArrived] = useState(false);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setOutcome(undefined);
    try {
      await work();
    } catch (e) {
      setArrived(false);
      setOutcome(sentence(asError(e)));
    }
    setBusy(false);
  };
  const test = () =>
    attempt(async () => {
      const delivery = await api.testChannel(channel.id);
      setArrived(delivery.ok);
      setOutcome(told(delivery));
    });
  const remove = () =>
    attempt(async () => {
      await removed?.();
      await api.removeChannel(channel.id);
      again();
    });
  return (
    <li class="telling-channel">
      <p>{name}</p>
      <div class="row">
        <button type="button" class="button small" disabled={busy} aria-label={t('notify.test.named', { name })} onClick={() => void test()}>
          {t('notify.test')}
        </button>
        <button type="button" class="button small" disabled={busy} aria-label={t('notify.remove.named', { name })} onClick={() => void remove()}>
          {t('notify.remove')}
        </button>
      </div>
      {outcome && (
        <small role="status" class={arrived ? 'good' : 'problem'}>
          {outcome}
        </small>
      )}
    </li>
  );
}

/** What came of a test, as a sentence. */
export function told(delivery: Delivery): string {
  if (delivery.ok) return t('notify.arrived');
  switch (delivery.why) {
    case 'status':
      return t('notify.failed.status', { status: String(delivery.status) });
    case 'gone':
      return t('notify.failed.gone');
    case 'address':
      return t('notify.failed.address');
    case 'mail':
      return t('notify.failed.mail');
    default:
      return t('notify.failed.unreachable');
  }
}

// ---- This browser ---------------------------------------------------------------------------------------------------------

/** Whether the browser can show notices, and how it answers the question whether it may. */
type Permission = NotificationPermission | 'unable';

const permission = (): Permission => ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window ? Notification.permission : 'unable');

/** The subscription of this browser, if it has one. */
async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The bytes of a key as the server writes them. */
export function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(raw, (c) => c.charCodeAt(0));
}

/** Subscribes this browser. A subscription of another server key is given up first. */
async function subscribe(key: string): Promise<void> {
  await navigator.serviceWorker.register('/push.js');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: keyBytes(key) };
  const made = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint, keys } = made.toJSON();
  await api.subscribe({ endpoint: endpoint!, keys: { p256dh: keys!.p256dh, auth: keys!.auth } });
}

function Browsers({ notices, again }: PartProps) {
  const [granted, setGranted] = useState(permission);
  const [endpoint, setEndpoint] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (granted === 'granted') void subscription().then((s) => setEndpoint(s?.endpoint));
  }, [granted, notices]);
  const browsers = notices.channels.filter((c) => c.kind === 'push');
  const here = endpoint !== undefined && browsers.some((c) => c.endpoint === endpoint);
  const turnOn = async () => {
    setBusy(true);
    try {
      await Notification.requestPermission();
      setGranted(permission());
      if (permission() === 'granted') {
        await subscribe(notices.key);
        again();
      }
    } catch (e) {
      // The push service of the browser may be switched off or out of reach.
      notify(e instanceof DOMException ? t('notify.browser.failed') : sentence(asError(e)), 'error');
    }
    setBusy(false);
  };
  return (
    <Part title={t('notify.browsers')}>
      {!here && (
        <>
          <p class="about">{t(`notify.browser.${granted}`)}</p>
          {(granted === 'default' || granted === 'granted') && (
            <button type="button" class="button primary" disabled={busy} onClick={() => void turnOn()}>
              {t('notify.browser.on')}
            </button>
          )}
        </>
      )}
      {browsers.length > 0 && (
        <ul class="plain">
          {browsers.map((c) => {
            const mine = c.endpoint === endpoint;
            const name = mine ? t('notify.browser.here', { name: deviceOf(c.label ?? '') }) : deviceOf(c.label ?? '');
            return <ChannelRow key={c.id} channel={c} name={name} again={again} removed={mine ? async () => (await subscription())?.unsubscribe() : undefined} />;
          })}
        </ul>
      )}
    </Part>
  );
}

// ---- E-mail ---------------------------------------------------------------------------------------------------------------

function Mail({ notices, again }: PartProps) {
  const mail = notices.channels.find((c) => c.kind === 'mail');
  if (!notices.mails) return null;
  const turnOn = async () => {
    try {
      await api.addMail();
      again();
    } catch (e) {
      notify(sentence(asError(e)), 'error');
    }
  };
  return (
    <Part title={t('notify.mail')}>
      {!notices.address && <p class="about">{t('notify.mail.none')}</p>}
      {mail && (
        <ul class="plain">
          <ChannelRow channel={mail} name={notices.address ?? t('notify.mail')} again={again} />
        </ul>
      )}
      {!mail && notices.address && (
        <button type="button" class="button" onClick={() => void turnOn()}>
          {t('notify.mail.on', { address: notices.address })}
        </button>
      )}
    </Part>
  );
}

// ---- Webhooks -------------------------------------------------------------------------------------------------------------

const forms = [
  ['discord', 'Discord'],
  ['slack', 'Slack'],
  ['json', 'JSON'],
];

function Webhooks({ notices, again }: PartProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const hooks = notices.channels.filter((c) => forms.some(([kind]) => kind === c.kind));
  const add = async (e: Event) => {
    e.preventDefault();
    const form = e.currentTarget as HTMLFormElement;
    const given = new FormData(form);
    setProblem(undefined);
    try {
      const made = await api.addWebhook(String(given.get('url')), String(given.get('form')));
      setSecret(made.secret);
      form.reset();
      again();
    } catch (cause) {
      setProblem(sentence(asError(cause)));
    }
  };
  return (
    <Part title={t('notify.webhooks')}>
      <p class="about">{t('notify.webhooks.about')}</p>
      {hooks.length > 0 && (
        <ul class="plain">
          {hooks.map((c) => (
            <ChannelRow key={c.id} channel={c} name={`${forms.find(([kind]) => kind === c.kind)?.[1]}, ${c.host}`} again={again} />
          ))}
        </ul>
      )}
      {secret && (
        <div class="telling-secret" role="status">
          <p>{t('notify.secret')}</p>
          <code>{secret}</code>
        </div>
      )}
      <form class="telling-webhook" onSubmit={(e) => void add(e)}>
        <div class="account-field">
          <label for={`${id}-form`}>{t('notify.form')}</label>
          <select id={`${id}-form`} class="field" name="form">
            {forms.map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <div class="account-field">
          <label for={`${id}-url`}>{t('notify.url')}</label>
          <input
            id={`${id}-url`}
            class="field"
            name="url"
            type="url"
            required
            placeholder="https://"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
          />
        </div>
        {problem && (
          <p class="problem" role="alert" id={`${id}-problem`}>
            {problem}
          </p>
        )}
        <button type="submit" class="button">
          {t('notify.add')}
        </button>
      </form>
    </Part>
  );
}

// ---- What -----------------------------------------------------------------------------------------------------------------

const events = ['turn', 'begun', 'over', 'offer', 'chat'];

function What({ notices }: { notices: Notices }) {
  const id = useId();
  const [chosen, setChosen] = useState({ events: notices.events, remind: notices.remind });
  const set = async (next: typeof chosen) => {
    const before = chosen;
    setChosen(next);
    try {
      await api.setNotices(next.events, next.remind);
    } catch (e) {
      setChosen(before);
      notify(sentence(asError(e)), 'error');
    }
  };
  const toggle = (event: string, on: boolean) => set({ ...chosen, events: events.filter((x) => (x === event ? on : chosen.events.includes(x))) });
  return (
    <Part title={t('notify.what')}>
      <div class="telling-events">
        {events.map((event) => (
          <label key={event} class="check">
            <input type="checkbox" checked={chosen.events.includes(event)} onChange={(e) => void toggle(event, e.currentTarget.checked)} />
            <span>{t(`notify.event.${event}`)}</span>
          </label>
        ))}
      </div>
      <div class="account-field">
        <label for={id}>{t('talk.remind')}</label>
        <select id={id} class="field" value={chosen.remind} onChange={(e) => void set({ ...chosen, remind: Number(e.currentTarget.value) })}>
          <Reminders chosen={chosen.remind} />
        </select>
      </div>
    </Part>
  );
}
