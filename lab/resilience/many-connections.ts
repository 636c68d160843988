import type { Check } from '#lab/support/probe.ts';
import { admin, type ProxiedProduct, type Scenario, withProxiedProduct } from './context.ts';
import { createLoadClient, type LoadRequest, runClosedLoop } from './http-load.ts';
import { type Measured, measured, rounded, served } from './load.ts';

const list = '{ viewer { user { id } } repositories(first: 20) { nodes { id name link } } }';
const connections = [50, 200];

/** Concurrent work that the connections request. Admission allows 800. */
const requestedMs = 300;

async function manyConnections(
  { product, newClient }: ProxiedProduct,
  check: Check,
  note: (figure: string) => void,
) {
  const cookie = (await newClient().signIn(admin)).cookie();
  const questions: Record<string, LoadRequest> = {
    'one session': { query: list, cookie },
    'no session': { query: '{ setup { appName } }' },
  };
  for (const [who, question] of Object.entries(questions)) {
    const usual = createLoadClient(product.url);
    await runClosedLoop(usual, question, { concurrency: 8, milliseconds: 1_500 });
    for (const wanted of connections) {
      await measured(
        `${wanted} connections, ${who}`,
        async (): Promise<Record<string, Measured>> => {
          const milliseconds = 1_500;
          const few = await runClosedLoop(usual, question, { concurrency: 8, milliseconds });
          // Send fewer requests on a slow machine.
          const most = Math.floor((few.length / milliseconds) * requestedMs);
          const concurrency = Math.max(9, Math.min(wanted, most));
          const crowd = createLoadClient(product.url);
          const lane = () =>
            runClosedLoop(crowd, question, { concurrency: 1, milliseconds: 3_000 });
          const lanes = await Promise.all(Array.from({ length: concurrency }, lane));
          crowd.close();
          const all = lanes.flat();
          const unserved = all.filter((sample) => !served(sample));
          const fewest = Math.min(...lanes.map(({ length }) => length));
          const mean = all.length / concurrency;
          return {
            'nobody is refused': {
              isFine: unserved.length === 0,
              figure: `${concurrency} connections, ${unserved.length} of ${all.length} refused, 99 % in ${rounded(all, 0.99)} ms ${unserved[0]?.error ?? ''}`,
            },
            'each connection gets its share': {
              isFine: fewest > mean / 4,
              figure: `${fewest} answers at least, ${mean.toFixed(1)} on average`,
            },
          };
        },
        check,
        note,
      );
    }
    usual.close();
  }
}

export const manyConnectionsScenario: Scenario = {
  row: 28,
  title: '50 and 200 connections from one address',
  probe: (_ground, check, note) =>
    withProxiedProduct((scene) => manyConnections(scene, check, note)),
};
