/** The steps of each test command. */

import { parseArgs } from 'node:util';
import { build } from '#scripts/build.ts';
import { staticSteps } from './static-steps.ts';
import { browserTestStep, type TestStep, unitTestStep } from './test-steps.ts';

const buildStep: TestStep = {
  title: 'The client builds and is small enough',
  run: async () => {
    await build();
    return { passed: 1, failed: 0 };
  },
};

/** The projects of playwright.config.ts that `npm test` runs. */
const quickProjects = ['--project', 'desktop', '--project', 'phone'];

/** `npm test`. */
export const testSuites = (): TestStep[] => [
  ...staticSteps,
  buildStep,
  unitTestStep('Unit and server tests', { projects: ['shared', 'client', 'server'] }),
  browserTestStep(['--grep-invert', '@exhaustive', ...quickProjects]),
];

/** `npm run test:exhaustive`: tests that take long: they wait, measure and inject faults. */
export const exhaustiveSuites = ({ soakMinutes }: { soakMinutes: number }): TestStep[] => [
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

/** Reads `--soak-minutes`; by default the soak is short. */
export function readSoakMinutes(args: string[]): number {
  const { values } = parseArgs({
    args,
    options: { 'soak-minutes': { type: 'string', default: '3' } },
  });
  return requireMinutes(values['soak-minutes']);
}

/** A number of minutes from 1 to 240; throws for anything else. */
export function requireMinutes(text: string): number {
  const minutes = Number(text);
  if (!(minutes >= 1 && minutes <= 240)) {
    throw new Error(`The soak takes from 1 to 240 minutes, not "${text}".`);
  }
  return minutes;
}
