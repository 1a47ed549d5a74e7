import type { Counter, Handle, Pose, Sheet } from '../api';
import type { Point } from './places';
import { angleOf, cornersOf, toPlane, toSheet, turnsTo } from './poses';

const coarse = globalThis.matchMedia?.('(pointer: coarse)');

/** Whether the board is pointed at with fingers, which need more room and hide what is under them. */
export const byFinger = (): boolean => coarse?.matches ?? false;

/** In pixels, for fingers and for others: how far a handle is from what it pulls, its size, and that of the part that can be pressed. */
const sizes = { finger: { away: 50, disc: 14, reach: 22 }, fine: { away: 38, disc: 11, reach: 15 } };
const sizeOf = () => (byFinger() ? sizes.finger : sizes.fine);

/** The handles of those who act, and where each is drawn. One that turns is at its corner, the others are further out. */
export function grips(sheet: Sheet, handles: readonly Handle[], grow: number, { away }: { away: number } = sizeOf()): { handle: Handle; at: Point }[] {
  return handles.map((handle) => {
    const [x, y] = toSheet(sheet, handle);
    const turn = angleOf(sheet, handle) * (Math.PI / 180);
    const [dx, dy] = [Math.sin(turn), -Math.cos(turn)];
    if (!handle.pivot) return { handle, at: [x + away * grow * dx, y + away * grow * dy] };
    const out = (away / 6) * grow;
    const aside = turnsTo(sheet, handle); // it turns away from its own side
    return { handle, at: [x + out * (dx + aside * dy), y + out * (dy - aside * dx)] };
  });
}

/** Handles at the front corners of a base, to turn it about the other one. */
export function turners(sheet: Sheet, counter: Counter, pose: Pose): Handle[] {
  const [left, right] = cornersOf(sheet, counter, pose).map((c) => toPlane(sheet, c));
  const at = (key: string, grip: { x: number; y: number }, pivot: { x: number; y: number }): Handle => ({ key, ...grip, heading: pose.heading, pivot, text: '' });
  return [at('left', right, left), at('right', left, right)];
}

const straight = 'M0 8V-7M-6-1L0-7.500 6-1';
const curved = 'M-6 7Q-6-5 6-5M1.500-10L7-5 1.500 0';

/** What those who act can be pulled by: a disc with an arrow each, as large as a fingertip. */
export function Handles({ sheet, handles, grow }: { sheet: Sheet; handles: readonly Handle[]; grow: number }) {
  const size = sizeOf();
  return (
    <>
      {grips(sheet, handles, grow, size).map(({ handle, at: [x, y] }) => (
        <g key={handle.key} class="grip" data-handle={handle.key} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angleOf(sheet, handle)}) scale(${grow.toFixed(3)})`}>
          <circle class="reach" r={size.reach} />
          <circle class="disc" r={size.disc} />
          <path d={handle.pivot ? curved : straight} transform={`scale(${((turnsTo(sheet, handle) < 0 ? -1 : 1) * size.disc) / 14} ${size.disc / 14})`} />
        </g>
      ))}
    </>
  );
}
