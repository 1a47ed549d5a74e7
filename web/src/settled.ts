// Says on <html> whether the page is settled: data-settled is "yes" when no request is under way, no timer is about to
// change the page, nothing is animated and what came last has been drawn. Whoever drives the page, as the browser tests
// do, waits for that and not for a while.

let pending = 0;
let changed = () => {};

/** Keeps the page unsettled until the work has ended. */
export function track<T>(work: Promise<T>): Promise<T> {
  pending++;
  changed();
  return work.finally(() => {
    pending--;
    changed();
  });
}

/** Like setTimeout; the page is not settled before it has run or has been cancelled. Returns what cancels it. */
export function later(ms: number, run: () => void): () => void {
  let open = true;
  const end = () => {
    if (!open) return;
    open = false;
    pending--;
    changed();
  };
  const timer = setTimeout(() => {
    run();
    end();
  }, ms);
  pending++;
  changed();
  return () => {
    clearTimeout(timer);
    end();
  };
}

/** Whether something is moving that will come to rest; what moves for ever is left out. */
function animated(): boolean {
  return document.getAnimations().some((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
}

// What is drawn in one frame may have effects that run before the second and draw again before the third.
const quiet = 2;

/** Says from now on whether the page is settled. Called once. */
export function saySettled(app: Element): void {
  const root = document.documentElement;
  let frames = 0; // without a change
  let running = false;
  const frame = () => {
    if (pending) {
      running = false; // its end is a change
    } else if (frames++ < quiet || animated()) {
      requestAnimationFrame(() => setTimeout(frame));
    } else {
      running = false;
      root.dataset.settled = 'yes';
    }
  };
  changed = () => {
    frames = 0;
    if (root.dataset.settled !== 'no') root.dataset.settled = 'no';
    if (running) return;
    running = true;
    requestAnimationFrame(() => setTimeout(frame));
  };
  new MutationObserver(changed).observe(app, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener('hashchange', changed);
  changed();
}
