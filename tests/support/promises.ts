import type { TaskMeta } from 'vitest';
import { promise, type TestedPromise } from '#scripts/lib/guide-promises.ts';

declare module 'vitest' {
  interface TaskMeta {
    promises?: TestedPromise[];
  }
}

/** Adds what was seen of a promise to the report. */
export type Seen = (figure: string) => void;

/**
 * Records that a test proves a sentence of a guide, word for word: it was kept if the test passes.
 *
 * @param guide the guide's file name without `.md`
 * @throws if the guide doesn't contain the sentence
 */
export function prove({ meta }: { meta: TaskMeta }, guide: string, sentence: string): Seen {
  const tested: TestedPromise = { ...promise(guide, sentence), seen: '', isKept: undefined };
  meta.promises = [...(meta.promises ?? []), tested];
  return (figure) => {
    tested.seen = figure;
  };
}
