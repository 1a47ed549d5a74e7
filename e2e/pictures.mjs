// The pictures of the README: docs/pictures/*.png.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser, clickHex, root, Server, settled, sit, spot, until, visitor } from './house.mjs';
import { smaller } from './png.mjs';

const folder = join(root, 'docs', 'pictures');
const server = new Server();
await server.start();
const b = await browser();
const page = await visitor(b);

async function shoot(name) {
  const path = join(folder, `${name}.png`);
  await page.mouse.move(700, 20); // off the board, so that no stack is fanned
  await settled(page);
  const picture = smaller(await page.screenshot());
  writeFileSync(path, picture);
  console.log(`${path}: ${Math.round(picture.length / 1024)} KB`);
  if (picture.length > 400 * 1024) throw new Error(`${name}.png is larger than 400 KB`);
}

/** Zooms in on a hex. */
async function nearer(hex, notches) {
  const { x, y } = await spot(page, hex);
  await page.mouse.move(x, y);
  for (let i = 0; i < notches; i++) await page.mouse.wheel(0, -100);
  await settled(page);
}

/** Picks up a unit and shows the odds of its charge. */
async function charge(id, from, to) {
  const before = (await server.table(id)).version;
  await clickHex(page, from);
  await until('the unit is taken up', async () => (await server.table(id)).version !== before);
  await settled(page);
  await clickHex(page, to);
  await page.locator('.charge-arrow').waitFor();
}

try {
  // Sparta in the third turn, a unit about to move.
  const sparta = readFileSync(join(folder, 'sparta.yaml'), 'utf8');
  const moving = await server.game({ position: sparta });
  await sit(page, server, moving);
  await nearer('0512', 2);
  await clickHex(page, '0413');
  await page.locator('.hl.move').first().waitFor({ state: 'attached' });
  await shoot('sparta-table');

  // The odds of an attack there.
  const fighting = await server.game({ position: sparta.replace('at: activation', 'at: d3') });
  await server.act(fighting, 'attack 0411');
  await sit(page, server, fighting);
  await nearer('0613', 4);
  await clickHex(page, '0512');
  await page.getByRole('region', { name: /Odds/ }).waitFor();
  await shoot('odds-card');

  // Issos in the second turn, Alexander's light cavalry about to move.
  const issos = await server.game({ battle: 'issos-333bc', position: readFileSync(join(folder, 'issos.yaml'), 'utf8') });
  await sit(page, server, issos);
  await nearer('1720', 3);
  await clickHex(page, '1720');
  await page.locator('.hl.move').first().waitFor({ state: 'attached' });
  await shoot('issos-table');
  // The odds of the king's charge at Bouvines.
  const bouvines = await server.game({ battle: 'bouvines-1214', position: readFileSync(join(folder, 'bouvines.yaml'), 'utf8') });
  await sit(page, server, bouvines);
  await charge(bouvines, '1215', '1211');
  await shoot('bouvines-table');

  // Du Bellay's charge at Guinegate.
  const guinegate = await server.game({ battle: 'guinegate-1479', position: readFileSync(join(folder, 'guinegate.yaml'), 'utf8') });
  await sit(page, server, guinegate);
  await page.getByRole('application').focus();
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight');
  await charge(guinegate, '2120', '2116');
  await shoot('guinegate-table');

  // An attack at Marathon, against the computer: the Greek hand is open.
  const position = readFileSync(join(folder, 'marathon.yaml'), 'utf8');
  const marathon = await server.game({ battle: 'marathon-490bc', position, seats: ['human', 'recruit'] });
  await server.act(marathon, 'melee greek-hoplite-8', 'with greek-hoplite-7', 'attack K8', 'with greek-hoplite-8');
  await sit(page, server, marathon);
  await nearer('I8', 2);
  await page.getByRole('button', { name: 'Attack', exact: true }).waitFor();
  await shoot('marathon-table');

  // The odds of a charge on the plain of the two camps.
  const camps = await server.game({ battle: 'two-camps-204bc', position: readFileSync(join(folder, 'two-camps.yaml'), 'utf8') });
  await sit(page, server, camps);
  const elephants = page.locator('.piece[data-piece="4"] .body');
  await elephants.hover({ force: true });
  for (let i = 0; i < 3; i++) await page.mouse.wheel(0, -100);
  await settled(page);
  await elephants.click({ force: true });
  await page.getByRole('button', { name: 'Charge Elephants', exact: true }).last().click();
  await page.getByRole('region', { name: /Odds/ }).waitFor();
  await shoot('two-camps-table');
} finally {
  await b.close();
  await server.end();
}
