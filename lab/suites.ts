import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '#scripts/lib/task.ts';
import { browserTestStep, type TestStep, unitTestStep } from '#scripts/lib/test-steps.ts';
import { say } from '#server/progress.ts';

const config = 'lab/vitest.config.ts';
const plain = { ACCELERATE: 'false' };

/** Where the security scenarios run, each for minutes. */
const securitySetups = ['local', 'production', 'two-instances'];

/** Tests of the built product, one file after the other. */
export const outsideTests = (title: string, files: string[], env = {}) =>
  unitTestStep(title, { config, projects: ['outside'], files, env });

/** One setup a day where suites take turns. */
const securityFiles = (day: number | undefined) =>
  day === undefined
    ? ['lab/security/']
    : [`lab/security/${securitySetups[day % securitySetups.length]}`];

const browserTests = (title: string, ...args: string[]) =>
  browserTestStep(args, { title, config: 'lab/playwright.config.ts' });

/** One group runs each day where suites take turns. */
function takingTurns(day: number | undefined): TestStep[][] {
  const env = { ALL_FEATURES: String(day === undefined) };
  const quick = ['--grep-invert', '@exhaustive'];
  const phones = ['--project', 'phone', '--project', 'phone-walks'];
  return [
    [browserTests('Browser tests', '--project', 'desktop', ...quick)],
    [
      unitTestStep('Server tests without accelerators', {
        config,
        projects: ['server'],
        env: plain,
      }),
      outsideTests('Security scenarios without accelerators', securityFiles(day), plain),
    ],
    [browserTests('Browser tests on a phone', ...phones, ...quick)],
    [
      outsideTests('Clients of others, with access tokens', ['lab/clients/']),
      outsideTests('A new project', ['lab/creation/']),
      outsideTests('Container image', ['lab/image/']),
      {
        title: 'Cluster',
        run: async () => {
          const { runCluster } = await import('./cluster/run.ts');
          return runCluster();
        },
      },
    ],
    [browserTests('Browser tests in the other languages', '--grep', '@exhaustive')],
    [
      outsideTests('Generators', ['lab/generators/'], env),
      outsideTests('Recipes', ['lab/recipes/']),
    ],
    [
      outsideTests(
        'Removed features',
        ['migrations', 'organization-data', 'removal'].map((name) => `lab/removal/${name}.test`),
        env,
      ),
    ],
    [outsideTests('Random sets of removed features', ['lab/removal/random-sets'], env)],
    [outsideTests('Resilience scenarios', ['lab/resilience/'])],
  ];
}

export type ExhaustiveOptions = {
  soakMinutes: number;
  /** Days since 1970. Leaves out the suites of other days. All suites run if undefined. */
  day?: number | undefined;
};

export function exhaustiveSuites({ soakMinutes, day }: ExhaustiveOptions): TestStep[] {
  const groups = takingTurns(day);
  const isToday = (_group: TestStep[], at: number) =>
    day === undefined || at === day % groups.length;
  for (const { title } of groups.filter((group, at) => !isToday(group, at)).flat()) {
    say(`• ${title}: not in this turn; run without --in-turns for all suites.`);
  }
  return [
    unitTestStep('Unit tests of the laboratory', { config, projects: ['shared'] }),
    unitTestStep('Server tests of the laboratory', {
      config,
      projects: ['server'],
      files: ['lab/server/'],
    }),
    outsideTests('Security scenarios', securityFiles(day)),
    ...groups.filter(isToday).flat(),
    {
      title: `Soak of ${soakMinutes} minutes`,
      run: async () => {
        const { soak } = await import('./soak/soak.ts');
        return soak({ minutes: soakMinutes });
      },
    },
  ];
}

/** Of the last commit, so that a commit always has the same turn. */
function dayOfCommit(): number {
  const args = ['log', '-1', '--format=%ct'];
  const seconds = Number(execFileSync('git', args, { cwd: root, encoding: 'utf8' }));
  return Math.floor(seconds / 86_400);
}

/** Reads `--soak-minutes`, short by default, and `--in-turns`. */
export function readExhaustiveOptions(args: string[]): ExhaustiveOptions {
  const { values } = parseArgs({
    args,
    options: {
      'soak-minutes': { type: 'string', default: '3' },
      'in-turns': { type: 'boolean', default: false },
    },
  });
  return {
    soakMinutes: requireMinutes(values['soak-minutes']),
    day: values['in-turns'] ? dayOfCommit() : undefined,
  };
}

/** Parses a number of minutes from 1 to 240. Throws for anything else. */
export function requireMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 1 && minutes <= 240)) {
    throw new Error(`The soak takes from 1 to 240 minutes, not "${text}".`);
  }
  return minutes;
}
