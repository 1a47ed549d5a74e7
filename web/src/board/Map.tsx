import { Component } from 'preact';
import type { BattleData } from '../api';
import drawn from '../../../picture/signs.json';
import { t } from '../i18n';
import { centre, extent, FLAT, MARGIN, RADIUS } from './hexes';
import type { Country, Trees } from './country';
import { type Crossing, drawing, type Sign } from './sheet';

/** Patterns that the map and the counters use. */
export function Defs({ id = '' }: { id?: string }) {
  return (
    <defs>
      <pattern id={`${id}houses`} width="22" height="19" patternUnits="userSpaceOnUse">
        <path d="M2 3h6v4h-6zM12 2h5v6h-5zM4 11h8v4h-8zM15 12h5v4h-5z" fill="#a8765a" opacity=".42" />
        <path d="M2 3h6v2h-6zM12 2h5v3h-5zM4 11h8v2h-8zM15 12h5v2h-5z" fill="#8f5b41" opacity=".38" />
      </pattern>
      <pattern id={`${id}waves`} width="30" height="14" patternUnits="userSpaceOnUse">
        <path d="M0 4q3.700-3.600 7.500 0t7.500 0M15 11q3.700-3.600 7.500 0t7.500 0" fill="none" stroke="#5f8fa3" stroke-width=".9" opacity=".5" />
      </pattern>
      <pattern id={`${id}hatch`} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="4" height="4" fill="#1d1712" />
        <rect width="1.600" height="4" fill="#fff" opacity=".8" />
      </pattern>
    </defs>
  );
}

/** The ground alone: what a thumbnail and the table both show. */
function Ground({ battle, id = '' }: { battle: BattleData; id?: string }) {
  const d = drawing(battle);
  const url = (name: string) => `url(#${id}${name})`;
  return (
    <g>
      <path class="ground" d={d.ground} />
      {d.tints.map((p, i) => p && <path key={i} class={`tint tint-${i}`} d={p} />)}
      <clipPath id={`${id}land`}>
        <path d={d.ground} />
      </clipPath>
      {d.country?.crops.map((p, i) => <path key={i} class={`crop crop-${i}`} d={p} clip-path={url('land')} />)}
      {d.levels.map((l) => (
        <path key={l.level} class={`level level-${Math.min(l.level, 4)}`} d={l.d} />
      ))}
      {d.country && <Farmland country={d.country} clip={url('land')} />}
      {d.city && <path class="city" d={d.city} />}
      {d.city && <path d={d.city} fill={url('houses')} />}
      {d.grove && <path class="grove" d={d.grove} />}
      {d.banks ? <path class="banks" d={d.banks} /> : d.wet.map((w) => <path key={w.terrain} class={`wet ${w.terrain}`} d={w.d} />)}
      {d.stream && (
        <g clip-path={d.country && url('land')}>
          <path class="stream-bank" d={d.stream} />
          <path class="stream-water" d={d.stream} />
          {d.country && <path class="stream-flow" d={d.stream} />}
        </g>
      )}
      {d.sea && <path class="shore" d={d.sea} clip-path={url('land')} />}
      {d.sea && <path class="sea" d={d.sea} />}
      {d.sea && <path d={d.sea} fill={url('waves')} />}
      {d.rivers.map((r) => (
        <path key={r.kind} class={`bank ${r.kind}`} d={r.d} />
      ))}
      {d.rivers.map((r) => (
        <path key={r.kind} class={`water ${r.kind}`} d={r.d} />
      ))}
    </g>
  );
}

/** Strips and hedges, and over them what fills whole hexes. */
function Farmland({ country: c, clip }: { country: Country; clip: string }) {
  return (
    <g>
      <path class="strips" d={c.strips} clip-path={clip} />
      <path class="hedges" d={c.hedges} clip-path={clip} />
      {c.marsh.ground && (
        <>
          <path class="marsh" d={c.marsh.ground} />
          <path class="pools" d={c.marsh.pools} />
          <path class="reeds" d={c.marsh.reeds} />
        </>
      )}
      <Grown kind="wood" trees={c.woods} />
      <Grown kind="orchard" trees={c.orchards} />
      {c.village.ground && (
        <>
          <path class="village" d={c.village.ground} />
          <path class="house-walls" d={c.village.walls} />
          <path class="house-roofs" d={c.village.roofs} />
        </>
      )}
    </g>
  );
}

