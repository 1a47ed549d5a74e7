// Makes PNG pictures small: their 256 best colours (median cut), one byte per pixel.

import { deflateSync, inflateSync } from 'node:zlib';

const table = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
const crc32 = (data) => ~data.reduce((c, byte) => table[(c ^ byte) & 255] ^ (c >>> 8), -1) >>> 0;

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

function paeth(a, b, c) {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

const filters = [() => 0, (a) => a, (_, b) => b, (a, b) => (a + b) >> 1, paeth];

/** The pixels of an opaque 8-bit RGB or RGBA picture, as a browser captures it: each a number, 0xRRGGBB. */
function read(png) {
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) parts.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)) });
  const head = parts.find((p) => p.type === 'IHDR').data;
  const [width, height, depth, kind, lacing] = [head.readUInt32BE(0), head.readUInt32BE(4), head[8], head[9], head[12]];
  if (depth !== 8 || lacing || ![2, 6].includes(kind)) throw new Error('not a PNG of 8-bit RGB');
  const bytes = kind === 6 ? 4 : 3;
  const raw = inflateSync(Buffer.concat(parts.filter((p) => p.type === 'IDAT').map((p) => p.data)));
  const line = width * bytes;
  const data = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const f = filters[raw[y * (line + 1)]];
    for (let x = 0; x < line; x++) {
      const a = x >= bytes ? data[y * line + x - bytes] : 0;
      const b = y ? data[(y - 1) * line + x] : 0;
      const c = y && x >= bytes ? data[(y - 1) * line + x - bytes] : 0;
      data[y * line + x] = raw[y * (line + 1) + 1 + x] + f(a, b, c);
    }
  }
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) pixels[i] = (data[i * bytes] << 16) | (data[i * bytes + 1] << 8) | data[i * bytes + 2];
  return { width, height, pixels };
}

const parts = (c) => [c >> 16, (c >> 8) & 255, c & 255];

/** Boxes of colours, at most 256: the one with the most to gain is split in the middle of its longest side. */
function boxes(counts) {
  const box = (colours) => {
    const ranges = [0, 1, 2].map((k) => {
      const values = colours.map(({ rgb }) => rgb[k]);
      return values.reduce((a, v) => Math.max(a, v), 0) - values.reduce((a, v) => Math.min(a, v), 255);
    });
    const side = ranges.indexOf(Math.max(...ranges));
    const weight = colours.reduce((sum, c) => sum + c.count, 0);
    return { colours, side, weight, gain: ranges[side] ** 2 * Math.sqrt(weight) };
  };
  const list = [box([...counts].map(([c, count]) => ({ c, rgb: parts(c), count })))];
  while (list.length < 256) {
    list.sort((a, b) => a.gain - b.gain);
    const { colours, side, weight } = list.at(-1);
    if (colours.length < 2) break;
    colours.sort((a, b) => a.rgb[side] - b.rgb[side]);
    let cut = 0;
    for (let sum = 0; cut < colours.length - 1 && sum < weight / 2; cut++) sum += colours[cut].count;
    list.splice(-1, 1, box(colours.slice(0, cut)), box(colours.slice(cut)));
  }
  return list;
}

export function smaller(png) {
  const { width, height, pixels } = read(png);
  const counts = new Map();
  for (const c of pixels) counts.set(c, (counts.get(c) ?? 0) + 1);
  const palette = Buffer.alloc(256 * 3);
  const index = new Map();
  boxes(counts).forEach(({ colours, weight }, i) => {
    for (let k = 0; k < 3; k++) palette[3 * i + k] = Math.round(colours.reduce((sum, c) => sum + c.rgb[k] * c.count, 0) / weight);
    for (const { c } of colours) index.set(c, i);
  });
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = index.get(pixels[y * width + x]);
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', head), chunk('PLTE', palette), chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
