import { expect, it } from 'vitest';
import { findPromises } from '#lab/support/guide-promises.ts';
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
