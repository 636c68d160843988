import { parseArgs } from 'node:util';
import { buildSteps, staticSteps } from './static-steps.ts';
import { browserTestStep, type TestStep, unitTestStep } from './test-steps.ts';

/** Server tests that iterate over all entities or the whole schema. Together they name what a new entity lacks. */
const ofAllEntities = [
  'audit-coverage',
  'audit-declared',
  'entities',
  'error-codes',
  'mutation-results',
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

const quickProjects = ['--project', 'desktop', '--project', 'phone'];

/** `npm test`. */
export const testSuites = (): TestStep[] => [
  ...staticSteps,
  ...buildSteps,
  unitTestStep('Unit and server tests', { projects: ['shared', 'packages', 'client', 'server'] }),
  browserTestStep(['--grep-invert', '@exhaustive', ...quickProjects]),
];

/** `npm run test:exhaustive`: slow tests, which wait, measure and inject faults. */
export const exhaustiveSuites = ({ soakMinutes }: { soakMinutes: number }): TestStep[] => [
  unitTestStep('Server tests without accelerators', {
    projects: ['server'],
    env: { ACCELERATE: 'false' },
  }),
  unitTestStep('Security scenarios', { projects: ['outside'], files: ['tests/security/'] }),
  browserTestStep(
    ['--grep', '@exhaustive', ...quickProjects],
    'Browser tests in the other languages',
  ),
  browserTestStep(['--project', 'phone-exhaustive'], 'Browser tests of the other specs on a phone'),
  unitTestStep('Clients of others', { projects: ['outside'], files: ['tests/clients/'] }),
  unitTestStep('Resilience scenarios', { projects: ['outside'], files: ['tests/resilience/'] }),
  unitTestStep('Container image', { projects: ['outside'], files: ['tests/image/'] }),
  {
    title: 'Cluster',
    run: async () => {
      const { runCluster } = await import('#tests/cluster/run.ts');
      return runCluster();
    },
  },
  {
    title: `Soak of ${soakMinutes} minutes`,
    run: async () => {
      const { soak } = await import('#tests/soak/soak.ts');
      return soak({ minutes: soakMinutes });
    },
  },
];

/** Reads `--soak-minutes`. The default is short. */
export function readSoakMinutes(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: { 'soak-minutes': { type: 'string', default: '3' } },
  });
  return requireMinutes(values['soak-minutes']);
}

/** Parses a number of minutes from 1 to 240. Throws for anything else. */
export function requireMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 1 && minutes <= 240)) {
    throw new Error(`The soak takes from 1 to 240 minutes, not "${text}".`);
  }
  return minutes;
}
