// The settings of this browser.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { change, gridless, paces, settings } from '../state';
import { Icon, Segments } from './parts';
import { play } from './sound';

export const settingsOpen = signal(false);

export function SettingsDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  const open = settingsOpen.value;
  useEffect(() => {
    const dialog = ref.current;
    if (open && !dialog?.open) dialog?.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  const s = settings.value;
  return (
    <dialog
      ref={ref}
      class="dialog settings"
      aria-labelledby="settings-title"
      onClose={() => (settingsOpen.value = false)}
      onClick={(e) => e.target === ref.current && (settingsOpen.value = false)}
    >
      <header>
        <h2 id="settings-title">{t('settings')}</h2>
        <button type="button" class="button quiet icon" aria-label={t('close')} onClick={() => (settingsOpen.value = false)}>
          <Icon name="close" />
        </button>
      </header>
      {open && (
        <div class="settings-body">
          <Row label={t('settings.language')}>
            <Segments
              name="language"
              label={t('settings.language')}
              value={s.language}
              onChange={(language) => change({ language })}
              options={[
                { value: 'en', label: <span lang="en">English</span> },
                { value: 'fr', label: <span lang="fr">Français</span> },
              ]}
            />
          </Row>
          <Row label={t('settings.theme')}>
            <Segments
              name="theme"
              label={t('settings.theme')}
              value={s.theme}
              onChange={(theme) => change({ theme })}
              options={[
                { value: 'system', label: t('settings.motion.system') },
                { value: 'bright', label: t('settings.theme.light') },
                { value: 'dark', label: t('settings.theme.dark') },
              ]}
            />
          </Row>
          <Row label={t('settings.palette')} about={t('settings.palette.about')}>
            <Segments
              name="palette"
              label={t('settings.palette')}
              value={s.palette}
              onChange={(palette) => change({ palette })}
              options={[
                { value: 'paper', label: <Swatches palette="paper">{t('settings.palette.paper')}</Swatches> },
                { value: 'blue-orange', label: <Swatches palette="blue-orange">{t('settings.palette.blue-orange')}</Swatches> },
                { value: 'high-contrast', label: <Swatches palette="high-contrast">{t('settings.palette.high-contrast')}</Swatches> },
              ]}
            />
          </Row>
          <Row label={t('settings.counters')}>
            <Segments
              name="counters"
              label={t('settings.counters')}
              value={s.counters}
              onChange={(counters) => change({ counters })}
              options={[
                { value: 'small', label: t('settings.counters.small') },
                { value: 'normal', label: t('settings.counters.normal') },
                { value: 'large', label: t('settings.counters.large') },
              ]}
            />
          </Row>
          <Row label={t('settings.motion')} about={t('settings.motion.about')}>
            <Segments
              name="motion"
              label={t('settings.motion')}
              value={s.motion}
              onChange={(motion) => change({ motion })}
              options={[
                { value: 'system', label: t('settings.motion.system') },
                { value: 'full', label: t('settings.motion.full') },
                { value: 'none', label: t('settings.motion.none') },
              ]}
            />
          </Row>
          <Row label={t('settings.pace')}>
            <Segments
              name="pace"
              label={t('settings.pace')}
              value={String(s.pace)}
              onChange={(pace) => change({ pace: Number(pace) })}
              options={paces.map((p) => ({ value: String(p), label: `× ${p}` }))}
            />
          </Row>
          {!gridless.value && (
            <Check checked={s.hexNumbers} onChange={(hexNumbers) => change({ hexNumbers })}>
              {t('settings.hex-numbers')}
            </Check>
          )}
          <Check
            checked={s.sound}
            onChange={(sound) => {
              change({ sound });
              if (sound) play(['horn']);
            }}
          >
            {t('settings.sound')}
          </Check>
          <Check checked={!s.coached} onChange={(guide) => change({ coached: !guide })}>
            {t('settings.guide')}
          </Check>
        </div>
      )}
    </dialog>
  );
}

function Row({ label, about, children }: { label: string; about?: string; children: ComponentChildren }) {
  return (
    <div class="setting">
      <p class="setting-label">{label}</p>
      {children}
      {about && <p class="about">{about}</p>}
    </div>
  );
}

function Check({ checked, onChange, children }: { checked: boolean; onChange: (on: boolean) => void; children: ComponentChildren }) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(e) => onChange(e.currentTarget.checked)} />
      <span>{children}</span>
    </label>
  );
}

const samples = { paper: ['#a8402f', '#3d6585'], 'blue-orange': ['#c8620a', '#1f4e8c'], 'high-contrast': ['#1d1a16', '#f5dc7a'] };

function Swatches({ palette, children }: { palette: keyof typeof samples; children: ComponentChildren }) {
  return (
    <>
      <span aria-hidden="true">
        {samples[palette].map((colour) => (
          <span key={colour} class="swatch" style={{ background: colour }} />
        ))}
      </span>
      {children}
    </>
  );
}
