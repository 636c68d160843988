import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { say } from '#server/progress.ts';
import { buildSteps, staticSteps } from './static-steps.ts';
import { root } from './task.ts';
import { browserTestStep, type TestStep, unitTestStep } from './test-steps.ts';

/** Server tests that iterate over all entities or the whole schema. Together they name what a new entity lacks. */
const ofAllEntities = [
  'audit-coverage',
  'audit-declared',
  'client-made-ids',
  'entities',
  'error-codes',
  'mutation-results',
  'new-migration',
  'permissions',
  'refusable-fields',
  'retention',
  'viewer-can',
  'visible-records',
  'without-organizations',
];

export const entityTests: TestStep = unitTestStep('What entities declare', {
  projects: ['server'],
  files: ofAllEntities.map((name) => `tests/server/${name}.test.ts`),
});

/** Server tests that mostly wait for processes, time limits and lost connections. */
const waitingTests = [
  'admission',
  'clock-skew',
  'connections',
  'draining',
  'live-events-limits',
  'live-events-processes',
  'lockout',
  'outbound',
  'processes',
  'starts',
].map((name) => `tests/server/${name}.test.ts`);

const quickProjects = ['--project', 'desktop', '--project', 'phone'];
const quickBrowserTests = ['--grep-invert', '@exhaustive', ...quickProjects];
const plain = { ACCELERATE: 'false' };

export const testSuites = (): TestStep[] => [
  ...staticSteps,
  ...buildSteps,
  unitTestStep('Unit and server tests', {
    projects: ['shared', 'packages', 'client', 'server'],
    without: waitingTests,
  }),
  browserTestStep(quickBrowserTests),
];

/** Where the security scenarios run, each for minutes. */
const securitySetups = ['local', 'production', 'two-instances'];

const outsideTests = (title: string, files: string[], env = {}) =>
  unitTestStep(title, { projects: ['outside'], files, env });

/** One setup a day where suites take turns, another one without accelerators. */
function securityTests(day: number | undefined): TestStep[] {
  const filesOf = (from: number) =>
    day === undefined
      ? ['tests/security/']
      : [`tests/security/${securitySetups[(day + from) % securitySetups.length]}`];
  return [
    outsideTests('Security scenarios', filesOf(0)),
    outsideTests('Security scenarios without accelerators', filesOf(1), plain),
  ];
}

/** One group runs each day where suites take turns. */
function takingTurns(env: Record<string, string>): TestStep[][] {
  return [
    [
      browserTestStep(['--grep', '@exhaustive', ...quickProjects], {
        title: 'Browser tests in the other languages',
      }),
    ],
    [
      browserTestStep(['--project', 'phone-exhaustive'], {
        title: 'Browser tests of the other specs on a phone',
      }),
    ],
    [
      outsideTests('Clients of others, with access tokens', ['tests/clients/']),
      outsideTests('A new project', ['tests/creation/']),
      outsideTests('Container image', ['tests/image/']),
      {
        title: 'Cluster',
        run: async () => {
          const { runCluster } = await import('#tests/cluster/run.ts');
          return runCluster();
        },
      },
    ],
    [
      outsideTests('Generators', ['tests/generators/'], env),
      outsideTests(
        'Removed features',
        ['migrations', 'organization-data', 'removal'].map((name) => `tests/removal/${name}.test`),
        env,
      ),
    ],
    [outsideTests('Random sets of removed features', ['tests/removal/random-sets'], env)],
    [
      unitTestStep('Resilience scenarios', {
        projects: ['outside'],
        files: ['tests/resilience/'],
        showsPromises: true,
      }),
    ],
  ];
}

export type ExhaustiveOptions = {
  soakMinutes: number;
  /** Days since 1970. Leaves out the suites of other days. All suites run if undefined. */
  day?: number | undefined;
};

export function exhaustiveSuites({ soakMinutes, day }: ExhaustiveOptions): TestStep[] {
  const groups = takingTurns({ ALL_FEATURES: String(day === undefined) });
  const isToday = (_group: TestStep[], at: number) =>
    day === undefined || at === day % groups.length;
  for (const { title } of groups.filter((group, at) => !isToday(group, at)).flat()) {
    say(`• ${title}: not in this turn; run without --in-turns for all suites.`);
  }
  return [
    unitTestStep('Server tests that wait', { projects: ['server'], files: waitingTests }),
    unitTestStep('Server tests without accelerators', { projects: ['server'], env: plain }),
    ...securityTests(day),
    ...groups.filter(isToday).flat(),
    {
      title: `Soak of ${soakMinutes} minutes`,
      run: async () => {
        const { soak } = await import('#tests/soak/soak.ts');
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
