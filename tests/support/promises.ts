/** Sentences of docs/guides that promise something, and what tests saw of them. */
import { readFileSync } from 'node:fs';
import type { TaskMeta } from 'vitest';
import { fromRoot } from '#scripts/lib/task.ts';

export type GuidePromise = { guide: string; sentence: string };

/** `isKept` is undefined if the promise was not tested, for example without a program that the test needs. */
export type TestedPromise = GuidePromise & { seen: string; isKept: boolean | undefined };

declare module 'vitest' {
  interface TaskMeta {
    promises?: TestedPromise[];
  }
}

/** Adds what was seen of a promise to the report. */
export type Seen = (figure: string) => void;

/**
 * A sentence of a guide, word for word. Line breaks don't matter.
 *
 * @param guide the guide's file name without `.md`
 * @throws if the guide doesn't contain it
 */
export function promise(guide: string, sentence: string): GuidePromise {
  const text = readFileSync(fromRoot('docs', 'guides', `${guide}.md`), 'utf8');
  if (!text.replaceAll(/\s+/g, ' ').includes(sentence)) {
    throw new Error(`docs/guides/${guide}.md no longer says: ${sentence}`);
  }
  return { guide, sentence };
}

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
