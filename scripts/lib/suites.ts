import { buildSteps, staticSteps } from './static-steps.ts';
import { browserTestStep, type TestStep, unitTestStep } from './test-steps.ts';

/** Server tests that iterate over all entities or the whole schema. Together they name what a new entity lacks. */
export const ofAllEntities = [
  'access-token-records',
  'audit-coverage',
  'audit-records',
  'client-made-ids',
  'entities',
  'error-codes',
  'mutation-results',
  'new-migration',
  'permissions',
  'records',
  'refusable-fields',
  'retention',
  'viewer-can',
  'visible-records',
  'without-organizations',
].map((name) => `tests/server/${name}.test.ts`);

export const entityTests: TestStep = unitTestStep('What entities declare', {
  projects: ['server'],
  files: ofAllEntities,
});

export const textTests: TestStep = unitTestStep('Texts', {
  projects: ['shared'],
  files: ['tests/shared/locales.test.ts'],
});

export const testSuites = (): TestStep[] => [
  ...staticSteps,
  ...buildSteps,
  unitTestStep('Unit and server tests', {
    projects: ['shared', 'packages', 'client', 'server'],
  }),
  browserTestStep(),
];
