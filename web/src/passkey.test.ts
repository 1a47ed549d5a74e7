import { expect, test } from 'vitest';
import { toBytes, toText } from './passkey';

test.each([[''], ['AA'], ['_-8'], ['3q2-7w']])('%s stays the same', (text) => {
  expect(toText(toBytes(text).buffer)).toBe(text);
});
