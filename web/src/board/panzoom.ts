// Moving a sheet within a window: wheel, drag, pinch, keys. Only a CSS transform moves the sheet, so that the browser
// moves what it has painted and repaints nothing until the movement ends.

import { later } from '../settled';

export interface Camera {
  x: number; // of the window's upper left corner in the sheet, times the scale
  y: number;
  scale: number;
}

export const MIN = 0.2;
export const MAX = 3;

export interface Size {
  width: number;
  height: number;
}

/** The camera that centres a whole sheet, or a part of it, in a window. */
export function fit(part: Size & { x?: number; y?: number }, window: Size, most = 1.6): Camera {
  const scale = clamp(Math.min(window.width / part.width, window.height / part.height), MIN, most);
  return {
    scale,
    x: ((part.x ?? 0) + part.width / 2) * scale - window.width / 2,
    y: ((part.y ?? 0) + part.height / 2) * scale - window.height / 2,
  };
}

/** Zooms so that the point under the pointer stays there. */
export function zoomAt(c: Camera, factor: number, px: number, py: number): Camera {
  const scale = clamp(c.scale * factor, MIN, MAX);
  const f = scale / c.scale;
  return { scale, x: (c.x + px) * f - px, y: (c.y + py) * f - py };
}

/** Keeps part of the sheet in the window, and centres a sheet that is smaller than the window. */
export function hold(c: Camera, sheet: Size, window: Size): Camera {
  const along = (at: number, long: number, seen: number) =>
    long <= seen ? (long - seen) / 2 : clamp(at, -seen * 0.25, long - seen * 0.75);
  return { ...c, x: along(c.x, sheet.width * c.scale, window.width), y: along(c.y, sheet.height * c.scale, window.height) };
}

/** Moves the camera just enough for a point to be well inside the window. */
export function reveal(c: Camera, px: number, py: number, window: Size, rim = 70): Camera {
  const along = (at: number, p: number, seen: number) => {
    const edge = Math.min(rim, seen / 3);
    if (p - at < edge) return p - edge;
    if (p - at > seen - edge) return p - seen + edge;
    return at;
  };
  return { ...c, x: along(c.x, px * c.scale, window.width), y: along(c.y, py * c.scale, window.height) };
}

const clamp = (v: number, low: number, high: number) => Math.min(high, Math.max(low, v));

export interface Hands {
  /** A press and release in one place. */
  tap(x: number, y: number, e: PointerEvent): void;
  /** Called when a finger rests; returns true if that is not to be a tap. */
  hold?(x: number, y: number, e: PointerEvent): boolean;
  /** Called when a drag begins; returns true if it drags something other than the sheet. */
  grab?(x: number, y: number, e: PointerEvent): boolean;
  drag?(x: number, y: number, e: PointerEvent): void;
  drop?(x: number, y: number, e: PointerEvent, given: boolean): void;
  hover?(x: number, y: number, e: PointerEvent): void;
  leave?(e: PointerEvent): void;
}

/** Connects a window to the pointer. Returns functions that move the camera, and `stop`. */
export class PanZoom {
  camera: Camera = { x: 0, y: 0, scale: 1 };
  #window: HTMLElement;
  #sheet: HTMLElement;
  #size: Size = { width: 1, height: 1 };
  #hands: Hands;
  #frame = 0;
  #cancelRest = () => {};
  #box: DOMRect = new DOMRect();
  #watch: ResizeObserver;
  #painted = 0;
  #glide = 0;
  #early = 0;
  #pointers = new Map<number, { x: number; y: number; x0: number; y0: number }>();
  #mode: 'none' | 'press' | 'long-press' | 'pan' | 'pinch' | 'grab' = 'none';
  #resting = 0;
  #stop = new AbortController();
  onScale?: (scale: number) => void;
  /** Called when a pointer goes down on the sheet. */
  onHand?: () => void;

