import { expect, test } from 'vitest';
import drawn from '../../../picture/arms.json';
import { blazon } from './Arms';

const { tinctures, divisions } = drawn;

test('arms are a field and what lies on it', () => {
  expect(blazon('plain gules')).toEqual({ field: tinctures.gules });
  expect(blazon('bend azure or')).toEqual({ field: tinctures.azure, charge: { d: divisions.bend, color: tinctures.or } });
});

test.each(['', 'bend', 'bend azure', 'plain azure or', 'bend azure or or', 'griffin azure or', 'bend blue or'])('"%s" is not in the vocabulary', (arms) => {
  expect(blazon(arms)).toBeNull();
});
