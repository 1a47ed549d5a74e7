// The header of every page except the table.

import { t } from '../i18n';
import { me } from '../people';
import { toAccount, toHome, toPlayers, toRules, route } from '../route';
import { change, language } from '../state';
import { Icon } from './parts';
import { settingsOpen } from './Settings';

export function Masthead() {
  const other = language.value === 'en' ? 'fr' : 'en';
  return (
    <header class="masthead">
      <a class="brand" href={toHome()} aria-label={t('brand.home')}>
        <Sword />
        Acies
      </a>
      <nav aria-label={t('nav')}>
        <a class="button quiet" href={toHome()} aria-current={route.value.room === 'home' ? 'page' : undefined}>
          {t('nav.battles')}
        </a>
        <a class="button quiet" href={toRules()} aria-current={route.value.room === 'rules' ? 'page' : undefined}>
          {t('nav.rules')}
        </a>
        {me.value?.accounts && (
          <a class="button quiet players-link" href={toPlayers()} aria-current={['players', 'player', 'tourney', 'found'].includes(route.value.room) ? 'page' : undefined}>
            <Icon name="people" />
            <span>{t('nav.players')}</span>
          </a>
        )}
        {me.value?.accounts && (
          <a class="button quiet account-link" href={toAccount()} aria-current={route.value.room === 'account' ? 'page' : undefined}>
            <Icon name="person" />
            {me.value.name && (
              <b class="initial" aria-hidden="true">
                {[...me.value.name][0].toUpperCase()}
              </b>
            )}
            <span>{me.value.name ?? t(me.value.known ? 'account.guest' : 'account.log-in')}</span>
          </a>
        )}
        <button type="button" class="button quiet" lang={other} onClick={() => change({ language: other })}>
          {other === 'fr' ? 'Français' : 'English'}
        </button>
        <button type="button" class="button quiet icon" aria-label={t('settings')} title={t('settings')} onClick={() => (settingsOpen.value = true)}>
          <Icon name="gear" />
        </button>
      </nav>
    </header>
  );
}

/** The logo: the edge of a sword. */
export function Sword() {
  return (
    <svg class="sword" viewBox="0 0 16 28" aria-hidden="true">
      <path d="M8 0 L10.6 16 H5.4 Z" fill="currentColor" />
      <path d="M8 0 L8 16" stroke="var(--paper)" stroke-width="0.7" />
      <path d="M2 17.2 H14" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
      <path d="M8 18 V24" stroke="currentColor" stroke-width="2.2" />
      <circle cx="8" cy="25.6" r="1.9" fill="currentColor" />
    </svg>
  );
}
