/** What the first requests cost a process that has just started, beside those that come later. */
import { step } from '#server/progress.ts';
import { load, type ValuesOf } from './load.ts';
import { startProductTarget } from './targets.ts';

/** CPU milliseconds a request: of the first thousand, and of a thousand when the process is warm. */
export type FreshFigures = { first: number; warm: number };

const requests = 1_000;
const connections = 10;
const warmUpSeconds = 10;

/** Starts another process of the product and asks for the first page. `postgres` is the database's process. */
export function measureFresh(
  databaseUrl: string,
  valuesOf: ValuesOf,
  postgres: number,
): Promise<FreshFigures> {
  return step('Starting another process of the product', async () => {
    const target = await startProductTarget(databaseUrl);
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
