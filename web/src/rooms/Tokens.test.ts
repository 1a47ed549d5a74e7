import { expect, test } from 'vitest';
import { learn, speak, t } from '../i18n';

await learn('account');
await speak('en');

// A program reads the talk of the players by either kind of token, and whoever makes one is told so.
test.each(['read', 'play'])('a token to %s says what it shows', (scope) => {
  expect(t(`tokens.about.${scope}`)).toMatch(/reads what players say.*private notes/);
});