function Grown({ kind, trees }: { kind: string; trees: Trees }) {
  if (!trees.ground) return null;
  return (
    <g class={kind}>
      <path class="floor" d={trees.ground} />
      <path class="shade" d={trees.shade} />
      <path class="crowns" d={trees.crowns} />
      <path class="lights" d={trees.lights} />
    </g>
  );
}

function Over({ crossing: c }: { crossing: Crossing }) {
  const put = `translate(${c.x.toFixed(1)} ${c.y.toFixed(1)}) rotate(${c.turn.toFixed(0)}) scale(${c.size})`;
  if (c.kind === 'ford') return <path class="ford-stones" transform={put} d="M-26 0H26" />;
  return (
    <g class="bridge" transform={put}>
      <path d="M-29-6.500H29V6.500H-29z" />
      <path class="planks" d="M-24-6V6M-18-6V6M-12-6V6M-6-6V6M0-6V6M6-6V6M12-6V6M18-6V6M24-6V6" />
      <path class="rail" d="M-31-9L-27-6.500H27L31-9M-31 9L-27 6.500H27L31 9" />
    </g>
  );
}

function Walls({ battle }: { battle: BattleData }) {
  return (
    <g>
      {drawing(battle).walls.map((w) => (
        <g key={w.kind} class={`walls ${w.kind}`}>
          <path class="wall-teeth" d={w.teeth} />
          <path class="wall" d={w.line} />
          <path class="wall-top" d={w.line} />
          {w.posts.map(([x, y], i) => (
            <rect key={i} class="wall-post" x={x - 4.5} y={y - 4.5} width="9" height="9" rx="1" />
          ))}
        </g>
      ))}
    </g>
  );
}

/** What stands on the hexes of the north: parts of a class, and the `d` of a path. */
const northern: Record<string, string[][]> = drawn;

function Landmark({ sign }: { sign: Sign }) {
  const put = `translate(${sign.x.toFixed(1)} ${sign.y.toFixed(1)})`;
  const parts = northern[sign.kind];
  if (parts) {
    return (
      <g class="sign" transform={put}>
        {parts.map(([part, d]) => (
          <path key={d} class={part} d={d} />
        ))}
      </g>
    );
  }
  switch (sign.kind) {
    case 'temple':
      return (
        <g class="sign" transform={put}>
          <path d="M-15-6L0-15 15-6z" />
          <path d="M-12-6v14M-4-6v14M4-6v14M12-6v14" stroke-width="3" />
          <path d="M-16 8h32v4h-32z" />
        </g>
      );
    case 'tower':
      return (
        <g class="sign" transform={put}>
          <path d="M-11 13V-7l11-8 11 8v20z" />
          <path class="dark" d="M-4 13V4a4 4 0 018 0v9z" />
          <path d="M-11-7h22" />
        </g>
      );
    case 'sanctuary':
      return (
        <g class="sign" transform={put}>
          <circle class="tree" cx="-10" cy="-3" r="7" />
          <circle class="tree" cx="10" cy="-3" r="7" />
          <circle class="tree" cy="-9" r="8" />
          <path d="M-7 3L0-2 7 3v9h-14z" />
        </g>
      );
    case 'citadel':
      return (
        <g class="sign stone" transform={put}>
          <path d="M-17 13V-11h6v5h6v-5h10v5h6v-5h6v24z" />
          <path class="dark" d="M-4 13V3a4 4 0 018 0v10z" />
        </g>
      );
    default: // a ford and how steep it is: one to three steps
      return (
        <g class="ford" transform={`translate(${sign.x.toFixed(1)} ${(sign.y + 21).toFixed(1)})`}>
          {Array.from({ length: Number(sign.kind.slice(-1)) || 1 }, (_, i) => (
            <path key={i} d={`M${i - 6} ${-4 * i}h${12 - 2 * i}`} />
          ))}
        </g>
      );
  }
}

// How far the compass is turned, in degrees clockwise, by the edge of the map that lies to the north.
const turns: Record<BattleData['north'], number> = { top: 0, right: 90, bottom: 180, left: 270 };

function Compass({ x, y, turn }: { x: number; y: number; turn: number }) {
  return (
    <g class="compass" transform={`translate(${x} ${y}) rotate(${turn})`}>
      <circle r="19" />
      <circle r="15.500" />
      <path class="dark" d="M0-22L4.500-4.500 0 0z M22 0L4.500 4.500 0 0z M0 22L-4.500 4.500 0 0z M-22 0L-4.500-4.500 0 0z" />
      <path class="pale" d="M0-22L-4.500-4.500 0 0z M22 0L4.500-4.500 0 0z M0 22L4.500 4.500 0 0z M-22 0L-4.500 4.500 0 0z" />
      <text y="-25" transform={turn ? `rotate(${-turn} 0 -29)` : undefined}>
        {t('board.north')}
      </text>
    </g>
  );
}

