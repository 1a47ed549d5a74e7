/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const gap = 10;
const rings = [gap, 60, 120];

/**
 * Where in a window a card stands beside what it is about, without hiding it or the other cards, and as few counters as may be: to the
 * right of it, to its left, below or above, as close as may be; in the lower left corner if it is about nothing in view.
 */
export function besides(card: Box, window: Box, about: readonly Box[], others: readonly Box[] = [], counters: readonly Box[] = []): { left: number; top: number } {
  const wide = card.right - card.left;
  const high = card.bottom - card.top;
  const seen = about.filter((b) => overlap(b, window) > 0);
  const corner = { left: window.left + gap, top: window.bottom - high - gap };
  const hides = ({ left, top }: typeof corner) => {
    const at = { left, top, right: left + wide, bottom: top + high };
    const covers = (list: readonly Box[]) => list.reduce((sum, b) => sum + overlap(at, b), 0);
    return 20 * covers([...seen, ...others]) + covers(counters);
  };
  const clamp = (n: number, low: number, high: number) => Math.max(low, Math.min(n, high));
  const within = ({ left, top }: typeof corner) => ({
    left: clamp(left, window.left + gap, window.right - wide - gap),
    top: clamp(top, window.top + gap, window.bottom - high - gap),
  });
  const around = (b: Box, away: number) => {
    const [right, left, below, above] = [b.right + away, b.left - wide - away, b.bottom + away, b.top - high - away];
    const [x, y] = [(b.left + b.right - wide) / 2, (b.top + b.bottom - high) / 2];
    return [
      ...[y, b.top, b.bottom - high].flatMap((top) => [{ left: right, top }, { left, top }]),
      ...[x, b.left, b.right - wide].flatMap((at) => [{ left: at, top: below }, { left: at, top: above }]),
    ];
  };
  // Farther away only if it hides less there.
  const places = seen.length ? rings.flatMap((away) => seen.flatMap((b) => around(b, away)).map((p) => ({ ...within(p), cost: hides(within(p)) + 4 * (away - gap) }))) : [{ ...corner, cost: 0 }];
  const best = places.reduce((a, b) => (b.cost < a.cost ? b : a));
  return { left: best.left - window.left, top: best.top - window.top };
}
