// Standing answers: what is answered for a player while the other side acts, set at the table and told in the log.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { desk, fits, phone, root, serious, settled, sit, stage, until } from './house.mjs';

const { server, at, does } = stage();

/** A game at Bouvines in which a charge has been declared and may be answered. */
async function charged() {
  const position = readFileSync(join(root, 'e2e', 'bouvines.yaml'), 'utf8');
  const id = await server.game({ battle: 'bouvines-1214', dice: 'hand', seed: undefined, position });
  await server.act(id, 'move bourgogne', 'charge 1709', 'done', 'melee 1710 1709');
  return id;
}

for (const [size, locale, title, question, answer, told] of [
  [desk, 'en-GB', /^Standing answers/, /Charge in reaction/, 'Always stand', /^Stand$/],
  [phone, 'fr-FR', /^Réponses d.avance/, /Charge en réaction/, 'Toujours attendre la charge', /^Attendre la charge$/],
]) {
  at(`a charge is answered as the player has set, ${locale}`, { size, locale, touch: size === phone }, async (page) => {
    const id = await charged();
    const side = (await server.table(id)).view.toAct;
    await sit(page, server, id);
    await page.locator('.standing > summary').filter({ hasText: title }).click();
    const row = page.locator('.standing-question').filter({ hasText: question });
    await settled(page);
    assert.deepEqual(await serious(page, 'standing answers'), []);
    await fits(page, 'standing answers');
    await row.getByText(answer, { exact: true }).click();
    await until('the charge is answered', async () => (await does(id)).at(-1) === 'done');
    await settled(page);
    const log = await server.get(`/api/games/${id}/log?side=${side}&lang=${locale.slice(0, 2)}`);
    assert.match(log.at(-1).answer ?? '', told);
    const others = await server.get(`/api/games/${id}/log?side=${1 - side}`);
    assert.equal(others.at(-1).answered, undefined); // only its owner is told
  });
}