function RoutEdges({ battle }: { battle: BattleData }) {
  const { width, height } = extent(battle);
  return (
    <g>
      {battle.sides.map((side, i) => {
        const down = side.rout === 'bottom';
        const [long, turn] = side.rout === 'left' ? [height, `translate(0 ${height}) rotate(-90)`] : side.rout === 'right' ? [height, `translate(${width} 0) rotate(90)`] : [width, undefined];
        const y = down ? height - MARGIN + 15 : MARGIN - 15;
        const step = down ? 7 : -7;
        let zigzag = '';
        for (let x = MARGIN + 4; x < long - MARGIN - 10; x += 14) zigzag += `M${x} ${y}l5 ${step}l5 ${-step}`;
        return (
          <g key={side.id} class={`rout-edge side-${i}`} transform={turn}>
            <path d={zigzag} />
            <text x={long / 2} y={down ? y + 26 : y - 14}>
              {t('board.rout-edge', { side: side.name })}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The printed map. It is drawn once for a battle and a language. */
export class MapLayer extends Component<{ battle: BattleData; lang: string }> {
  shouldComponentUpdate(next: { battle: BattleData; lang: string }): boolean {
    return next.battle !== this.props.battle || next.lang !== this.props.lang;
  }

  render({ battle }: { battle: BattleData; lang: string }) {
    const { width, height } = extent(battle);
    const d = drawing(battle);
    return (
      <svg class={`sheet${d.country ? ' northern' : ''}`} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Defs />
        <rect class="paper" width={width} height={height} />
        <rect class="frame" x="8" y="8" width={width - 16} height={height - 16} />
        <rect class="frame thin" x="12.500" y="12.500" width={width - 25} height={height - 25} />
        <Ground battle={battle} />
        {!d.country && <path class="tufts" d={d.tufts} />}
        <path class="hachures" d={d.hachures} />
        <path class="grid" d={d.grid} />
        {d.paths.map((p) => (
          <path key={p.kind} class={`track-bed ${p.kind}`} d={p.d} />
        ))}
        {d.paths.map((p) => (
          <path key={p.kind} class={`track ${p.kind}`} d={p.d} />
        ))}
        {d.crossings.map((c) => (
          <Over key={c.x + c.y} crossing={c} />
        ))}
        <Walls battle={battle} />
        {d.signs.map((s) => (
          <Landmark key={s.hex} sign={s} />
        ))}
        <g class="numbers">
          {battle.hexes.map((h, i) => {
            const [x, y] = centre(battle, i);
            return (
              <text key={h.id} x={x.toFixed(1)} y={(y - FLAT / 2 + 8.5).toFixed(1)}>
                {h.id}
              </text>
            );
          })}
        </g>
        <g class="names">
          {d.names.map((n) => (
            <text key={n.text} class={n.small ? 'small' : ''} x={n.x.toFixed(1)} y={n.y.toFixed(1)}>
              {n.text}
            </text>
          ))}
        </g>
        <RoutEdges battle={battle} />
        <Compass x={width - MARGIN - RADIUS} y={MARGIN + FLAT * 1.1} turn={turns[battle.north]} />
      </svg>
    );
  }
}

/** A small picture of the map, for cards. */
export function MapPicture({ battle, width }: { battle: BattleData; width: number }) {
  const size = extent(battle);
  const id = `mp-${battle.id}-`;
  const edge = MARGIN - 8;
  const box = [edge, edge, size.width - 2 * edge, size.height - 2 * edge];
  return (
    <svg
      class={`map-picture${drawing(battle).country ? ' northern' : ''}`}
      width={width}
      height={Math.round((width * box[3]) / box[2])}
      viewBox={box.map((n) => n.toFixed(0)).join(' ')}
      role="img"
      aria-label={t('board.picture', { battle: battle.name })}
    >
      <Defs id={id} />
      <Ground battle={battle} id={id} />
      {drawing(battle).paths.map((p) => (
        <g key={p.kind}>
          {p.kind === 'road' && <path class="track-bed road" d={p.d} />}
          <path class={`track ${p.kind}`} d={p.d} />
        </g>
      ))}
      {drawing(battle).crossings.map((c) => (
        <Over key={c.x + c.y} crossing={c} />
      ))}
      <Walls battle={battle} />
      {drawing(battle).signs.map((s) => (
        <Landmark key={s.hex} sign={s} />
      ))}
    </svg>
  );
}
