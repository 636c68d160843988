/** npm run remove -- FEATURE[,FEATURE …] [--dry-run] [--force] [--yes]: removes optional features from the product. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { CliError, say, step } from '#server/progress.ts';
import { identifierOf } from './bootstrap/product-name.mjs';
import { listFiles } from './checks/sources.ts';
import { formatFiles } from './lib/format.ts';
import { productName } from './lib/rename-product.ts';
import { fromRoot, parseCommand, requireNode, root, runTask } from './lib/task.ts';
import { announce } from './remove/changelog.ts';
import type { Feature, Row } from './remove/feature.ts';
import { requireFeature, withShared } from './remove/features.ts';
import { completeNewestMigration, hasFunctions, newestMigration } from './remove/migration.ts';
import { applyPlan, type Plan, planRemoval } from './remove/plan.ts';
import { findUnused, removeUnused, type Unused } from './remove/unused.ts';

const schema = 'prisma/schema.prisma';

async function remove(args: string[]): Promise<number> {
  const { values, positionals } = readArgs(args);
  const named = positionals
    .join(' ')
    .split(',')
    .map((name) => requireFeature(name.trim()));
  const features = withShared(named);
  features.forEach(requireOtherName);
  const isClean = isCleanTree();
  if (values['dry-run']) {
    for (const feature of features) describe(feature, planNow(feature));
    return 0;
  }
  if (!values.force && !isClean) {
    throw new CliError(
      'There are uncommitted changes, so that `git diff` would show more than the removal.',
      'Commit them first, or use --force.',
    );
  }
  if (!values.yes) await confirmDataLoss(features);
  // A fresh clone has no generated files, which use much of the code.
  await generate();
  const unused = findUnused(root);
  const removals: Removal[] = [];
  try {
    for (const feature of features) {
      const plan = planNow(feature);
      removals.push({ feature, plan });
      await step(`Removing ${feature.name}`, async () => applyPlan(root, plan));
      const changesSchema = losesData(plan);
      if (!changesSchema && !hasFunctions(root, feature)) continue;
      await step('Writing the migration', () => writeMigration(feature, changesSchema));
    }
    await finish(removals, unused);
    announce(root, named.map(({ name }) => name).join());
  } catch (error) {
    const problems = removals.flatMap(({ plan }) => plan.problems);
    if (problems.length > 0) {
      say('  These places still name it:');
      list(problems);
    }
    const undo = '`git restore --staged --worktree .` and `git clean -fd`';
    say(
      `  The removal has stopped half-way. ${isClean ? `Undo it with ${undo}, c` : 'C'}orrect the cause, and run it again.`,
    );
    throw error;
  }
  return report(removals);
}

type Removal = { feature: Feature; plan: Plan };

const planNow = (feature: Feature) => planRemoval(root, listFiles(), feature);

function readArgs(args: string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const options = { 'dry-run': flag, force: flag, yes: flag };
  return parseCommand(
    { args, options, allowPositionals: true },
    'Usage: npm run remove -- FEATURE[,FEATURE …] [--dry-run] [--force] [--yes]',
  );
}

/** @throws {CliError} if the feature's rows could not be told from those that name the product */
function requireOtherName({ name, names, prose }: Feature): void {
  const product = productName(root);
  const words = [product, identifierOf(product)];
  if (!words.some((word) => names.test(word) || prose.test(word))) return;
  throw new CliError(
    `The product's name, "${product}", is also a word of ${name}: the removal would take one for the other.`,
    'Remove it by hand.',
  );
}

/** @throws {CliError} outside of a git repository, whose files the removal lists */
function isCleanTree(): boolean {
  const args = ['status', '--porcelain'];
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim() === '';
  } catch {
    throw new CliError(
      'This is not a git repository, so that nothing could show or undo the removal.',
      'Run git init, and commit all files first.',
    );
  }
}

