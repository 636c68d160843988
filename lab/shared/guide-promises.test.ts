import { expect, it } from 'vitest';
import { findPromises, formatPromises } from '#lab/support/guide-promises.ts';
import { promise } from '#tests/support/promises.ts';

it('the guides contain every sentence that a test proves', () => {
  const found = findPromises();
  expect(found.length).toBeGreaterThan(20);
  for (const { guide, sentence } of found) promise(guide, sentence);
});

it('names a sentence that a guide no longer contains', () => {
  expect(() => promise('upgrade', 'No upgrade ever fails.')).toThrow(
    'docs/guides/upgrade.md no longer says: No upgrade ever fails.',
  );
});

it('shows for each sentence what was seen, and whether it was kept', () => {
  const tested = (sentence: string, seen: string, isKept: boolean | undefined) => ({
    guide: 'scaling',
    sentence,
    seen,
    isKept,
  });
  expect(
    formatPromises([
      tested('[Users](a.md) stay.', '1 of 2 stayed', false),
      tested('No request fails.', '0 of 3 failed', true),
      tested('No request fails.', 'no proxy', undefined),
    ]),
  ).toBe(`Promises of the guides, and what was seen:
broken      scaling.md      Users stay.
                            1 of 2 stayed
kept        scaling.md      No request fails.
                            0 of 3 failed
                            no proxy`);
});
