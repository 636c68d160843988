/** The recipes of docs/recipes, one after the other in a copy of the checkout, pass the checks and the tests that they add. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyForGenerators } from '#lab/generators/copy.ts';
import { ofAllEntities } from '#scripts/lib/suites.ts';

const copy = copyForGenerators();
const { folder, git } = copy;
const recipes = 'docs/recipes';

beforeAll(copy.prepare);
afterAll(copy.remove);

/** Runs the commands of a recipe in order. All their tests run at the end. */
function follow(recipe: string): void {
  const text = readFileSync(join(recipes, recipe), 'utf8');
  for (const [, commands = ''] of text.matchAll(/^```sh\n([\s\S]*?^)```$/gm)) {
    const { code, output } = copy.runShell(commands.replace(/^npx vitest .*$/gm, ''));
    expect(code, `${recipe}:\n${commands}\n${output}`).toBe(0);
  }
}

/** In the order of the list in its README. */
const names = [
  ...readFileSync(join(recipes, 'README.md'), 'utf8').matchAll(/^\d+\. \[.*?\]\((.*?)\)/gm),
];

it.each(['README.md', ...names.map(([, name = '']) => name)])(
  '%s can be followed',
  follow,
  300_000,
);

/** The role is a change for consumers of the API, which its recipe asks to announce. */
function announceRole(): void {
  const changelog = join(folder, 'CHANGELOG.md');
  const note = '## Unreleased\n\n### Breaking\n\n- Enum value Role.AGENT was added.\n';
  writeFileSync(changelog, readFileSync(changelog, 'utf8').replace('## Unreleased\n', note));
}

it('what the recipes write passes the checks and its tests', () => {
  announceRole();
  git('add', '--all');
  const added = git('diff', '--cached', '--name-only', '--', 'tests').trim().split('\n');
  const run = (...commands: string[]) => {
    const { code, output } = copy.runShell(commands.join(' && '));
    expect(code, output).toBe(0);
  };
  run('npm run generate', 'npm run check -- --quick');
  const projects = ['shared', 'server', 'client'].map((project) => `--project ${project}`);
  const tests = added.filter((path) => /\.test\.tsx?$/.test(path));
  const others = [
    ...['tests/server/settings', 'tests/shared/locales', 'tests/shared/permissions'],
    'tests/client/routes',
  ];
  run(['npx vitest run', ...projects, ...tests, ...ofAllEntities, ...others].join(' '));
}, 2_400_000);
