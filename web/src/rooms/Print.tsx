// A battle to print and play with scissors and glue: the map in sheets of paper, and the counters, all at true size.

import { useEffect, useState } from 'preact/hooks';
import { adopt } from '../adopt';
import { type BattleData, api, groundAddress } from '../api';
import { isLeader, isUnit, piecesWhere } from '../battle';
import { BaseFace } from '../board/Base';
import { Hatch, LeaderFace, UnitFace } from '../board/Counter';
import { SIZE } from '../board/places';
import { t } from '../i18n';
import { toNew } from '../route';
import { armies, language } from '../state';
import { useLoad } from './load';
import { Masthead } from './Masthead';
import { Icon, Segments } from './parts';
import { Opening } from './Table';

/** The side of a counter, in millimetres. */
const counterSide = 15;

/** What can be printed on a sheet of paper, in millimetres, with the margins that every printer can keep. */
const papers = { A4: { width: 190, height: 277 }, letter: { width: 196, height: 259 } } as const;

type Paper = keyof typeof papers;

export interface Tile {
  x: number; // of its left upper corner, in millimetres
  y: number;
  width: number;
  height: number;
}

/** The sheets of paper that a picture needs, row by row: upright or across, whichever are fewer. */
export function tiles(picture: { width: number; height: number }, paper: { width: number; height: number }): { across: boolean; list: Tile[] } {
  const cut = (w: number, h: number) => {
    const list: Tile[] = [];
    for (let y = 0; y < picture.height; y += h) {
      for (let x = 0; x < picture.width; x += w) list.push({ x, y, width: Math.min(w, picture.width - x), height: Math.min(h, picture.height - y) });
    }
    return list;
  };
  const upright = cut(paper.width, paper.height);
  const lying = cut(paper.height, paper.width);
  return lying.length < upright.length ? { across: true, list: lying } : { across: false, list: upright };
}

export function PrintRoom({ battle: id, options }: { battle: string; options: string[] }) {
  const lang = language.value;
  const battle = useLoad(() => api.battle(id, options), [lang, id, options.join()]);
  useEffect(() => {
    if (battle.value) document.title = `${battle.value.name} · Acies`;
  }, [battle.value]);
  if (!battle.value) return <Opening error={battle.error} again={battle.again} />;
  return <Sheets battle={battle.value} options={options} />;
}

function Sheets({ battle, options }: { battle: BattleData; options: string[] }) {
  const [paper, setPaper] = useState<Paper>('A4');
  useEffect(() => {
    armies.value = battle.sheet.colors;
    return () => {
      armies.value = [];
    };
  }, [battle.sheet.colors]);
  const mm = counterSide / SIZE;
  const picture = { width: battle.sheet.width * mm, height: battle.sheet.height * mm };
  const { across, list } = tiles(picture, papers[paper]);
  const ground = groundAddress(battle.id, 'ground', options);
  useEffect(() => adopt(`@page { size: ${paper} ${across ? 'landscape' : 'portrait'}; margin: 10mm; }`), [paper, across]);
  return (
    <>
      <div class="screen-only">
        <Masthead />
      </div>
      <main id="main" class="page print" tabIndex={-1}>
        <div class="screen-only">
          <a class="back" href={toNew(battle.id)}>
            <Icon name="back" /> {battle.name}
          </a>
          <h1 tabIndex={-1}>{t('print.title', { battle: battle.name })}</h1>
          <p class="lead">{t('print.about', { mm: counterSide })} {battle.sheet.turned && t('print.fold')}</p>
          <p class="row">
            <Segments
              name="paper"
              label={t('print.paper')}
              value={paper}
              onChange={setPaper}
              options={[
                { value: 'A4', label: 'A4' },
                { value: 'letter', label: 'Letter' },
              ]}
            />
            <button type="button" class="button primary" onClick={() => print()}>
              <Icon name="print" /> {t('print.print')}
            </button>
          </p>
          <h2>{t('print.map', { n: list.length })}</h2>
        </div>
        {list.map((tile, i) => (
          <figure key={i} class="paper" tabIndex={0} aria-label={t('print.sheet', { n: i + 1, end: list.length })}>
            <div class="tile" style={{ width: `${tile.width}mm`, height: `${tile.height}mm` }}>
              <img src={ground} alt="" style={{ width: `${picture.width}mm`, height: `${picture.height}mm`, left: `${-tile.x}mm`, top: `${-tile.y}mm` }} />
            </div>
          </figure>
        ))}
        <h2 class="screen-only">{t('print.counters')}</h2>
        <svg width="0" height="0" aria-hidden="true">
          <defs>
            <Hatch />
          </defs>
        </svg>
        {battle.sides.map((side, i) => (
          <section key={side.id} class="paper counters daylight" aria-label={side.name}>
            <h3>
              {battle.name}: {side.name}
            </h3>
            <div class="cut">
              {piecesWhere(battle, (c, p) => c.side === i && (isUnit(battle, p) || isLeader(battle, p))).map((p) => (
                <Cut key={p} battle={battle} piece={p} mm={mm} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </>
  );
}

/** A counter to cut out. One with two sides is to be folded between them. */
function Cut({ battle, piece, mm }: { battle: BattleData; piece: number; mm: number }) {
  const counter = battle.sheet.pieces[piece];
  const of = (x: number, y: number, width: number, height: number, face: preact.ComponentChildren, key = '') => (
    <svg key={key} width={`${(width * mm).toFixed(2)}mm`} height={`${(height * mm).toFixed(2)}mm`} viewBox={`${x} ${y} ${width} ${height}`} aria-hidden="true">
      {face}
    </svg>
  );
  const half = SIZE / 2;
  const { base } = counter;
  let faces: preact.ComponentChildren;
  if (base) faces = of(-base.width / 2 - 2, -9, base.width + 4, base.depth + 12, <BaseFace battle={battle} piece={piece} />);
  else if (isLeader(battle, piece)) faces = of(-half, -half, SIZE, SIZE, <g transform="scale(1.45)"><LeaderFace battle={battle} piece={piece} /></g>);
  else {
    faces = [
      of(-half, -half, SIZE, SIZE, <UnitFace battle={battle} piece={piece} />, 'front'),
      battle.sheet.turned ? of(-half, -half, SIZE, SIZE, <UnitFace battle={battle} piece={piece} back />, 'back') : null,
    ];
  }
  return (
    <figure class="cut-out">
      <div>{faces}</div>
      <figcaption>{counter.name}</figcaption>
    </figure>
  );
}
