import { execFileSync } from 'node:child_process';
import { build } from '#scripts/build.ts';
import { generate } from '#scripts/generate.ts';
import { root, runNode } from './task.ts';
import { programStep, type TestStep } from './test-steps.ts';

const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'];

const contract: TestStep = {
  title: 'schema.graphql is what the server serves',
  run: async () => {
    await generate({ check: true });
    return { passed: 1, failed: 0 };
  },
};
/** Server and client are separate projects, so that neither sees the other's globals. */
const projects = ['server', 'client', 'tests'];
/** Without `--build`, which compares dates and misses files restored with old ones. */
const types: TestStep = {
  title: 'Types',
  run: async () => {
    const counts = await Promise.all(
      projects.map((name) =>
        programStep(name, [
          'node_modules/typescript/bin/tsc',
          ...['--project', `tsconfig.${name}.json`],
        ]).run(),
      ),
    );
    const failed = counts.some((count) => count.failed) ? 1 : 0;
    return { passed: 1 - failed, failed };
  },
};
/** A program whose output is shown, even if it finds no problem. */
const shownStep = (title: string, args: string[]): TestStep => ({
  title,
  run: async () => {
    const { code } = await runNode(args, { show: true });
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  },
});
const architecture = programStep('Architecture', ['scripts/checks/architecture.ts']);
/** Its output names the release that the API was compared with. */
const api = shownStep('The API keeps its promises', ['scripts/checks/api.ts']);
/** By the rules in .squawk.toml. */
const migrations = programStep('Migrations lock no large table', [
  'node_modules/squawk-cli/js/bin/squawk',
  ...['--reporter', 'gcc', '--no-error-on-unmatched-pattern', 'prisma/migrations/*/migration.sql'],
]);
const deadCode = programStep('Dead code', ['node_modules/knip/bin/knip.js', '--no-progress']);

/** The contract must run first: it generates the code whose types are checked. */
export const staticSteps: TestStep[] = [
  contract,
  api,
  types,
  programStep('Lint and format', [...biome, '.']),
  architecture,
  migrations,
  deadCode,
];

export const buildSteps: TestStep[] = [
  {
    title: 'Client and server build',
    run: async () => {
      await build();
      return { passed: 1, failed: 0 };
    },
  },
  programStep('Pages load no more than they may', ['scripts/checks/sizes.ts']),
];

export function stagedSteps(): TestStep[] {
  const lint = programStep('Lint and format', [...biome, '--staged', '--no-errors-on-unmatched']);
  return [...(hasStagedCode() ? [types] : []), lint, architecture];
}

function hasStagedCode(): boolean {
  const args = ['diff', '--cached', '--name-only', '--', '*.ts', '*.tsx', 'tsconfig*.json'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim() !== '';
}
