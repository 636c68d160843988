import { requireNode } from '#scripts/lib/task.ts';
import { runIfOutdated, type Work } from '#scripts/lib/up-to-date.ts';
import { CliError, step } from '#server/progress.ts';

const folder = 'lab/bench/peers';

const packages: Work = {
  name: 'bench-peers',
  inputs: [`${folder}/package.json`, `${folder}/package-lock.json`],
  outputs: [`${folder}/node_modules/.package-lock.json`],
};
const client: Work = {
  name: 'bench-peers-prisma',
  inputs: [`${folder}/schema.prisma`, 'package-lock.json'],
  outputs: [`${folder}/generated/**/*.ts`],
};

export async function installPeers(): Promise<void> {
  await runIfOutdated(packages, () => step('Installing the servers to compare with', npmCi));
  await runIfOutdated(client, () =>
    requireNode(
      [
        'node_modules/prisma/build/index.js',
        'generate',
        '--schema',
        `${folder}/schema.prisma`,
        '--no-hints',
      ],
      `Correct ${folder}/schema.prisma.`,
    ),
  );
}

async function npmCi(): Promise<void> {
  const npm = process.env.npm_execpath;
  if (!npm) throw new CliError('npm is not known.', 'Run the benchmark with npm: npm run bench.');
  await requireNode(
    [npm, 'ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
    'Check the connection and the free disk space, then run the command again.',
  );
}
