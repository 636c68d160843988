import { expect, it } from 'vitest';
import { toIsoText } from '#server/graphql/date-time.ts';

const first = Date.UTC(1000, 0, 1);
const last = Date.UTC(10_000, 0, 1);
const spread = Array.from({ length: 2_000 }, (_, i) => first + ((last - first) / 2_000) * i + i);

it.each([
  ['of this age', spread],
  ['around the first and the last year of four digits', [first - 1, first, last - 1, last]],
  ['before 1970', [-1, -999, -86_400_000, -86_400_001]],
  ['of the years 1 to 99', [-62_135_596_800_000, -59_011_459_200_001]],
])('writes times %s as JavaScript does', (_name, times) => {
  for (const time of times) expect(toIsoText(new Date(time))).toBe(new Date(time).toISOString());
});

it('refuses an invalid time', () => {
  expect(() => toIsoText(new Date(Number.NaN))).toThrow(RangeError);
});
