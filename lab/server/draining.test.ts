/** What load balancers see of an instance that ends: it serves until they have noticed. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';
import { prove } from '#tests/support/promises.ts';

const drainSeconds = 3;
const setup = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"query":"{ setup { appName } }"}',
};

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** Asks every 100 ms until the instance has ended. */
async function watch(url: string, ended: Promise<unknown>) {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const answers: { at: number; text: string; connections: (string | null)[]; api: number }[] = [];
  const start = performance.now();
  while (!hasEnded) {
    try {
      const [ready, api] = await Promise.all([
        fetch(`${url}/readyz`),
        fetch(`${url}/api/graphql`, setup),
      ]);
      answers.push({
        at: performance.now() - start,
        text: `${ready.status} ${await ready.text()}`,
        connections: [ready, api].map(({ headers }) => headers.get('connection')),
        api: api.status,
      });
      await api.text();
    } catch {
      // The port is closed.
    }
    await pause(100);
  }
  return answers;
}

describe.each([1, 2])('an instance of %i processes', (processes) => {
  const start = (seconds: number) =>
    startProduct({
      databaseUrl: database.url,
      env: { WEB_CONCURRENCY: String(processes), DRAIN_SECONDS: String(seconds) },
    });

  it('serves for DRAIN_SECONDS after SIGTERM, though no connection was open', async ({ task }) => {
    prove(
      task,
      'scaling',
      'answers `/readyz` with `503 draining` and keeps serving for `DRAIN_SECONDS`',
    );
    const product = await start(drainSeconds);
    await pause(500);
    const stopped = product.stop('SIGTERM');
    await pause(50);
    const answers = await watch(product.url, stopped);
    expect(await stopped).toBe(0);
    expect(answers.at(-1)?.at).toBeGreaterThan((drainSeconds - 1) * 1_000);
    expect(answers.every(({ api }) => api === 200)).toBe(true);
    const isDraining = ({ text, connections }: (typeof answers)[number]) =>
      text === '503 draining' && connections.every((header) => header === 'close');
    // The signal takes a moment to reach each process.
    const draining = answers.slice(answers.findLastIndex((answer) => !isDraining(answer)) + 1);
    expect(draining[0]?.at).toBeLessThan(2_000);
  });

  it('ends at once on SIGINT, and with DRAIN_SECONDS=0', async () => {
    for (const [seconds, signal] of [
      [60, 'SIGINT'],
      [0, 'SIGTERM'],
    ] as const) {
      const product = await start(seconds);
      const begin = performance.now();
      expect(await product.stop(signal)).toBe(0);
      expect(performance.now() - begin).toBeLessThan(15_000);
    }
  });
});
