/** Builds the client into dist/client and the server into dist/server if their inputs changed. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BuildInfo, buildInfoFile, readBuildInfo } from '#server/build-info.ts';
import { say, step } from '#server/progress.ts';
import { describeSizes } from './checks/sizes.ts';
import { generate } from './generate.ts';
import { requireNode, runTask } from './lib/task.ts';
import { isUpToDate, runIfOutdated, type Work } from './lib/up-to-date.ts';

const client: Work = {
  name: 'client',
  inputs: [
    'client/**/*',
    'shared/**/*',
    'public/**/*',
    'index.html',
    'vite.config.ts',
    'vite.pages.config.ts',
    'vite.gallery.config.ts',
    'schema.graphql',
    'package.json',
    'package-lock.json',
    'tsconfig.*.json',
  ],
  outputs: ['dist/client/**/*', 'dist/pages/**/*', 'dist/gallery/**/*'],
};

const server: Work = {
  name: 'server',
  inputs: [
    'packages/*/{package.json,src/**/*}',
    'server/**/*',
    'shared/**/*',
    'scripts/{cli.ts,commands/*,lib/*}',
    'prisma/*.ts',
    'rolldown.config.ts',
    'package.json',
    'package-lock.json',
  ],
  outputs: ['dist/server/**/*'],
};

/** Commit of the checkout; null without Git. An image, for example, can set `SOURCE_COMMIT` instead. */
function currentCommit(): string | null {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT;
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: [...stdio],
    }).trim();
  } catch {
    return null;
  }
}

function writeBuildInfo(isChanged: boolean): void {
  const commit = currentCommit();
  const before = readBuildInfo();
  if (before && !isChanged && before.commit === commit) return;
  const info: BuildInfo = { commit, builtAt: new Date().toISOString() };
  mkdirSync(dirname(buildInfoFile), { recursive: true });
  writeFileSync(buildInfoFile, `${JSON.stringify(info)}\n`);
}

/** Bundles the server if its inputs changed: docs/decisions/015-server-bundle.md. */
export async function buildServer(): Promise<void> {
  const isChanged = !isUpToDate(server);
  writeBuildInfo(isChanged);
  if (!isChanged) return;
  await step('Building the server', () =>
    runIfOutdated(server, () =>
      requireNode(
        ['node_modules/rolldown/bin/cli.mjs', '--config', 'rolldown.config.ts'],
        'Correct what the build names above.',
      ),
    ),
  );
}

const vite = (...args: string[]) =>
  requireNode(['node_modules/vite/bin/vite.js', ...args], 'Correct what the build names above.', {
    env: { NODE_ENV: 'production' },
  });

/** Generates and builds what is outdated. `show` prints the file sizes. */
export async function build({ show = false } = {}): Promise<void> {
  await generate();
  await buildServer();
  if (isUpToDate(client)) {
    if (show) say('• The client is up to date');
    return;
  }
  let output = '';
  await step('Building the client', () =>
    runIfOutdated(client, async () => {
      output = await vite('build');
      await Promise.all([
        vite('build', '--config', 'vite.pages.config.ts'),
        vite('build', '--config', 'vite.gallery.config.ts'),
      ]);
    }),
  );
  if (show) say(`${output}\n${describeSizes()}`);
}

if (import.meta.main) await runTask(() => build({ show: true }));
