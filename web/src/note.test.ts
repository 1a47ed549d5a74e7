import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api } from './api';
import { speak } from './i18n';
import { Note } from './note';

await speak('en');

/** What the server has: a text, and a hash that is told by it. */
let kept = '';
let lost = 0; // how many answers are lost
const hash = (text: string) => `#${text}`;
vi.spyOn(api, 'note').mockImplementation(async () => ({ text: kept, hash: hash(kept) }));
vi.spyOn(api, 'setNote').mockImplementation(async (_, text, based) => {
  if (text !== kept && based !== hash(kept)) throw new ApiError(409, 'note-changed', 'changed');
  kept = text;
  if (lost-- > 0) throw new ApiError(0, 'offline', '');
  return { hash: hash(text) };
});

beforeEach(() => {
  kept = 'plan';
  lost = 0;
});

const opened = async () => {
  const note = new Note('g');
  await note.read();
  return note;
};

test('texts follow one another', async () => {
  const note = await opened();
  for (const text of ['plan A', 'plan AB', '']) {
    note.write(text);
    await note.save();
    expect([kept, note.state.value, note.other.value]).toEqual([text, 'Saved', null]);
  }
});

test.each([
  ['both', true, 'left flank\n\nright flank'],
  ['this text alone', false, 'left flank'],
])('what another device wrote meanwhile is shown, and %s is kept', async (_, both, want) => {
  const [here, there] = [await opened(), await opened()];
  there.write('right flank');
  await there.save();
  here.write('left flank');
  await here.save();
  expect([kept, here.text.value, here.other.value]).toEqual(['right flank', 'left flank', 'right flank']);
  await here.save(); // nothing, until somebody chooses
  expect(kept).toBe('right flank');
  here.choose(both);
  await vi.waitFor(() => expect(here.state.value).toBe('Saved'));
  expect([kept, here.text.value, here.other.value]).toEqual([want, want, null]);
});

test('a text whose answer was lost is no other text', async () => {
  const note = await opened();
  lost = 1;
  note.write('plan A');
  await note.save();
  expect(note.state.value).toContain('Not saved');
  note.write('plan AB');
  await note.save();
  expect([kept, note.state.value, note.other.value]).toEqual(['plan AB', 'Saved', null]);
});

test('what is written while a text is being saved is saved next', async () => {
  const note = await opened();
  note.write('plan A');
  const saving = note.save();
  note.write('plan AB');
  await Promise.all([note.save(), saving]);
  expect([kept, note.state.value]).toEqual(['plan AB', 'Saved']);
});
