// Sets data-settled on <html>: "yes" when no request is in progress, no timer is about to change the page, nothing is
// animated and the latest changes have been drawn. Programs that drive the page, such as the browser tests, wait for
// this instead of a fixed time.

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

/** Like setTimeout; the page is not settled until it has run or been cancelled. Returns a function that cancels it. */
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

/** Whether an animation that will end is running; endless ones are ignored. */
function animated(): boolean {
  return document.getAnimations().some((a) => a.playState === 'running' && a.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
}

// Drawing in one frame may cause effects before the second frame, which cause drawing before the third.
const quiet = 2;

/** Keeps data-settled up to date from now on. Called once. */
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
