// What the men of each type carry or ride, in a box of 34 by 22 around the origin, looking to the right. Class f is
// filled, l is drawn with a line, s is a shield or a wheel: light, with a line around it; c has the colour of the army.

import type { ComponentChildren } from 'preact';
import drawn from '../../../picture/figures.json';

/** The parts of a figure: a class, and the `d` of a path. */
type Figure = string[][];

/** By book, type and form. The same letters mean other men in another book. */
const figures: Record<string, Record<string, Record<string, Figure>>> = drawn;

const horse =
  'M-12-.5C-10.500-3-6-3-2-2.800C2-2.600 4.200-3.600 6.200-6.400L7-9.300 8.300-7.200C10.600-6.600 12.600-4.400 13.600-2.400L12.300-.8 9.200-2.200C9-.4 8.600 1.200 7.600 2.600L11.800 4.200 11 8.400 9.500 8.200 9.900 5.600 5.200 4.400 6.400 6.800 4.600 10.600H3L4.400 7 2 4.300C-1 4.700-3.600 4.400-5.400 3.800L-4.800 6.600-6.600 10.600H-8.200L-6.800 6.600-7.600 4.600-10 6.400-10.400 10.200H-12L-11.800 5.600-9.600 2.400C-10.400 1.600-10.800.8-10.900.2C-12.300.8-13 2.400-13.200 4.800C-14.600 2.200-14.200-.2-12-.5z';

