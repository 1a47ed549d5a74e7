import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { Icon, Swatch } from '../rooms/parts';
import { change, type GameStore, paces, settings } from '../state';

/** The speed at which fights and moves are shown. */
export function Pace() {
  return (
    <label class="speed">
      <span class="hidden-visually">{t('replay.speed')}</span>
      <select class="field" value={settings.value.pace} onChange={(e) => change({ pace: Number(e.currentTarget.value) })}>
        {paces.map((s) => (
          <option key={s} value={s}>
            × {s}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Below what is asked, where it hides nothing: how the moves of opponents are shown while they act, and then what each of their activations came to. */
export function Watch({ game }: { game: GameStore }) {
  if (!game.watching.value && !(game.told.value && game.deeds.value.length)) return null;
  return (
    <div class="watch">
      {game.watching.value && <Controls game={game} />}
      <Deeds game={game} />
    </div>
  );
}

function Controls({ game }: { game: GameStore }) {
  const paused = game.paused.value;
  const label = t(paused ? 'watch.go' : 'watch.pause');
  return (
    <div class="watch-controls" role="toolbar" aria-label={t('watch.controls')}>
      <button type="button" class="button icon small" aria-label={label} title={label} onClick={() => (game.paused.value = !paused)}>
        <Icon name={paused ? 'play' : 'pause'} />
      </button>
      <button type="button" class="button icon small" aria-label={t('watch.step')} title={t('watch.step')} onClick={() => game.step()}>
        <Icon name="next" />
      </button>
      <Pace />
      {paused && <span class="watch-paused">{t('watch.paused')}</span>}
    </div>
  );
}

/** The latest activations of opponents, one at a time. */
function Deeds({ game }: { game: GameStore }) {
  const list = game.deeds.value;
  const at = useSignal(0);
  useEffect(() => {
    at.value = list.length - 1;
  }, [list]);
  const deed = list[at.value];
  if (!game.told.value || !deed) return null;
  const shown = game.following.value !== null;
  const go = (step: number) => {
    at.value = Math.max(0, Math.min(list.length - 1, at.value + step));
    void game.drawDeed(list[at.value]);
  };
  return (
    <div class={shown ? 'deeds passing' : 'deeds'} role="group" aria-label={t('watch.deeds')}>
      <p role="status">
        <Swatch side={deed.side} /> {deed.text || t('watch.so-far')}
      </p>
      {list.length > 1 && !shown && (
        <>
          <button type="button" class="button quiet icon small" aria-label={t('watch.earlier')} title={t('watch.earlier')} disabled={at.value <= 0} onClick={() => go(-1)}>
            <Icon name="prev" />
          </button>
          <button type="button" class="button quiet icon small" aria-label={t('watch.later')} title={t('watch.later')} disabled={at.value >= list.length - 1} onClick={() => go(1)}>
            <Icon name="next" />
          </button>
        </>
      )}
      {!shown && (
        <button type="button" class="button small again" aria-label={t('watch.again')} disabled={game.busy.value} onClick={() => void game.watchAgain(deed)}>
          <Icon name="film" /> <span>{t('watch.again')}</span>
        </button>
      )}
      <button type="button" class="button quiet icon small" aria-label={t('close')} title={t('close')} onClick={() => (game.told.value = false)}>
        <Icon name="close" />
      </button>
    </div>
  );
}
