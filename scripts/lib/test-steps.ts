import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/node';
import { generateServer } from '#scripts/generate.ts';
import { reportError, say, seconds } from '#server/progress.ts';
import { requireChromium } from './chromium.ts';
import { fromRoot, root, runNode } from './task.ts';

export type Count = {
  passed: number;
  failed: number;
  skipped?: number;
  /** Failed tests, one per line. */
  failures?: string[];
};
export type TestStep = { title: string; run(): Promise<Count> };

/**
 * Runs all steps, even after a failure. Prints which tests failed below their step, in lines that begin with "✗",
 * and the totals on the last line. Returns the exit code.
 */
export async function runSteps(steps: TestStep[]): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { title, run } of steps) {
    say(`• ${title} …`);
    const begin = performance.now();
    let count: Count;
    try {
      count = await run();
    } catch (error) {
      reportError(error);
      count = { passed: 0, failed: 1 };
    }
    if (count.passed + count.failed + (count.skipped ?? 0) === 0) {
      say('  It ran no test at all.');
      count = { passed: 0, failed: 1 };
    }
    const mark = count.failed ? '✗' : '✓';
    say(`${mark} ${title}: ${sum(count)} (${seconds(performance.now() - begin)})`);
    for (const failure of count.failures ?? []) say(`✗ ${failure}`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped ?? 0;
  }
  say('');
  if (total.skipped) say(`${total.skipped} skipped`);
  say(passedAndFailed(total));
  return total.failed ? 1 : 0;
}

const passedAndFailed = ({ passed, failed }: Count) => `${passed} passed, ${failed} failed`;

const sum = (count: Count) =>
  `${passedAndFailed(count)}${count.skipped ? `, ${count.skipped} skipped` : ''}`;

/** A step that counts as one test. It prints the problems that `find` returns, and fails if there are any. */
export const checkStep = (title: string, find: () => Promise<readonly string[]>): TestStep => ({
  title,
  run: async () => {
    const problems = await find();
    for (const problem of problems) say(problem);
    return problems.length > 0 ? { passed: 0, failed: 1 } : { passed: 1, failed: 0 };
  },
});

/** Runs programs, together. Exit code 0 passes, any other prints the output. */
export const programStep = (title: string, ...programs: string[][]): TestStep =>
  checkStep(title, async () => {
    const results = await Promise.all(programs.map((args) => runNode(args)));
    return results.flatMap(({ code, output }) => (code === 0 ? [] : output));
  });

type UnitTests = {
  projects?: string[];
  files?: string[];
  /** Default: vitest.config.ts. */
  config?: string;
  env?: Record<string, string>;
};

/** "file › test: how the message begins" */
function nameFailure(file: string, test: string, message = ''): string {
  const onOneLine = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return `${relative(root, file)} › ${test}: ${onOneLine.slice(0, 300)}`;
}

const findFailures = ({ testResults }: JsonTestResults): string[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return nameFailure(name, 'the file as a whole', message);
      return failed.map(({ fullName, failureMessages }) =>
        nameFailure(name, fullName, failureMessages?.[0]),
      );
    });

/** Files are relative to `folder`. */
const findBrowserFailures = ({ specs, suites = [] }: JSONReportSuite, folder: string): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) =>
        nameFailure(
          join(folder, file),
          `${title} (${projectName})`,
          results.findLast(({ error }) => error)?.error?.message,
        ),
      ),
  ),
  ...suites.flatMap((suite) => findBrowserFailures(suite, folder)),
];

/** Runs Vitest for `projects` (default: all) and the files whose path contains one of `files`. */
export function unitTestStep(
  title: string,
  { projects = [], files = [], config = 'vitest.config.ts', env = {} }: UnitTests = {},
): TestStep {
  return {
    title,
    run: async () => {
      await generateServer();
      const report = newReportFile('tests/.output/unit.json');
      const names = projects.flatMap((project) => ['--project', project]);
      const { code } = await runNode(
        [
          'node_modules/vitest/vitest.mjs',
          'run',
          '--reporter=dot',
          '--reporter=json',
          `--outputFile.json=${report}`,
          '--passWithNoTests',
          ...['--config', config],
          ...names,
          ...files,
        ],
        {
          show: true,
          env: { NODE_ENV: 'test', ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...env },
        },
      );
      const result = readReport<JsonTestResults>(report);
      return atLeastOneFailure(code, {
        passed: result.numPassedTests,
        failed: result.numFailedTests,
        skipped: result.numPendingTests,
        failures: findFailures(result),
      });
    },
  };
}

/** Runs Playwright with `args`. Requires a built client. Its report names the tests that needed a retry. */
export function browserTestStep(
  args: string[] = [],
  {
    title = 'Browser tests',
    config = 'playwright.config.ts',
  }: { title?: string; config?: string } = {},
): TestStep {
  return {
    title,
    run: async () => {
      await requireChromium();
      const report = newReportFile('tests/.output/e2e.json');
      const { code } = await runNode(
        ['node_modules/@playwright/test/cli.js', 'test', '--config', config, ...args],
        { show: true },
      );
      const { config: used, stats, suites } = readReport<JSONReport>(report);
      return atLeastOneFailure(code, {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        failures: suites.flatMap((suite) => findBrowserFailures(suite, used.rootDir)),
      });
    },
  };
}

function newReportFile(file: string): string {
  const path = fromRoot(file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
}

function readReport<Report>(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch (cause) {
    throw new Error('The tests ended without a report; see above.', { cause });
  }
}

/** A non-zero exit code is a failure, even if no test failed: a file may not have been loaded, or its preparation failed. */
const atLeastOneFailure = (code: number, count: Count): Count =>
  code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