  constructor(window: HTMLElement, sheet: HTMLElement, hands: Hands) {
    this.#window = window;
    this.#sheet = sheet;
    this.#hands = hands;
    const { signal } = this.#stop;
    const on = <K extends keyof HTMLElementEventMap>(type: K, f: (e: HTMLElementEventMap[K]) => void) =>
      window.addEventListener(type, f as EventListener, { signal, passive: false });
    this.#watch = new ResizeObserver(this.#measure);
    this.#watch.observe(window);
    on('pointerenter', this.#measure);
    on('wheel', (e) => this.#wheel(e));
    on('pointerdown', (e) => this.#down(e));
    on('pointermove', (e) => this.#move(e));
    on('pointerrawupdate' as 'pointermove', (e) => this.#ahead(e));
    on('pointerup', (e) => this.#up(e, true));
    on('pointercancel', (e) => this.#up(e, false));
    on('pointerleave', (e) => this.#hands.leave?.(e));
    on('gesturestart' as 'wheel', (e) => e.preventDefault());
  }

  stop(): void {
    this.#stop.abort();
    this.#watch.disconnect();
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#glide);
    cancelAnimationFrame(this.#early);
    clearTimeout(this.#resting);
    this.#cancelRest();
  }

  // Measured only when it may have changed, since measuring costs a layout.
  #measure = (): void => {
    this.#box = this.#window.getBoundingClientRect();
  };

  get window(): Size {
    if (!this.#box.width) this.#measure();
    return this.#box;
  }

  resize(sheet: Size): void {
    this.#size = sheet;
  }

  /** The point of the sheet under a point of the page. */
  toSheet(clientX: number, clientY: number): [number, number] {
    const box = this.#box;
    return [(clientX - box.left + this.camera.x) / this.camera.scale, (clientY - box.top + this.camera.y) / this.camera.scale];
  }

  set(c: Camera): void {
    this.camera = hold(c, this.#size, this.window);
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** Moves the camera, animated or at once. */
  go(c: Camera, atOnce: boolean): void {
    cancelAnimationFrame(this.#glide);
    if (atOnce) return this.set(c);
    const from = this.camera;
    const to = hold(c, this.#size, this.window);
    const start = performance.now();
    const step = (now: number) => {
      const f = Math.min(1, (now - start) / 220);
      const e = 1 - (1 - f) ** 3;
      this.set({ x: from.x + (to.x - from.x) * e, y: from.y + (to.y - from.y) * e, scale: from.scale + (to.scale - from.scale) * e });
      if (f < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }

  zoom(factor: number, atOnce: boolean): void {
    const w = this.window;
    this.go(zoomAt(this.camera, factor, w.width / 2, w.height / 2), atOnce);
  }

  pan(dx: number, dy: number): void {
    this.set({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy });
  }

  #paint(): void {
    this.#frame = 0;
    const { x, y, scale } = this.camera;
    this.#sheet.style.transform = `translate(${(-x).toFixed(2)}px,${(-y).toFixed(2)}px) scale(${scale.toFixed(4)})`;
    this.#cancelRest();
    this.#cancelRest = later(160, () => this.#still());
  }

  // The sheet is a layer of its own, which moves without being repainted. When the pointer rests after a change of
  // scale, it stops being a layer for a moment, so that it is repainted sharply.
  #still(): void {
    const { scale } = this.camera;
    this.onScale?.(scale);
    if (Math.abs(scale / this.#painted - 1) < 0.02) return;
    this.#painted = scale;
    this.#sheet.style.willChange = 'auto';
    requestAnimationFrame(() => requestAnimationFrame(() => (this.#sheet.style.willChange = 'transform')));
  }

  #local(e: PointerEvent | WheelEvent): [number, number] {
    const box = this.#box;
    return [e.clientX - box.left, e.clientY - box.top];
  }

  #wheel(e: WheelEvent): void {
    e.preventDefault();
    this.onHand?.();
    cancelAnimationFrame(this.#glide);
    const lines = e.deltaMode === 1 ? 18 : 1;
    if (e.shiftKey) return this.pan((e.deltaX || e.deltaY) * lines, 0);
    const [x, y] = this.#local(e);
    this.set(zoomAt(this.camera, Math.exp(-Math.max(-240, Math.min(240, e.deltaY * lines)) * 0.0018), x, y));
  }

  #down(e: PointerEvent): void {
    if (e.pointerType === 'mouse' && e.button !== 0 && e.button !== 1) return;
    if ((e.target as Element).closest?.('button, a, input, select')) return;
    cancelAnimationFrame(this.#glide);
    clearTimeout(this.#resting);
    this.onHand?.();
    this.#measure();
    const [x, y] = this.#local(e);
    this.#pointers.set(e.pointerId, { x, y, x0: x, y0: y });
    if (this.#pointers.size === 2) {
      if (this.#mode === 'grab') this.#hands.drop?.(0, 0, e, false);
      this.#mode = 'pinch';
    } else if (this.#pointers.size === 1) {
      this.#mode = 'press';
      if (e.pointerType !== 'mouse') this.#resting = window.setTimeout(() => this.#rest(e), 500);
    }
  }

  #rest(e: PointerEvent): void {
    if (this.#mode === 'press' && this.#hands.hold?.(...this.toSheet(e.clientX, e.clientY), e)) this.#mode = 'long-press';
  }

  #move(e: PointerEvent): void {
    const p = this.#pointers.get(e.pointerId);
    if (!p) {
      if (e.pointerType === 'mouse') this.#hands.hover?.(...this.toSheet(e.clientX, e.clientY), e);
      return;
    }
    const [x, y] = this.#local(e);
    const [dx, dy] = [x - p.x, y - p.y];
    if (this.#mode === 'pinch' && this.#pointers.size === 2) {
      const [a, b] = [...this.#pointers.values()];
      const before = Math.hypot(a.x - b.x, a.y - b.y);
      [p.x, p.y] = [x, y];
      const after = Math.hypot(a.x - b.x, a.y - b.y);
      const c = zoomAt(this.camera, after / Math.max(before, 1), (a.x + b.x) / 2, (a.y + b.y) / 2);
      this.set({ ...c, x: c.x - dx / 2, y: c.y - dy / 2 });
      return;
    }
    if (this.#mode === 'grab' && !dx && !dy) return; // it was passed on ahead of its frame
    // A finger that rested and then moves drags as well.
    if ((this.#mode === 'press' || this.#mode === 'long-press') && Math.hypot(x - p.x0, y - p.y0) > (e.pointerType === 'mouse' ? 5 : 10)) {
      this.#window.setPointerCapture(e.pointerId);
      const box = this.#box;
      const start = this.toSheet(p.x0 + box.left, p.y0 + box.top);
      this.#mode = e.button !== 1 && this.#hands.grab?.(...start, e) ? 'grab' : 'pan';
    }
    [p.x, p.y] = [x, y];
    if (this.#mode === 'pan') this.pan(-dx, -dy);
    else if (this.#mode === 'grab') this.#hands.drag?.(...this.toSheet(e.clientX, e.clientY), e);
  }

  // Browsers hold movements back until the next frame. Of what is being dragged the first of each frame is passed on at once,
  // if the browser gives it, since the answer of a server may then be there for that frame.
  #ahead(e: PointerEvent): void {
    if (this.#mode !== 'grab' || this.#early) return;
    this.#early = requestAnimationFrame(() => (this.#early = 0));
    this.#move(e);
  }

  #up(e: PointerEvent, given: boolean): void {
    if (!this.#pointers.delete(e.pointerId)) return;
    clearTimeout(this.#resting);
    const at = this.toSheet(e.clientX, e.clientY);
    if (this.#mode === 'press' && given) this.#hands.tap(...at, e);
    if (this.#mode === 'grab') this.#hands.drop?.(...at, e, given);
    this.#mode = this.#pointers.size ? 'pan' : 'none';
  }
}
