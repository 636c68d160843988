/** Finds the promises of docs/guides that tests prove, and shows what they saw. */
import { globSync, readFileSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';
import type { UnitReport } from '#scripts/lib/test-steps.ts';
import { say } from '#server/progress.ts';
import type { GuidePromise, TestedPromise } from '#tests/support/promises.ts';

const call = /\b(?:prove|promise)\(\s*(?:task,\s*)?'([\w-]+)',\s*(['"])((?:(?!\2)[^\\]|\\.)+)\2/g;

/** Finds the promises that tests name, without running them. */
export function findPromises(): (GuidePromise & { file: string })[] {
  const files = globSync(['tests/server/*.ts', 'lab/{server,resilience,cluster}/*.ts'], {
    cwd: fromRoot(),
  });
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

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

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

/** Prints the promises that the tests of a report proved. */
export function showPromises({ testResults }: UnitReport): void {
  const tested = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ status, title, meta }) =>
      (meta.promises ?? []).map((each) => ({
        ...each,
        seen: each.seen || title,
        isKept: { passed: true, failed: false }[status],
      })),
    ),
  );
  say(formatPromises(tested));
}
