// The balance report as people read it: one file, opened in a real browser at the sizes of a desktop, a tablet and a phone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { browser, desk, phone, root } from './house.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const program = process.env.ACIES ?? join(root, 'bin', 'acies');
const folder = mkdtempSync(join(tmpdir(), 'acies-report-'));
let b;

before(async () => {
  b = await browser();
});

after(async () => {
  await b?.close();
  rmSync(folder, { recursive: true });
});

const reports = [
  { battle: 'sparta-195bc', lang: 'en', title: 'Sparta, 195 BC', chapters: ['Who wins', 'Victory points', 'Losses', 'On the map', 'Dice'] },
  { battle: 'issos-333bc', lang: 'fr', title: 'Issos, 333 av.\u00a0J.-C.', chapters: ['Qui gagne', 'Points de victoire', 'Pertes', 'Sur la carte', 'Dés'] },
];
const tablet = { width: 1024, height: 768 };

/** The visible charts of the page: how many bars, lines and areas apart from rules, and whether they fit. */
function drawn(charts) {
  return charts.map((chart) => {
    const room = chart.getBoundingClientRect();
    const fits = (e) => {
      const box = e.getBoundingClientRect();
      return box.left >= room.left - 1 && box.right <= room.right + 1 && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
    };
    return {
      name: chart.getAttribute('aria-label'),
      marks: chart.querySelectorAll('rect, path:not(.rule)').length,
      inside: room.width > 250 && [...chart.querySelectorAll('rect, path, text')].every(fits),
    };
  });
}

for (const { battle, lang, title, chapters } of reports) {
  test(`the report of ${battle} in ${lang}`, { timeout: 600_000 }, async () => {
    const file = join(folder, `${battle}.html`);
    execFileSync(program, ['sim', battle, '--games', '5', '--sides', 'recruit,random', '--report', file, '--lang', lang]);
    for (const viewport of [desk, tablet, phone]) {
      const page = await b.newPage({ viewport });
      const asked = [];
      page.on('request', (r) => asked.push(r.url()));
      await page.goto(pathToFileURL(file).href);
      assert.equal(await page.locator('h1').textContent(), title);
      const heads = await page.locator('h2').allTextContents();
      for (const chapter of chapters) assert.ok(heads.includes(chapter), `there is no chapter ${chapter} among ${heads}`);
      assert.deepEqual(asked.length, 1, `the page asks for ${asked}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= viewport.width, `${viewport.width} wide, the page is ${wide}`);
      const maps = await page.locator('svg.heat').all();
      assert.equal(maps.length, 2, 'maps of where units fell and where they fought');
      for (const map of maps) {
        const box = await map.boundingBox();
        assert.ok(box.width > 250 && box.height > 250, `a map is ${box.width} by ${box.height}`);
      }
      const charts = await page.locator('svg.chart').evaluateAll(drawn);
      assert.equal(charts.length, 4, `there are charts ${charts.map((c) => c.name)}`);
      for (const { name, marks, inside } of charts) assert.ok(marks > 1 && inside, `${name}: ${marks} marks, inside: ${inside}`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const bad = violations.filter((v) => ['serious', 'critical'].includes(v.impact));
      assert.deepEqual(bad.map((v) => `${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((n) => n.target)}`), []);
      await page.close();
    }
  });
}
