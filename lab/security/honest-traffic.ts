/** Honest users who keep working during an attack: the control group of every flood. */

import { HttpClient } from '#lab/support/http-client.ts';
import { type Check, quantile } from '#lab/support/probe.ts';
import { pause } from '#lab/support/wait.ts';
import { type Context, newAddress, until } from './context.ts';

const work = `query ($term: String) { viewer { user { id } } repositories(first: 20, searchTerm: $term) {
  nodes { id name } } }`;

export type HonestTraffic = { asked: number; refused: string[]; times: number[] };

/**
 * Runs `attack` beside two signed-in users. Checks that none of their requests is rejected, and that they and
 * /healthz take at most `bound` ms plus three times the usual latency.
 */
export async function measureHonestClients(
  context: Pick<Context, 'urls' | 'mailbox' | 'admin' | 'ca'>,
  check: Check,
  attack: () => Promise<void>,
  { bound = 1_000 }: { bound?: number } = {},
): Promise<HonestTraffic> {
  // No retries, so that every rejection counts.
  const target = { ...context, retries: false };
  const people = await Promise.all(
    [0, 1].map(() => new HttpClient({ ...target, retries: true }).signIn(newAddress())),
  );
  const watched: HonestTraffic = { asked: 0, refused: [], times: [] };
  let isOver = false;
  const keepWorking = async (client: HttpClient) => {
    while (!isOver) {
      const begin = performance.now();
      watched.asked += 1;
      const path = watched.asked % 4 ? '/api/graphql' : '/healthz';
      const body = JSON.stringify({ query: work, variables: { term: 'probe' } });
      const sent = path === '/healthz' ? client.fetch(path) : client.post(path, body);
      const problem = await sent.then(
        ({ status, json, text }) =>
          status === 200 && (path === '/healthz' || json?.data?.viewer)
            ? undefined
            : `${path}: ${status} ${text.slice(0, 120)}`,
        (error: Error) => `${path}: ${error.message}`,
      );
      watched.times.push(performance.now() - begin);
      if (problem) watched.refused.push(problem);
      await pause(150);
    }
  };
  const working = people.map((client) => keepWorking(client.withTarget(target)));
  await pause(1_500);
  await until(() => watched.times.length >= 3 * people.length, 60_000);
  const usual = Math.max(...watched.times);
  watched.times.length = 0;
  try {
    await attack();
    await pause(200);
  } finally {
    isOver = true;
    await Promise.all(working);
  }
  check('others work meanwhile', watched.asked >= 4, watched.asked);
  check('no request of others is refused', watched.refused.length === 0, [
    watched.refused.length,
    watched.refused.slice(0, 3),
  ]);
  const slowest = Math.max(...watched.times);
  check(
    `others are answered within ${bound} ms and thrice what is usual`,
    slowest < bound + 3 * usual,
    [slowest, quantile(watched.times), usual].map(Math.round),
  );
  return watched;
}

export async function flood(
  lanes: number,
  milliseconds: number,
  ask: (lane: number) => Promise<unknown>,
): Promise<number> {
  const end = Date.now() + milliseconds;
  let count = 0;
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (Date.now() < end) {
        await ask(lane).catch(() => pause(50));
        count += 1;
      }
    }),
  );
  return count;
}
