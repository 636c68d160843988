import { installIn } from '#lab/clients/packages.ts';
import { requireNode } from '#scripts/lib/task.ts';
import { runIfOutdated, type Work } from '#scripts/lib/up-to-date.ts';
import { step } from '#server/progress.ts';

const folder = 'lab/bench/peers';

const client: Work = {
  name: 'bench-peers-prisma',
  inputs: [`${folder}/schema.prisma`, 'package-lock.json'],
  outputs: [`${folder}/generated/**/*.ts`],
};

export async function installPeers(): Promise<void> {
  await step('Installing the servers to compare with', () => installIn(folder));
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
