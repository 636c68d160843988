/** Row 29: a rolling restart of two instances under load. */

import { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { startBalancer } from './balancer.ts';
import { admin, type ResilienceContext, type Scenario, until } from './context.ts';
import { busyTimes, createLoadClient, type Sample, sendPatiently } from './http-load.ts';

const people = 4;
const fewestRequests = 10_000;

const queries = [
  '{ viewer { user { id } } repositories(first: 20) { nodes { id name link } } }',
  '{ viewer { user { id } } }',
  'mutation { updateViewer(input: { name: "P" }) { errors { code } } }',
];

async function rollingRestart(
  { long, prove }: ResilienceContext,
  check: Check,
  note: (figure: string) => void,
): Promise<void> {
  const seen = prove(
    'scaling',
    'Instances are replaced one after the other without a failed request.',
  );
  const database = await freshDatabase();
  const mailbox = await startMailbox();
  const ports = [await freePort(), await freePort()];
  const balancerPort = await freePort();
  const start = (port: number | undefined) =>
    startProduct({
      databaseUrl: database.url,
      smtpUrl: mailbox.url,
      ...(port === undefined ? {} : { port }),
      keepLog: false,
      env: {
        BASE_URL: `http://localhost:${balancerPort}`,
        TRUSTED_PROXIES: '127.0.0.0/8',
        ADMIN_EMAILS: admin,
        POINTS_PER_MINUTE: '2000000000',
        DRAIN_SECONDS: '4',
        MUTATIONS_PER_MINUTE: '1000000',
      },
    });
  const products: Product[] = await Promise.all(ports.map(start));
  const balancer = await startBalancer(ports, balancerPort);
  const crowd = createLoadClient(balancer.url);
  let isOver = false;
  try {
    const person = new HttpClient({ urls: [balancer.url], mailbox, admin });
    const cookie = (await person.signIn(admin)).cookie();
    const samples: Sample[] = [];
    let busy = 0;
    const asking = Array.from({ length: people }, async (_, person) => {
      for (let i = person; !isOver; i += 1) {
        const query = queries[i % queries.length] ?? '';
        const sample = await sendPatiently(crowd, { query, cookie });
        samples.push(sample);
        busy += sample.busy;
      }
    });
    const codes: (number | null)[] = [];
    const begin = performance.now();
    for (let round = 0; round < (long ? 10 : 2) || samples.length < fewestRequests; round += 1) {
      for (const [index, product] of products.entries()) {
        codes.push(await product.stop());
        products[index] = await start(ports[index]);
        await until('both are ready', () => balancer.ready().length === ports.length);
      }
    }
    isOver = true;
    await Promise.all(asking);
    const seconds = Math.round((performance.now() - begin) / 1_000);
    const failed = samples.filter(
      ({ status, text }) => status !== 200 || /"errors":\[\{/.test(text),
    );
    const kinds = [
      ...new Set(failed.map(({ status, text, error }) => `${status} ${error ?? text}`)),
    ];
    check('no request fails', failed.length === 0, [failed.length, ...kinds.slice(0, 3)]);
    check('there were many', samples.length >= fewestRequests, samples.length);
    check(
      'each instance ends with code 0',
      codes.every((code) => code === 0),
      codes,
    );
    check('the session is kept', (await person.viewerId()) !== null);
    const figure = `${codes.length} restarts in ${seconds} s: ${failed.length} of ${samples.length} requests failed${busyTimes(busy)}`;
    seen(figure);
    note(figure);
  } finally {
    isOver = true;
    crowd.close();
    balancer.close();
    await Promise.all(products.map((product) => product.stop()));
    await mailbox.close();
    await database.drop();
  }
}

export const rollingScenario: Scenario = {
  row: 29,
  title: 'rolling restart of two instances under load',
  probe: rollingRestart,
};
