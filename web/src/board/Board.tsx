import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type BattleData, NOBODY, type Shade, type Sheet, type TableData } from '../api';
import type { Fight, Way } from '../fights';
import { t } from '../i18n';
import { armies, change, gridless, settings, still } from '../state';
import { Carrier } from './carry';
import { FightCard, sight, type Sightings } from './FightCard';
import { Hatch } from './Counter';
import { Chosen, Fan, Group, Held, Over, Rims, Turner, Under } from './Layers';
import { turnRound } from './flip';
import { firstLook, gather, inside, level, lookedAt } from './look';
import { MapLayer } from './Map';
import { type Along, type Carry, type Highlights, noHighlights, type Pick } from './marks';
import { InWords, MarksOfBases, Pieces } from './Pieces';
import { apart, GhostLabel, GripTip, type GhostSignal, noPlaneMarks, PlaceRuler, PlaneMoves, PlaneOver, PlaneUnder, Ruler } from './Plane';
import { baseAt, inUnits, isPlane, toPlane } from './poses';
import { fit, PanZoom, reveal } from './panzoom';
import { Areas, Shades } from './Shades';
import { all, describe, describePiece, stacks } from './stacks';
import { march, Ways } from './Ways';
import { type AskAbout, type Look, Tip } from './Tip';
import { beyond, facingToward, line, middle, outline, placeAt, placesAlong, type Point, poseOf } from './places';

export interface BoardProps {
  battle: BattleData;
  table: TableData;
  selection: { piece: number | null; place: number | null };
  onPick: (p: Pick) => void;
  onHover?: (p: Pick | null) => void;
  /** Called while a piece is carried over a board without places, by a pointer or by keys. */
  onCarry?: (c: Carry) => void;
  /** Called with a piece that the keyboard has moved to on such a board. */
  onSelect?: (piece: number) => void;
  /** Called with a move that was pointed at on such a board, or none. */
  onGoal?: (action: string | null, how: 'tap' | 'hover') => void;
  /** Called with the pieces around which a box was drawn. Without it no box can be drawn. */
  onBox?: (pieces: number[]) => void;
  /** Whether pointing adds to what was picked before, and dragging beside the pieces draws a box, as Shift makes them. */
  several?: boolean;
  /** Called with a line that is being drawn, and when it is complete. Without it no line can be drawn. */
  onLine?: (line: Along[], complete: boolean) => void;
  highlights?: Highlights;
  /** Bases that are being moved over a board without places. */
  ghosts?: GhostSignal;
  /** Places that overlays mark. */
  shades?: readonly Shade[];
  /** A place to scroll to and mark. */
  spotlight?: number | null;
  /** The fight to show beside those who fight it. */
  fight?: Fight;
  /** The ways that pieces have just taken; those in `drawn` stay on the board as lines. */
  ways?: { all: readonly Way[]; drawn: readonly Way[] };
  /** Asks what the rules say about a piece, to tell it to who looks at the piece. */
  onAbout?: AskAbout;
  /** Called with what the pointer measures between two places; without it only boards without places have a ruler. */
  onMeasure?: (from: number, to: number) => Promise<string>;
  /** The places to show first; otherwise the most important ones. */
  frame?: number[];
}

/** The handle that an element of the board belongs to. */
const handleOf = (target: EventTarget | null) => (target as Element | null)?.closest?.('[data-handle]')?.getAttribute('data-handle');

/** The line along some points of a sheet: on a board without places it is straight. */
const lineAlong = (s: Sheet, points: readonly Point[]): Along[] => (isPlane(s) ? [points[0], points[points.length - 1]].map((p) => toPlane(s, p)) : placesAlong(s, points));