function warnOfDataLoss({ discarded = {} }: Feature, { rows }: Plan): void {
  say('  It writes a migration. The next start deletes what the database stores in:');
  list(rows.filter(({ path }) => path === schema));
  for (const [table, condition] of Object.entries(discarded)) {
    say(`  rows of "${table}" where ${condition}, and what is deleted with them`);
  }
}

const losesData = ({ rows }: Plan) => rows.some(({ path }) => path === schema);

/** @throws {CliError} unless nothing is lost, or the person agrees */
async function confirmDataLoss(features: readonly Feature[]): Promise<void> {
  const losses = features
    .map((feature) => ({ feature, plan: planNow(feature) }))
    .filter(({ plan }) => losesData(plan));
  if (losses.length === 0) return;
  for (const { feature, plan } of losses) warnOfDataLoss(feature, plan);
  if (!process.stdin.isTTY) throw new CliError('This needs a confirmation.', 'Use --yes.');
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await prompt.question('  Continue? (y/N) ');
  prompt.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was removed.', '');
}

/** Before the next feature's, since each gives back what its feature had changed. */
async function writeMigration(feature: Feature, changesSchema: boolean): Promise<void> {
  const newest = newestMigration(root);
  const flag = changesSchema ? '--together' : '--empty';
  const words = ['scripts/db/new-migration.ts', flag, `remove ${feature.name}`];
  await requireNode(words, 'Correct the error above.');
  if (newestMigration(root) !== newest) completeNewestMigration(root, feature);
}

const generate = () =>
  step('Generating', () => requireNode(['scripts/generate.ts'], 'Correct the error above.'));

/** Brings everything that is derived from the code up to date, each in a process that loads the changed code. */
async function finish(removals: readonly Removal[], unused: Unused[]): Promise<void> {
  const changed = removals.flatMap(({ plan }) => [...plan.changed.keys()]);
  await step('Formatting', () =>
    formatFiles([...new Set(changed)].filter((path) => existsSync(fromRoot(path)))),
  );
  await generate();
  const deleted = await step('Removing what only it used', async () => {
    const { packages, ...files } = removeUnused(root, unused);
    uninstall(packages);
    await formatFiles(files.changed);
    return files.deleted;
  });
  for (const path of deleted) say(`  ${path}`);
}

/** Also what package.json no longer names. The next npm command brings node_modules in line. */
function uninstall(packages: readonly string[]): void {
  const command = packages.length > 0 ? 'uninstall' : 'install';
  const flags = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--offline'];
  execFileSync('npm', [command, ...flags, ...packages], { cwd: root, stdio: 'pipe' });
}

const list = (rows: Row[]) => {
  for (const { path, line, text } of rows) say(`  ${path}:${line}  ${text}`);
};

function describe(feature: Feature, plan: Plan): void {
  const { deleted, rows, changed, problems } = plan;
  say(
    `  ${deleted.length} files would be deleted, and ${rows.length} rows in ${changed.size} other files removed.`,
  );
  if (losesData(plan)) warnOfDataLoss(feature, plan);
  say('Files to delete:');
  for (const path of deleted) say(`  ${path}`);
  say('Rows to remove:');
  list(rows);
  if (problems.length > 0) say('To be edited by hand:');
  list(problems);
}

/** Returns the exit code. */
function report(removals: readonly Removal[]): number {
  for (const { feature, plan } of removals) {
    say(
      `  ${feature.name} is removed: ${plan.deleted.length} files, and ${plan.rows.length} rows in ${plan.changed.size} other files.`,
    );
    for (const note of feature.notes ?? []) say(`  ${note}`);
  }
  if (removals.some(({ plan }) => losesData(plan))) {
    say(
      '  Stop every instance before you start this version: the running one still uses what is removed.',
    );
  }
  const problems = removals.flatMap(({ plan }) => plan.problems);
  if (problems.length > 0) {
    say('  These places still name it. Edit them by hand:');
    list(problems);
  }
  say('  Review it with git diff, then run npm run check.');
  return problems.length > 0 ? 1 : 0;
}

if (import.meta.main) await runTask(remove);
