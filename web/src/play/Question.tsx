import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { crowd } from './choose';
import type { Hand } from './hand';
import { besides } from './overlap';
import { Price } from './Price';

/** The answers to a question, on the board beside those whom it is about; they move with the map. */
export function Question({ hand }: { hand: Hand }) {
  const card = useRef<HTMLDivElement>(null);
  const { game } = hand;
  const deciding = hand.draft.value !== null || hand.pending.value !== null; // about one of the answers
  const list = deciding || crowd(hand.asked.value) ? [] : hand.asked.value;
  useLayoutEffect(() => {
    const el = card.current;
    const board = el?.parentElement;
    const world = board?.querySelector('.world');
    if (!el || !board || !world) return;
    const put = () => {
      const within = board.getBoundingClientRect();
      const boxes = (what: string) => [...board.querySelectorAll(what)].map((m) => m.getBoundingClientRect()).filter((m) => m.width > 0);
      const at = besides(el.getBoundingClientRect(), within, boxes('.meant, .base-meant, .aim, .base-aim, .charge-arrow'), boxes('.hl, .tray, .ask:not(.beside), .overlays'), boxes('.pieces > g'));
      el.style.left = `${at.left}px`;
      el.style.top = `${at.top}px`;
    };
    put();
    const resized = new ResizeObserver(put);
    resized.observe(board);
    const moved = new MutationObserver(put);
    moved.observe(world, { attributes: true, attributeFilter: ['style'] });
    return () => {
      resized.disconnect();
      moved.disconnect();
    };
  }, [hand.asked.value, deciding, hand.marks.highlights.value.meant]);
  if (!list.length) return null;
  return (
    <div ref={card} class="ask beside" role="group" aria-label={t('play.deciding')}>
      <div class="ask-words question">
        {list.map((a) => (
          <button
            key={a.choices[0].action}
            type="button"
            class="play-button"
            disabled={game.busy.value}
            onClick={() => void hand.answer(a)}
            onPointerEnter={() => hand.weighAnswer(a)}
            onPointerLeave={() => hand.weighAnswer(null)}
          >
            {a.text}
            <Price of={a} />
          </button>
        ))}
      </div>
    </div>
  );
}

