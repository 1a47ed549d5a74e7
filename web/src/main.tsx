// The application: reads the address, shows the page, sets focus and title.

import './style/tokens.css';
import './style/base.css';
import './style/rooms.css';
import './style/table.css';
import './style/lesson.css';
import './style/luck.css';
import './style/people.css';
import './style/print.css';
import './style/dark.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { setApiLanguage } from './api';
import { speak, t } from './i18n';
import { me, refreshMe } from './people';
import { AccountRoom } from './rooms/Account';
import { Home } from './rooms/Home';
import { JoinRoom } from './rooms/Join';
import { LessonRoom } from './rooms/Lesson';
import { LuckRoom } from './rooms/Luck';
import { Masthead } from './rooms/Masthead';
import { NewGameRoom } from './rooms/NewGame';
import { ClauseLink, Icon } from './rooms/parts';
import { PrintRoom } from './rooms/Print';
import { ReplayRoom } from './rooms/Replay';
import { RulesRoom } from './rooms/Rules';
import { SettingsDialog } from './rooms/Settings';
import { TableRoom } from './rooms/Table';
import { route, toHome } from './route';
import { saySettled } from './settled';
import { applySettings, dismiss, language, notices } from './state';

effect(() => setApiLanguage(language.value));
applySettings();
refreshMe();

function Room() {
  const r = route.value;
  switch (r.room) {
    case 'home':
      return <Home />;
    case 'new':
      return <NewGameRoom key={r.battle} battle={r.battle} />;
    case 'table':
      return <TableRoom key={r.id} id={r.id} />;
    case 'replay':
      return <ReplayRoom key={r.id} id={r.id} n={r.n} />;
    case 'luck':
      return <LuckRoom key={r.id} id={r.id} />;
    case 'lesson':
      return <LessonRoom key={`${r.battle} ${r.lesson}`} battle={r.battle} lesson={r.lesson} n={r.n} />;
    case 'rules':
      return <RulesRoom clause={r.clause} />;
    case 'print':
      return <PrintRoom key={r.battle} battle={r.battle} options={r.options} />;
    case 'account':
      return me.value?.accounts === false ? <Lost /> : <AccountRoom />;
    case 'join':
      return me.value?.accounts === false ? <Lost /> : <JoinRoom key={r.token} token={r.token} />;
    case 'lost':
      return <Lost />;
  }
}

function Lost() {
  return (
    <>
      <Masthead />
      <main class="page" id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>{t('lost.title')}</h1>
        <p class="lead">
          <a href={toHome()}>{t('lost.home')}</a>
        </p>
      </main>
    </>
  );
}

function Notices() {
  return (
    <div class="notices" role="region" aria-label={t('notices')}>
      {notices.value.map((n) => (
        <div key={n.id} class={`notice ${n.kind}`} role={n.kind === 'error' ? 'alert' : 'status'}>
          <p>
            {n.text} {n.clause && <ClauseLink id={n.clause} />}
          </p>
          <button type="button" class="button quiet icon small" aria-label={t('close')} onClick={() => dismiss(n.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

function App() {
  const room = route.value.room;
  const first = useRef(true);
  // A screen reader announces the new page; the browser announces the first one.
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    notices.value = []; // they were about the previous page
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    if (room !== 'rules') scrollTo(0, 0);
  }, [room]);
  return (
    <>
      <a
        class="button skip"
        href="#main"
        onClick={(e) => {
          e.preventDefault();
          document.querySelector<HTMLElement>('main')?.focus();
        }}
      >
        {t('skip')}
      </a>
      <Room />
      <SettingsDialog />
      <Notices />
    </>
  );
}

const app = document.getElementById('app');
await speak(language.value);
effect(() => void speak(language.value));
if (app) {
  app.replaceChildren();
  saySettled(app);
  render(<App />, app);
}