/** The board: map, counters, and what may be done with them. */
export function Board(given: BoardProps) {
  const plane = isPlane(given.battle.sheet);
  const flipped = settings.value.flip;
  const battle = useMemo(() => (flipped ? turnRound(given.battle) : given.battle), [given.battle, flipped]);
  const props = { ...given, battle };
  const { table, selection } = props;
  const highlights = props.highlights ?? noHighlights;
  const root = useRef<HTMLDivElement>(null);
  const world = useRef<HTMLDivElement>(null);
  const ghost = useRef<SVGGElement>(null);
  const pz = useRef<PanZoom | null>(null);
  const fan = useSignal<number | null>(null);
  const cursor = useSignal<number | null>(null);
  const said = useSignal('');
  const held = useSignal<number | undefined>(undefined);
  const box = useSignal<{ from: Point; to: Point } | null>(null);
  const turned = useSignal<number | null>(null); // the facing to which the arrow of a piece is dragged
  const touched = useRef(false);
  const rested = useSignal(0); // the scale of the sheet since it rests
  const rests = useSignal(0); // how often the camera has come to rest
  const measuring = useSignal(false);
  const tip = useSignal<Look | null>(null); // what is described beside it
  const grip = useSignal<string | null>(null); // the handle that is explained
  const aim = useSignal<Point | null>(null); // where the keyboard would end a line on a board without places
  const ruler = useSignal<{ from: Point; to: Point } | null>(null);
  const measured = useSignal<{ from: number; to: number; text: string } | null>(null); // between places
  useEffect(() => {
    armies.value = battle.sheet.colors;
    gridless.value = plane;
    return () => {
      armies.value = [];
      gridless.value = false;
    };
  }, [battle.sheet.colors]);
  const run = useRef<{ at: number; way: number; start: Point } | null>(null); // of the cursor in one direction

  const byPlace = useMemo(() => stacks(battle, table), [battle, table]);
  const sightings = useRef<Sightings>(new Map());
  useMemo(() => sight(battle, table, sightings.current), [battle, table]);
  const places = useMemo(() => new Map(table.view.pieces.map((v) => [v.piece, v.place])), [table]);
  const size = battle.sheet;

  // The pointer handlers are created once and find their data here.
  const now = useRef({ props, highlights, byPlace, places });
  now.current = { props, highlights, byPlace, places };
  const carrier = useMemo(() => new Carrier(() => now.current), []);

  // On a board with places the ruler goes from middle to middle, and the rulebook says how far that is.
  const measure = () => {
    const { battle, onMeasure } = now.current.props;
    if (!ruler.value || !onMeasure || isPlane(battle.sheet)) return;
    const [from, to] = [placeAt(battle.sheet, ...ruler.value.from), placeAt(battle.sheet, ...ruler.value.to)];
    if (from < 0 || to < 0 || (measured.value?.from === from && measured.value.to === to)) return;
    measured.value = { from, to, text: measured.value?.text ?? '' };
    void onMeasure(from, to).then((text) => {
      if (measured.value?.from === from && measured.value.to === to) measured.value = { from, to, text };
    });
  };

  const pickAt = useCallback((x: number, y: number, target: EventTarget | null): Omit<Pick, 'how'> | null => {
    const { props, byPlace, places } = now.current;
    const el = target as Element | null;
    const corner = el?.closest?.('[data-facing]');
    if (corner) return { place: Number(corner.getAttribute('data-place')), facing: Number(corner.getAttribute('data-facing')) };
    const piece = el?.closest?.('[data-piece]');
    if (piece) {
      const n = Number(piece.getAttribute('data-piece'));
      return { place: places.get(n) ?? -1, piece: n };
    }
    const place = placeAt(props.battle.sheet, x, y);
    if (place < 0) return null;
    return { place, piece: byPlace.get(place)?.units[0]?.piece };
  }, []);

  const lookAt = (x: number, y: number, e: PointerEvent, stays: boolean): Look | null => {
    const { battle, table } = now.current.props;
    const pick = pickAt(x, y, e.target);
    const piece = pick?.piece ?? (isPlane(battle.sheet) ? baseAt(battle.sheet, table.view.pieces, [x, y]) : undefined);
    if (!pick && piece === undefined && !isPlane(battle.sheet)) return null;
    return { piece, place: pick?.place ?? -1, at: [x, y], x: e.clientX, y: e.clientY, stays };
  };

  /** Points at an end of a line on a board without places. */
  const endLine = (at: Point, how: 'tap' | 'key') => now.current.props.onPick({ place: -1, at: toPlane(now.current.props.battle.sheet, at), how });

  useEffect(() => {
    carrier.renew();
    tip.value = null;
  }, [table]);

  useEffect(() => {
    if (!props.onLine) aim.value = null;
  }, [!props.onLine]);

  useLayoutEffect(() => {
    if (!root.current || !world.current) return;
    let hoverTimer = 0;
    let hovered = -1;
    let carried: number | undefined;
    let pointed: string | null = null; // the move of a board without places
    let drawn: Point[] | null = null; // a line
    let hoveredPiece: number | undefined;
    let tipTimer = 0;
    const tellLater = (x: number, y: number, e: PointerEvent) => {
      clearTimeout(tipTimer);
      if (tip.value) tip.value = null;
      if (e.pointerType !== 'mouse' || measuring.value) return;
      const { target, clientX, clientY, pointerType } = e;
      tipTimer = window.setTimeout(() => {
        if (!now.current.highlights.facings && !carrier.busy && carried === undefined) tip.value = lookAt(x, y, { target, clientX, clientY, pointerType } as PointerEvent, false);
      }, 650);
    };
    const many = (place: number) => {
      return all(now.current.byPlace.get(place)).length > 1;
    };
    const p = new PanZoom(root.current, world.current, {
      hold(x, y, e) {
        if (measuring.value || now.current.highlights.facings) return false;
        tip.value = lookAt(x, y, e, true);
        return tip.value !== null;
      },
      tap(x, y, e) {
        clearTimeout(hoverTimer);
        clearTimeout(tipTimer);
        tip.value = null;
        grip.value = handleOf(e.target) ?? null;
        if (grip.value) return;
        if (now.current.props.onLine && isPlane(now.current.props.battle.sheet)) {
          endLine([x, y], 'tap');
          return;
        }
        const goal = (e.target as Element | null)?.closest?.('[data-choice]')?.getAttribute('data-choice');
        if (goal) {
          now.current.props.onGoal?.(goal, 'tap');
          return;
        }
        const pick = pickAt(x, y, e.target);
        if (!pick) {
          fan.value = null;
          return;
        }
        const fanned = Boolean((e.target as Element).closest?.('[data-fan]'));
        clearTimeout(hoverTimer);
        const { highlights, places } = now.current;
        const takes = e.pointerType !== 'mouse' || highlights.movable.some((m) => places.get(m) === pick.place);
        if (!fanned) fan.value = takes && many(pick.place) && highlights.facings?.place !== pick.place ? pick.place : null;
        cursor.value = null;
        const turn = Boolean((e.target as Element).closest?.('[data-turn]'));
        now.current.props.onPick({ ...pick, how: 'tap', many: e.shiftKey || now.current.props.several, out: fanned, turn });
      },
      grab(x, y, e) {
        clearTimeout(hoverTimer);
        clearTimeout(tipTimer);
        tip.value = null;
        grip.value = null;
        if (measuring.value) {
          ruler.value = { from: [x, y], to: [x, y] };
          measure();
          return true;
        }
        if (now.current.props.onLine) {
          drawn = [[x, y]];
          return true;
        }
        if ((e.target as Element | null)?.closest?.('[data-turn]') && now.current.highlights.turn) {
          turned.value = now.current.highlights.turn.facing;
          return true;
        }
        const pick = pickAt(x, y, e.target);
        const { battle, table, onCarry } = now.current.props;
        // What is marked on a base does not keep it from being dragged.
        const base = pick?.piece ?? (isPlane(battle.sheet) ? baseAt(battle.sheet, table.view.pieces, [x, y], table.view.chosen) : undefined);
        if (onCarry && isPlane(battle.sheet) && !e.shiftKey && (carrier.liftBy(handleOf(e.target), [x, y]) || (base !== undefined && carrier.lift(base, [x, y])))) {
          clearTimeout(hoverTimer);
          return true;
        }
        const boxed = () => {
          const { onBox, several } = now.current.props;
          if (!onBox || !(e.shiftKey || several)) return false;
          box.value = { from: [x, y], to: [x, y] };
          return true;
        };
        if (e.shiftKey || !pick || pick.piece === undefined) return boxed();
        const { highlights, places, byPlace, props } = now.current;
        const under = byPlace.get(places.get(pick.piece) ?? -1)?.units.map((u) => u.piece) ?? [];
        // Units already being moved are dragged, even if others are on top of them.
        const moving = props.table.view.chosen?.find((c) => under.includes(c));
        const mine = moving ?? [pick.piece, ...under].find((p) => highlights.movable.includes(p));
        if (mine === undefined) return boxed();
        clearTimeout(hoverTimer);
        carried = mine;
        held.value = mine;
        fan.value = null;
        props.onPick({ place: pick.place, piece: mine, how: 'grab' });
        return true;
      },
      drag(x, y) {
        if (ruler.value && measuring.value) {
          ruler.value = { ...ruler.value, to: [x, y] };
          measure();
          return;
        }
        if (carrier.busy) {
          carrier.pull([x, y], p.camera.scale);
          return;
        }
        if (drawn) {
          drawn.push([x, y]);
          now.current.props.onLine?.(lineAlong(now.current.props.battle.sheet, drawn), false);
          return;
        }
        const { turn } = now.current.highlights;
        if (turned.value !== null) {
          const facing = turn && facingToward(now.current.props.battle.sheet, turn.place, x, y);
          if (facing !== undefined && turn?.options.includes(facing)) turned.value = facing;
          return;
        }
        if (box.value) {
          box.value = { ...box.value, to: [x, y] };
          return;
        }
        const place = placeAt(now.current.props.battle.sheet, x, y);
        ghost.current?.setAttribute('transform', `translate(${x} ${y})`);
        ghost.current?.removeAttribute('display');
        if (place !== hovered && place >= 0) {
          hovered = place;
          now.current.props.onHover?.({ place, piece: carried, how: 'drop' });
        }
      },
      drop(x, y, _e, given) {
        if (measuring.value) return;
        if (carrier.busy) {
          carrier.put(given ? 'drop' : 'cancel');
          return;
        }
        if (drawn) {
          const along = lineAlong(now.current.props.battle.sheet, drawn);
          drawn = null;
          now.current.props.onLine?.(given ? along : [], given && along.length > 0);
          return;
        }
        if (turned.value !== null) {
          const { turn } = now.current.highlights;
          if (given && turn) now.current.props.onPick({ place: turn.place, facing: turned.value, how: 'tap' });
          turned.value = null;
          return;
        }
        if (box.value) {
          if (given) now.current.props.onBox?.(inside(now.current.props, box.value.from, [x, y]));
          box.value = null;
          return;
        }
        ghost.current?.setAttribute('display', 'none');
        const place = placeAt(now.current.props.battle.sheet, x, y);
        if (given && place >= 0) now.current.props.onPick({ place, piece: carried, facing: facingToward(now.current.props.battle.sheet, place, x, y), how: 'drop' });
        carried = undefined;
        held.value = undefined;
      },
      hover(x, y, e) {
        const el = e.target as Element;
        if (el.closest?.('[data-fan]')) return;
        if (isPlane(now.current.props.battle.sheet)) {
          grip.value = handleOf(el) ?? null;
          const goal = el.closest?.('[data-choice]')?.getAttribute('data-choice') ?? null;
          if (goal !== pointed) now.current.props.onGoal?.(goal, 'hover');
          pointed = goal;
          const over = pickAt(x, y, e.target);
          if (over?.piece !== hoveredPiece) now.current.props.onHover?.(over ? { ...over, how: 'tap' } : null);
          if (over?.piece !== hoveredPiece || over?.piece === undefined) tellLater(x, y, e);
          hoveredPiece = over?.piece;
          return;
        }
        const pick = pickAt(x, y, e.target);
        const place = pick?.place ?? -1;
        if (pick?.facing !== undefined) {
          now.current.props.onHover?.({ ...pick, how: 'tap' });
          hovered = -1;
          return;
        }
        if (place === hovered) return;
        hovered = place;
        clearTimeout(hoverTimer);
        tellLater(x, y, e);
        if (fan.value !== null && fan.value !== place) fan.value = null;
        if (place >= 0 && many(place)) {
          hoverTimer = window.setTimeout(() => {
            if (!now.current.highlights.facings) fan.value = place;
          }, 420);
        }
        now.current.props.onHover?.(pick ? { ...pick, how: 'tap' } : null);
      },
      leave(e) {
        clearTimeout(hoverTimer);
        hovered = -1;
        hoveredPiece = undefined;
        grip.value = null;
        clearTimeout(tipTimer);
        if (e.pointerType === 'mouse') tip.value = null; // a finger has left when it is lifted
        now.current.props.onHover?.(null);
      },
    });
    pz.current = p;
    const el = root.current;
    p.onHand = () => (touched.current = true);
    p.onScale = (scale) => {
      rested.value = scale;
      rests.value++;
      if (el.dataset.zoom !== level(scale)) el.dataset.zoom = level(scale);
    };
    return () => {
      clearTimeout(hoverTimer);
      clearTimeout(tipTimer);
      p.stop();
    };
  }, []);

  // The first view: the whole board, or its important part if the whole would be too small to read.
  useLayoutEffect(() => {
    const p = pz.current;
    const el = root.current;
    if (!p || !el) return;
    p.resize(size);
    const look = () => {
      if (!touched.current && p.window.width) p.set(firstLook(battle, now.current.props.table, now.current.highlights, p.window, now.current.props.frame));
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(el);
    return () => watch.disconnect();
  }, [battle]);

  // What was in the middle stays there when the board is turned.
  const sidesSeen = useRef(flipped);
  useLayoutEffect(() => {
    const p = pz.current;
    if (!p || sidesSeen.current === flipped) return;
    sidesSeen.current = flipped;
    const { x, y, scale } = p.camera;
    p.set({ scale, x: size.width * scale - x - p.window.width, y: size.height * scale - y - p.window.height });
  }, [flipped]);

  const showPoint = (at: Point) => {
    const p = pz.current;
    if (p) p.go(reveal(p.camera, ...at, p.window), still.value);
  };
  const show = (place: number) => {
    if (place >= 0) showPoint(middle(battle.sheet, place));
  };

  useEffect(() => {
    if (props.spotlight !== null && props.spotlight !== undefined && props.spotlight >= 0) show(props.spotlight);
  }, [props.spotlight]);

  // The fan of a stack that is picked up stays: pieces are taken out of it.
  useEffect(() => {
    const { byPlace, places, props } = now.current;
    const picked = fan.value !== null && props.table.view.chosen?.some((c) => places.get(c) === fan.value) && all(byPlace.get(fan.value)).length > 1;
    if (!picked) fan.value = null;
  }, [table]);

  useLayoutEffect(() => {
    if (world.current && props.ways) march(world.current, battle, props.ways.all);
  }, [props.ways]);

  const turning = highlights.facings?.place;
  useEffect(() => {
    if (turning !== undefined) show(turning);
  }, [turning]);

  // Scroll to the units the prompt is about, unless some are visible; or to where a piece off the map may go. When a side begins to
  // act after another, most of its units are brought into view: the board was following the other.
  const acted = useRef(-1);
  const outside = selection.piece !== null && (places.get(selection.piece) ?? -1) < 0 ? selection.piece : null;
  useEffect(() => {
    const p = pz.current;
    const looked = lookedAt(battle, table, highlights);
    const begins = table.choices.length > 0 && acted.current !== table.view.toAct;
    const followed = begins && acted.current !== -1;
    acted.current = table.choices.length > 0 ? table.view.toAct : NOBODY;
    if (p && followed) {
      const camera = gather(p.camera, looked, p.window);
      if (camera) p.go(camera, still.value);
      return;
    }
    if (!p || !looked.length || !(touched.current || (outside !== null && !plane))) return;
    const c = p.camera;
    const seen = looked.some((at) => {
      const [x, y] = at.map((v) => v * c.scale);
      return x > c.x + 20 && y > c.y + 20 && x < c.x + p.window.width - 20 && y < c.y + p.window.height - 20;
    });
    if (!seen) showPoint(looked[0]);
  }, [table, outside]);

  // So is where units would go together.
  useEffect(() => {
    const p = pz.current;
    const camera = p && gather(p.camera, (highlights.ghosts ?? []).flatMap((e) => (!e.stays && e.place >= 0 ? [middle(battle.sheet, e.place)] : [])), p.window);
    if (camera) p.go(camera, still.value);
  }, [highlights.ghosts]);

  const onKey = (e: KeyboardEvent) => {
    const p = pz.current;
    if (!p || e.altKey || e.ctrlKey || e.metaKey) return;
    const move = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[e.key];
    if (plane && !e.shiftKey && (props.onLine ? aimKey(e.key, move) : carrier.key(e.key, selection.piece))) {
      touched.current = true;
      e.preventDefault();
      e.stopPropagation();
      return;
    }
    if (move && e.shiftKey) p.pan(move[0] * 80, move[1] * 80);
    else if (move && plane) p.pan(move[0] * 80, move[1] * 80);
    else if (move) moveCursor(move[0], move[1]);
    else if (e.key === '+' || e.key === '=') p.zoom(1.25, still.value);
    else if (e.key === '-' || e.key === '_') p.zoom(0.8, still.value);
    else if (e.key === '0' || e.key === 'Home') p.go(fit(size, p.window), still.value);
    else if ((e.key === 'n' || e.key === 'N') && plane) nextBase(e.key === 'N' ? -1 : 1);
    else if ((e.key === 'Enter' || e.key === ' ') && plane && selection.piece !== null) props.onPick({ place: -1, piece: selection.piece, how: 'key', many: e.shiftKey });
    else if ((e.key === 'm' || e.key === 'M') && (plane || props.onMeasure)) takeRuler();
    else if ((e.key === 'i' || e.key === 'I') && lookFrom()) return;
    else if (e.key === 'n' || e.key === 'N') nextOffered(e.key === 'N' ? -1 : 1);
    else if ((e.key === 'Enter' || e.key === ' ') && cursor.value !== null) {
      const place = cursor.value;
      const top = byPlace.get(place)?.units[0]?.piece;
      props.onPick({ place, piece: highlights.movable.find((m) => places.get(m) === place) ?? top ?? byPlace.get(place)?.leaders[0]?.piece, how: 'key', many: e.shiftKey });
    } else if (/^[1-9]$/.test(e.key) && (highlights.facings ?? highlights.turn)) {
      const f = Number(e.key) - 1;
      const { place, options } = (highlights.facings ?? highlights.turn)!;
      if (options.includes(f)) props.onPick({ place, facing: f, how: 'key' });
    } else return;
    touched.current = true;
    e.preventDefault();
    e.stopPropagation();
  };

  const toPlace = (place: number) => {
    cursor.value = place;
    show(place);
    const offer = highlights.movable.some((m) => places.get(m) === place) || highlights.places.has(place) ? `. ${t('board.offered')}` : '';
    said.value = describe(battle, table, place, byPlace.get(place)) + offer;
    props.onHover?.({ place, piece: byPlace.get(place)?.units[0]?.piece, how: 'key' });
  };

  const moveCursor = (dx: number, dy: number) => {
    const from = cursor.value ?? selection.place ?? places.get(highlights.movable[0] ?? -1) ?? Math.floor(battle.sheet.places.length / 2);
    if (cursor.value === null) return toPlace(from);
    const way = Math.abs(dx);
    if (run.current?.at !== from || run.current.way !== way) run.current = { at: from, way, start: middle(battle.sheet, from) };
    const to = beyond(battle.sheet, from, [dx, dy], run.current.start);
    if (to < 0) return;
    run.current.at = to;
    toPlace(to);
  };

  // Draws a line on a board without places: the arrows aim by two units, from the middle of what is seen, Enter ends it there.
  const aimKey = (key: string, move?: number[]): boolean => {
    if (!move) {
      if (!aim.value || (key !== 'Enter' && key !== ' ')) return false;
      endLine(aim.value, 'key');
      return true;
    }
    const { left, right, top, bottom } = looked();
    const step = 2 * (battle.sheet.unit ?? 1);
    const [x, y] = aim.value ?? [(left + right) / 2, (top + bottom) / 2];
    const at: Point = [x + move[0] * step, y + move[1] * step];
    aim.value = at;
    showPoint(at);
    const { x: east, y: north } = toPlane(battle.sheet, at);
    said.value = t('plane.aim', { x: inUnits(east), y: inUnits(north) });
    return true;
  };

  // Tells of what the keyboard is at; again, hides it.
  const lookFrom = (): boolean => {
    const p = pz.current;
    const box = root.current?.getBoundingClientRect();
    const place = cursor.value ?? selection.place ?? -1;
    const view = place < 0 ? table.view.pieces.find((v) => v.piece === selection.piece) : undefined;
    const at = place >= 0 ? middle(battle.sheet, place) : view && poseOf(battle.sheet, view);
    if (!p || !box || !at) return false;
    const [x, y] = [box.left + at[0] * p.camera.scale - p.camera.x, box.top + at[1] * p.camera.scale - p.camera.y];
    tip.value = tip.value ? null : { piece: place >= 0 ? byPlace.get(place)?.units[0]?.piece : view?.piece, place, at, x, y, stays: true };
    return true;
  };

  // The same on a board without places.
  const nextBase = (step: number) => {
    const list = [...(highlights.plane?.bases.keys() ?? [])];
    if (!list.length) return;
    const next = list[(list.indexOf(selection.piece ?? -1) + step + list.length) % list.length];
    const view = table.view.pieces.find((v) => v.piece === next);
    const at = view && poseOf(battle.sheet, view);
    if (!view || !at) return;
    showPoint(at);
    said.value = `${describePiece(battle, view)}. ${t('board.offered')}`;
    props.onSelect?.(next);
  };

  // Move from one thing that can be picked to the next.
  const nextOffered = (step: number) => {
    const list = [...new Set([...highlights.movable.map((m) => places.get(m) ?? -1), ...highlights.places.keys()])].filter((h) => h >= 0).sort((a, b) => a - b);
    if (!list.length) return;
    const i = list.indexOf(cursor.value ?? -1);
    toPlace(list[(i + step + list.length) % list.length]);
  };

  const takeRuler = () => {
    measuring.value = !measuring.value;
    ruler.value = null;
    measured.value = null;
  };

  const zoom = (f: number) => () => {
    touched.current = true;
    pz.current?.zoom(f, still.value);
  };

  // Corners to press are as large as a fingertip, however small the map is.
  void rested.value;
  const looked = () => {
    const { x, y, scale } = pz.current?.camera ?? { x: 0, y: 0, scale: 1 };
    const window = pz.current?.window ?? size;
    return { left: x / scale, right: (x + window.width) / scale, top: y / scale, bottom: (y + window.height) / scale, grow: 1 / scale };
  };
  const seen = looked();
  const grow = plane ? seen.grow : Math.min(2.2, Math.max(1, seen.grow));
  const marks = highlights.plane ?? noPlaneMarks;
  const goals = useMemo(() => (plane ? apart(battle, table, marks, grow) : []), [battle, table, marks.candidates, marks.handles, grow]);
  const fanStack = fan.value === null ? undefined : byPlace.get(fan.value);
  return (
    <div class="board">
      <div
        ref={root}
        class={`board-window${settings.value.hexNumbers ? '' : ' no-numbers'}`}
        role="application"
        tabIndex={0}
        aria-label={t('board.label', { battle: battle.name })}
        aria-describedby="board-help"
        onKeyDown={onKey}
        onFocus={() => (said.value = t(plane ? 'plane.help' : 'board.help'))}
        onBlur={() => (cursor.value = null)}
      >
        <div ref={world} class="world" style={{ width: size.width, height: size.height }}>
          <MapLayer battle={battle} turned={flipped} />
          <svg class="play-layer" width={size.width} height={size.height} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
            <defs>
              <Hatch />
              <marker id="way-end" viewBox="0 0 10 10" refX="6" refY="5" markerWidth="4" markerHeight="4" orient="auto">
                <path d="M0 0L10 5 0 10z" />
              </marker>
            </defs>
            <Shades battle={battle} shades={props.shades ?? []} />
            {plane && <Areas battle={battle} shades={props.shades ?? []} ghosts={props.ghosts} grow={grow} />}
            <Under battle={battle} highlights={highlights} places={places} taken={byPlace} />
            {props.ways && <Ways battle={battle} ways={props.ways.drawn} />}
            {plane && <PlaneUnder battle={battle} table={table} marks={marks} goals={goals} />}
            <Chosen battle={battle} place={selection.place} />
            <Pieces battle={battle} table={table} stacks={byPlace} show="units" />
            <Rims battle={battle} highlights={highlights} taken={byPlace} />
            <Pieces battle={battle} table={table} stacks={byPlace} show="leaders" />
            {plane && <PlaneOver battle={battle} table={table} marks={marks} selected={selection.piece} highlights={highlights} grow={grow} />}
            {plane && <MarksOfBases battle={battle} table={table} />}
            {plane && <PlaneMoves battle={battle} table={table} marks={marks} goals={goals} ghosts={props.ghosts} grow={grow} />}
            <Over {...props} highlights={highlights} grow={grow} />
            {highlights.turn && <Turner battle={battle} {...highlights.turn} facing={turned.value ?? highlights.turn.facing} dragged={turned.value !== null} grow={grow} />}
            <Group battle={battle} table={table} highlights={highlights} />
            {box.value && <path class="box" d={`${line([box.value.from, [box.value.to[0], box.value.from[1]], box.value.to, [box.value.from[0], box.value.to[1]]])}z`} />}
            {aim.value && <path class="cursor-rim" d={`M${aim.value[0] - 14 * grow} ${aim.value[1]}h${28 * grow}M${aim.value[0]} ${aim.value[1] - 14 * grow}v${28 * grow}`} />}
            {cursor.value !== null && <path class="cursor-rim" d={outline(battle.sheet, cursor.value, 1)} />}
            {fan.value !== null && fanStack && !highlights.facings && <Fan battle={battle} place={fan.value} stack={fanStack} grow={Math.min(grow, 1.7)} seen={seen} highlights={highlights} />}
            {ruler.value && plane && <Ruler battle={battle} {...ruler.value} grow={grow} />}
            {measured.value && <PlaceRuler battle={battle} {...measured.value} grow={seen.grow} />}
            <g ref={ghost} class="ghost" display="none">
              <Held battle={battle} table={table} piece={held.value} />
            </g>
          </svg>
          {props.fight && !highlights.facings && (
            <FightCard battle={battle} fight={props.fight} sightings={sightings.current} ways={props.ways?.drawn ?? []} goals={[...highlights.places.keys()]} looked={looked} rests={rests} />
          )}
          <GhostLabel battle={battle} ghosts={props.ghosts} seen={seen} grow={grow} />
          {grip.value !== null && <GripTip battle={battle} handles={marks.handles?.list ?? []} name={grip.value} seen={seen} grow={grow} />}
        </div>
      </div>
      {tip.value && !props.ghosts?.value && <Tip battle={battle} table={table} look={tip.value} ask={props.onAbout} />}
      <div class="board-tools">
        {(plane || props.onMeasure) && (
          <button type="button" aria-pressed={measuring.value} aria-label={t('plane.ruler')} title={`${t('plane.ruler')} (M)`} aria-keyshortcuts="m" onClick={takeRuler}>
            <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
              <path d="M-9-3h18v6h-18zM-5-3v3M-1-3v4M3-3v3M7-3v3" fill="none" stroke="currentColor" stroke-width="1.5" />
            </svg>
          </button>
        )}
        <button type="button" aria-pressed={flipped} aria-label={t('board.flip')} title={t('board.flip')} onClick={() => change({ flip: !settings.value.flip })}>
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            <path d="M-4-8V7M-8 3l4 4 4-4M4 8V-7M0-3l4-4 4 4" fill="none" stroke="currentColor" stroke-width="1.8" />
          </svg>
        </button>
        <button type="button" onClick={zoom(1.3)} aria-label={t('board.zoom-in')} title={t('board.zoom-in')}>
          +
        </button>
        <button type="button" onClick={zoom(1 / 1.3)} aria-label={t('board.zoom-out')} title={t('board.zoom-out')}>
          −
        </button>
        <button type="button" onClick={() => pz.current?.go(fit(size, pz.current.window), still.value)} aria-label={t('board.fit')} title={t('board.fit')}>
          <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
            <path d="M-6-2V-6H-2M2-6H6V-2M6 2V6H2M-2 6H-6V2" fill="none" stroke="currentColor" stroke-width="2" />
          </svg>
        </button>
      </div>
      <p id="board-help" class="unseen">
        {t(plane ? 'plane.help' : 'board.help')}
      </p>
      <p class="unseen" role="status" aria-live="polite">
        {said.value}
      </p>
      <InWords battle={battle} table={table} stacks={byPlace} />
    </div>
  );
}