/** Those of the ancient books, whose men have one form. */
const ancient: Record<string, ComponentChildren> = {
  Ho: (
    <>
      <path class="l" d="M-3 4L-5.500 10.500M1.500 4L4.500 10.500" />
      <circle class="f" cx=".6" cy="-7.200" r="2.900" />
      <path class="f" d="M-4.600-7.500C-3.800-11.600 1.500-13 5-9.600L2.600-9C.4-10.400-2-9.800-3-7z" />
      <circle class="s" cx="-.5" cy="-.2" r="6.200" />
      <path class="t" d="M-3 2.600L-.5-3.600 2 2.600" />
      <path class="l thin" d="M10 10.500V-8" />
      <path class="f" d="M10-12l-1.800 4.600h3.600z" />
    </>
  ),
  Lg: (
    <>
      <path class="l" d="M-3.500 6L-4.500 10.500M1 6L3 10.500" />
      <circle class="f" cx="-.8" cy="-7.400" r="2.900" />
      <path class="f" d="M-2-10.200L-3.400-12.400-.8-11.400.2-13 1.400-10z" />
      <path class="s" d="M-6.500-5.200Q-1-7 4.500-5.200Q5.600 1 4.200 7Q-1 8.600-6.200 7Q-7.600 1-6.500-5.200z" />
      <path class="t" d="M-1-5V7.500M-5.500 1H3.500" />
      <circle class="f" cx="-1" cy="1" r="1.800" />
      <path class="l thin" d="M9.500 10.500V-5M9.500-5V-12" />
      <path class="f" d="M8.200 0h2.600v-4.500h-2.600z" />
    </>
  ),
  Ph: (
    <>
      <path class="l thin" d="M-12 9L0-12M-6 9L6-12M0 9L12-12M6 9L16-9" />
      <circle class="f" cx="-9.500" cy="-3" r="2.300" />
      <circle class="f" cx="-2" cy="-3" r="2.300" />
      <circle class="f" cx="5.500" cy="-3" r="2.300" />
      <circle class="s" cx="-9.500" cy="4" r="4.200" />
      <circle class="s" cx="-2" cy="4" r="4.200" />
      <circle class="s" cx="5.500" cy="4" r="4.200" />
      <path class="t" d="M-9.500 2v4M-11.500 4h4M-2 2v4M-4 4h4M5.500 2v4M3.500 4h4" />
    </>
  ),
  Pe: (
    <>
      <path class="l" d="M-1.500 3L-5 10.500M0 3L4.500 6.500 4 10.500M0-3L6.500-6" />
      <circle class="f" cx="0" cy="-8" r="2.600" />
      <path class="f" d="M-2.800-8.800L1.500-12.500 2.800-8.600z" />
      <path class="s" d="M-7.500-4.500C-8.500 4 5 6.500 6.500-1.500C2.500 1.200-4 .5-7.500-4.500z" />
      <path class="l thin" d="M-3-10.500L14-3" />
      <path class="f" d="M16.300-2L11.600-2.200 13-5.200z" />
    </>
  ),
  Ja: (
    <>
      <path class="l" d="M0-5L-2 2 3.500 5.500 3 10.500M-2 2L-6 5 -10 8M0-4.500L-6.500-7.500M0-4L5.500-1.500 8.500-4" />
      <circle class="f" cx="1.500" cy="-8" r="2.600" />
      <path class="l thin" d="M-14-10.800L12-6" />
      <path class="f" d="M15.500-5.400L10.500-4.400 11.100-7.800z" />
      <path class="l thin" d="M6.500-6.500L11 1" />
    </>
  ),
  Ar: (
    <>
      <path class="l" d="M-4-4.500L-4 3.500 -7 10.500M-4 3.500L0 10.500M-4-3.500L6-3.500M-4-3.500L-9.500-4.500-4.500-5.500" />
      <circle class="f" cx="-3" cy="-8" r="2.600" />
      <path class="l" d="M5-12C10.500-8 10.500 1 5 5" />
      <path class="t" d="M5-12L-4.500-4 5 5" />
      <path class="l thin" d="M-5-3.700H13" />
      <path class="f" d="M16-3.700l-4-1.900v3.800z" />
    </>
  ),
  In: (
    <>
      <path class="l" d="M-3 6L-4.500 10.500M1.500 6L3.500 10.500" />
      <path class="f" d="M-4-7L0-12.500 3-7Q3-4.500-.5-4.500T-4-7z" />
      <path class="s" d="M-7-5h12.500v12h-12.500z" />
      <path class="t" d="M-4-5v12M-.8-5v12M2.400-5v12M-7-1h12.500M-7 3h12.500" />
      <path class="l thin" d="M10 10.500V-8" />
      <path class="f" d="M10-12l-1.800 4.600h3.600z" />
    </>
  ),
  Ca: (
    <>
      <path class="f" d={horse} />
      <path class="l" d="M-2-3L-1-7.500M-1.500-3L1 2M-1-6.500L4-5" />
      <circle class="f" cx="-.6" cy="-9.400" r="2.300" />
      <path class="f" d="M-3.800-9.200Q-2-13.500 2.200-11L0-10.600z" />
      <path class="l thin" d="M-9-9L15-4" />
      <circle class="s" cx="-3.600" cy="-3.600" r="3" />
    </>
  ),
  Cl: (
    <>
      <path class="h" d={horse} />
      <path class="l" d="M-2-3L-1-7.500M-1.500-3L1 2M-1-6.500L-5.500-8.500" />
      <circle class="f" cx="-.4" cy="-9.400" r="2.300" />
      <path class="l thin" d="M-12-12L8-8" />
      <path class="f" d="M11-7.400l-4.200.8.600-3z" />
    </>
  ),
  Ch: (
    <>
      <g transform="translate(6.500 1) scale(.78)">
        <path class="f" d={horse} />
      </g>
      <path class="l" d="M-15 2.500V-3.500H-13M-15 2.500H-6V-2M-6 1L2-1" />
      <path class="l" d="M-11-3L-10.500-6.500" />
      <circle class="f" cx="-10.200" cy="-9" r="2.300" />
      <circle class="s" cx="-10.500" cy="5.800" r="4.600" />
      <path class="t" d="M-10.500 1.200v9.200M-15.100 5.800h9.200" />
    </>
  ),
  El: (
    <>
      <path
        class="f"
        d="M-13 10.500V1C-13-4-10-6-6-6H2C4-9 9-9.500 11.500-6.500C13.500-4 13.600 0 14 3C14.300 5 15.600 5.500 16.400 4.500L16.600 6.500C14.500 8.300 12 7 11.700 3.500L10.500 0C9.500 1 8.500 1.500 7 1.500V10.500H3V4.500H-6V10.500H-9.500V5z"
      />
      <path class="p" d="M6-6C3.500-4.500 3.500-.5 6.500 1C8.600-1 8.200-4.500 6-6z" />
      <path class="s" d="M-8.500-6V-11h1.800v1.600h2v-1.600h2v1.600h2v-1.600H1V-6z" />
    </>
  ),
};

/** The silhouette of a type of unit, on foot or on horse. A type without one of its own shows its letters. */
export function Silhouette({ book = '', type, form = 'foot' }: { book?: string; type: string; form?: string }) {
  const forms = figures[book]?.[type] ?? {};
  const parts = forms[form] ?? Object.values(forms)[0];
  const letters = (
    <text class="f" y="5" text-anchor="middle" font-size="14" font-weight="bold">
      {type}
    </text>
  );
  return <g class="silhouette">{parts ? parts.map(([part, d]) => <path key={d} class={part} d={d} />) : ((!figures[book] && ancient[type]) || letters)}</g>;
}

/** The bust of a leader, in a disc of radius 11. */
export function LeaderSilhouette() {
  return (
    <g class="silhouette">
      <path class="f" d="M-7.500 8.500Q-7 2.500-2 1.500V-.5Q-4-2-4-4.600Q-4-8.400 0-8.400T4-4.600Q4-2 2 -.5V1.500Q7 2.500 7.500 8.500Q0 12-7.500 8.500z" />
      <path class="f" d="M-6.500-4.500Q-6-11.500.5-11.300Q4.500-11 5-7.500Q0-10-4-6.500L-4.600-1.500z" />
    </g>
  );
}
