import { step } from '#server/progress.ts';
import { load, type ValuesOf } from './load.ts';
import { startProductTargets } from './targets.ts';

/** CPU milliseconds per request: over the first thousand, and over a thousand once the process is warm. */
export type FreshFigures = { first: number; warm: number };

const requests = 1_000;
const connections = 10;
const warmUpSeconds = 10;

export function measureFresh(
  databaseUrl: string,
  valuesOf: ValuesOf,
  postgres: number,
): Promise<FreshFigures> {
  return step('Starting another process of the product', async () => {
    const [target] = await startProductTargets(databaseUrl, ['accelerated']);
    if (!target) throw new Error('The product did not start.');
    const run = async (bound: { amount: number } | { seconds: number }) =>
      (await load(target, 'W1', valuesOf, { connections, postgres, ...bound })).server;
    try {
      const first = await run({ amount: requests });
      await run({ seconds: warmUpSeconds });
      return { first, warm: await run({ amount: requests }) };
    } finally {
      await target.stop();
    }
  });
}
