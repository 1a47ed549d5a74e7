// The application: reads the address, shows the page, sets focus and title.

import './style/tokens.css';
import './style/base.css';
import './style/rooms.css';
import './style/table.css';
import './style/people.css';
import './style/league.css';
import './style/dark.css';
import './board/board.css';
import './board/fight.css';
import './play/play.css';
import './play/standing.css';
import './play/tray.css';
import './board/card.css';
import './play/watch.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { setApiLanguage } from './api';
import { learn, speak, t } from './i18n';
import { me, refreshMe } from './people';
import { announcePage, firstPage, lazy } from './rooms/lazy';
import { Masthead } from './rooms/Masthead';
import { ClauseLink, Icon } from './rooms/parts';
import { SettingsDialog } from './rooms/Settings';
import { TableRoom } from './rooms/Table';
import { route, toHome } from './route';
import { saySettled } from './settled';
import { loadStyle } from './styles';
import { countWaiting } from './waiting';
import { applySettings, dismiss, language, notices, turnNotices } from './state';

effect(() => setApiLanguage(language.value));
applySettings();
refreshMe();
countWaiting();

const Home = lazy(() => import('./rooms/Home').then((m) => m.Home));
const AccountRoom = lazy(() => learn('account', 'notify').then(() => import('./rooms/Account')).then((m) => m.AccountRoom));
const JoinRoom = lazy(() => import('./rooms/Join').then((m) => m.JoinRoom));
const LessonRoom = lazy(() => import('./rooms/Lesson').then((m) => m.LessonRoom));
const LuckRoom = lazy(() => learn('luck').then(() => import('./rooms/Luck')).then((m) => m.LuckRoom));
const players = () => learn('players').then(() => import('./rooms/Players'));
const tourneys = () => learn('players').then(() => import('./rooms/Tourney'));
const PlayersRoom = lazy(() => players().then((m) => m.PlayersRoom));
const PlayerRoom = lazy(() => players().then((m) => m.PlayerRoom));
const TourneyRoom = lazy(() => tourneys().then((m) => m.TourneyRoom));
const FoundRoom = lazy(() => tourneys().then((m) => m.FoundRoom));
const NewGameRoom = lazy(() => import('./rooms/NewGame').then((m) => m.NewGameRoom));
const PrintRoom = lazy(() => import('./rooms/Print').then((m) => m.PrintRoom));
const ReplayRoom = lazy(() => import('./rooms/Replay').then((m) => m.ReplayRoom));
const RulesRoom = lazy(() => import('./rooms/Rules').then((m) => m.RulesRoom));

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
    case 'players':
      return me.value?.accounts === false ? <Lost /> : <PlayersRoom />;
    case 'player':
      return me.value?.accounts === false ? <Lost /> : <PlayerRoom key={r.name} name={r.name} />;
    case 'tourney':
      return me.value?.accounts === false ? <Lost /> : <TourneyRoom key={r.id} id={r.id} />;
    case 'found':
      return me.value?.accounts === false ? <Lost /> : <FoundRoom />;
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
  useEffect(() => {
    if (firstPage()) return;
    turnNotices();
    announcePage();
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

// What the first page needs comes while its language does.
if (route.value.room !== 'table') loadStyle('pages').catch(() => {}); // the page asks again, and says so if it fails
if (route.value.room === 'home') import('./rooms/Home').catch(() => {});

const app = document.getElementById('app');
await speak(language.value);
effect(() => void speak(language.value));
if (app) {
  app.replaceChildren();
  saySettled(app);
  render(<App />, app);
}
