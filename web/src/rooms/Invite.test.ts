import { expect, test } from 'vitest';
import { speak, t } from '../i18n';
import { waitingText } from './Invite';

await speak('en');

test.each([
  ['a link', {}, 'invite.about', true],
  ['the lobby', { open: true }, 'invite.open', true],
  ['a link, with drawn sides', { random: true }, 'invite.drawn', false],
  ['the lobby, with drawn sides', { open: true, random: true }, 'invite.drawn.open', false],
])('%s', (_, terms, key, byItself) => {
  const text = waitingText(terms);
  expect(text).toBe(t(key));
  expect(text.includes('starts by itself')).toBe(byItself);
  expect(text.includes('waits for you')).toBe(!byItself);
});
