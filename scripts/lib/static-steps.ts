import { execFileSync } from 'node:child_process';
import { build } from '#scripts/build.ts';
import { checkApi } from '#scripts/checks/api.ts';
import { checkArchitecture } from '#scripts/checks/architecture.ts';
import { checkSizes } from '#scripts/checks/sizes.ts';
import { generate } from '#scripts/generate.ts';
import { root } from './task.ts';
import { checkStep, programStep, type TestStep } from './test-steps.ts';

const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];

/** Server and client are separate projects, so that neither sees the other's globals. */
const projects = ['server', 'client', 'tests'];
/** Without `--build`, which compares dates and misses files restored with old ones. */
const types = programStep(
  'Types',
  ...projects.map((name) => [
    'node_modules/typescript/bin/tsc',
    '--project',
    `tsconfig.${name}.json`,
  ]),
);
const architecture = checkStep('Architecture', async () => checkArchitecture());

/** The contract must run first: it generates the code whose types are checked. */
export const staticSteps: TestStep[] = [
  checkStep('schema.graphql is what the server serves', async () => {
    await generate({ check: true });
    return [];
  }),
  checkStep('The API keeps its promises', async () => checkApi()),
  types,
  programStep('Lint and format', [...biome, '.']),
  architecture,
  // By the rules in .squawk.toml.
  programStep('Migrations lock no large table', [
    'node_modules/squawk-cli/js/bin/squawk',
    ...['--reporter', 'gcc', '--no-error-on-unmatched-pattern'],
    'prisma/migrations/*/migration.sql',
  ]),
  programStep('Dead code', ['node_modules/knip/bin/knip.js', '--no-progress']),
];

export const buildSteps: TestStep[] = [
  checkStep('Client and server build', async () => {
    await build();
    return [];
  }),
  checkStep('Pages load no more than they may', async () => checkSizes()),
];

export function stagedSteps(): TestStep[] {
  const lint = programStep('Lint and format', [...biome, '--staged', '--no-errors-on-unmatched']);
  return [...(hasStagedCode() ? [types] : []), lint, architecture];
}

function hasStagedCode(): boolean {
  const args = ['diff', '--cached', '--name-only', '--', '*.ts', '*.tsx', 'tsconfig*.json'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim() !== '';
}
