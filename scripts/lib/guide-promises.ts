/** Sentences of docs/guides that promise something, and what tests saw of them. */
import { globSync, readFileSync } from 'node:fs';
import { fromRoot } from './task.ts';

export type GuidePromise = { guide: string; sentence: string };

/** `isKept` is undefined if the promise was not tested, for example without a program that the test needs. */
export type TestedPromise = GuidePromise & { seen: string; isKept: boolean | undefined };

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * A sentence of a guide, word for word. Line breaks don't matter.
 *
 * @param guide the guide's file name without `.md`
 * @throws if the guide doesn't contain it
 */
export function promise(guide: string, sentence: string): GuidePromise {
  const text = readFileSync(fromRoot('docs', 'guides', `${guide}.md`), 'utf8');
  if (!onOneLine(text).includes(sentence)) {
    throw new Error(`docs/guides/${guide}.md no longer says: ${sentence}`);
  }
  return { guide, sentence };
}

const call = /\b(?:prove|promise)\(\s*(?:task,\s*)?'([\w-]+)',\s*(['"])((?:(?!\2)[^\\]|\\.)+)\2/g;

/** Finds the promises that tests name, without running them. */
export function findPromises(): (GuidePromise & { file: string })[] {
  const files = globSync('tests/{server,resilience,cluster}/*.ts', { cwd: fromRoot() });
  return files.sort().flatMap((file) =>
    [...readFileSync(fromRoot(file), 'utf8').matchAll(call)].map(
      ([, guide = '', , quoted = '']) => ({
        file,
        guide,
        sentence: quoted.replaceAll(/\\(.)/g, '$1'),
      }),
    ),
  );
}

const withoutLinks = (text: string) => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');

function verdict(tested: readonly TestedPromise[]): string {
  if (tested.some(({ isKept }) => isKept === false)) return 'broken';
  return tested.some(({ isKept }) => isKept) ? 'kept' : 'not tested';
}

/** A table by guide and sentence, with a line for each test that tried it. */
export function formatPromises(tested: readonly TestedPromise[]): string {
  const bySentence = [...Map.groupBy(tested, ({ guide, sentence }) => `${guide}\n${sentence}`)];
  const rows = bySentence
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([, each]) => {
      const [{ guide, sentence }] = each as [TestedPromise];
      const seen = each.map((one) => `${' '.repeat(28)}${onOneLine(one.seen)}`);
      return [
        `${verdict(each).padEnd(12)}${`${guide}.md`.padEnd(16)}${withoutLinks(sentence)}`,
        ...seen,
      ];
    });
  return ['Promises of the guides, and what was seen:', ...rows].join('\n');
}
