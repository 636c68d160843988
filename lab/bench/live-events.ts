/**
 * Measures the cost of live events: many open streams, several rates of change, and concurrent readers of the
 * first page. README.md in this folder explains the columns.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import type { Client } from 'pg';
import { quantile } from '#lab/support/probe.ts';
import { say } from '#server/progress.ts';
import { withClient } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';
import { fill } from './fill.ts';
import type { EventClientsAnswer, EventClientsData } from './live-event-clients.ts';
import { withPostgres } from './postgres.ts';
import { table } from './report.ts';
import { addSession, addUser } from './signed-in.ts';
import { cpuSeconds } from './usage.ts';

const repositories = 20_000;
const subscription = `subscription { events { __typename
  ... on RecordChange { kind type recordId }
  ... on ManyRecordsChange { type } ... on SignedOut { code } } }`;
const firstPage = `{ repositories(first: 20) { pageInfo { hasNextPage endCursor }
  nodes { id name link description createdAt updatedAt viewerCanUpdate viewerCanDelete } } }`;

const streams = 1_000;
const seconds = 10;
const readers = 10;
const rates = [0, 1, 5];

/** Cookies of this many people. */
async function signIn(client: Client, people: number): Promise<string[]> {
  const cookies: string[] = [];
  for (let n = 0; n < people; n += 1) {
    cookies.push(await addSession(client, await addUser(client, `b${n}`, 'user')));
  }
  return cookies;
}

/** Each changes another record. */
let changes = 0;

/** Returns when it changed each record, in milliseconds. */
async function change(client: Client, rate: number): Promise<Map<string, number>> {
  const end = performance.now() + seconds * 1_000;
  const made = new Map<string, number>();
  while (rate && performance.now() < end - 500) {
    changes += 1;
    const now = performance.timeOrigin + performance.now();
    const id = `repo_${String(1 + (changes % repositories)).padStart(26, '0')}`;
    made.set(id, now);
    await client.query('UPDATE "repository" SET "name" = $1 WHERE "id" = $2', [
      `change ${changes}`,
      id,
    ]);
    await pause(1_000 / rate - (performance.timeOrigin + performance.now() - now));
  }
  await pause(Math.max(0, end - performance.now()));
  return made;
}

function startClients(data: EventClientsData) {
  const worker = new Worker(new URL('./live-event-clients.ts', import.meta.url), {
    workerData: data,
  });
  return {
    ask: (command: 'open' | 'heard' | 'close') =>
      new Promise<EventClientsAnswer>((resolve) => {
        worker.once('message', resolve);
        worker.postMessage(command);
      }),
    stop: () => worker.terminate(),
  };
}

type Row = Record<string, string | number>;

function print(rows: readonly Row[]): void {
  const cells = rows.map((row) => Object.values(row).map(String));
  for (const line of table(Object.keys(rows[0] ?? {}), cells)) say(line);
}

export const benchEvents = () =>
  withPostgres(async ({ url }) => {
    await fill(url, repositories);
    await withClient(url, (client) => measureEvents(url, client));
  });

async function measureEvents(databaseUrl: string, client: Client): Promise<void> {
  const [reader = '', ...cookies] = await signIn(client, streams + 1);
  const product = await startProduct({
    databaseUrl,
    env: {
      LOG_LEVEL: 'error',
      // Effectively unlimited: the per-user budget isn't part of the measurement.
      POINTS_PER_MINUTE: '2000000000',
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
  });
  const port = Number(new URL(product.url).port);
  const clients = startClients({ port, cookies, query: subscription, page: firstPage });

  async function measure(rate: number, open: number): Promise<Row> {
    await clients.ask('heard');
    const cpu = () => cpuSeconds(product.pid) ?? Number.NaN;
    const before = cpu();
    const reading = autocannon({
      url: `${product.url}/api/graphql`,
      connections: readers,
      duration: seconds,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.url, cookie: reader },
      body: JSON.stringify({ query: firstPage }),
    });
    const made = await change(client, rate);
    const read = await reading;
    if (!open && read.non2xx) throw new Error(`${read.non2xx} reads were refused.`);
    await pause(rate && open ? 4_000 : 1_000);
    const { heard = [], asked = [] } = await clients.ask('heard');
    const delays = heard.map(([id, at]) => at - (made.get(id) ?? Number.NaN));
    const [told, answered] = [delays, asked].map((all) =>
      all.filter(Number.isFinite).sort((a, b) => a - b),
    ) as [number[], number[]];
    const ms = (all: readonly number[], share: number) =>
      all.length ? quantile(all, share).toFixed(0) : '–';
    return {
      streams: open,
      'changes/s': rate,
      'reads/s': Math.round(read.requests.average),
      'read p99 ms': read.latency.p99,
      refused: read.non2xx + read.errors,
      'told %': made.size && open ? ((100 * told.length) / (made.size * open)).toFixed(1) : '–',
      'p50 ms': ms(told, 0.5),
      'p99 ms': ms(told, 0.99),
      'max ms': ms(told, 1),
      'asked again/s': Math.round(asked.length / seconds),
      'asked p99 ms': ms(answered, 0.99),
      'server CPU %': Math.round((100 * (cpu() - before)) / (seconds + 4)),
    };
  }

  try {
    await measure(0, 0);
    const rows = [await measure(0, 0)];
    const { opened = 0 } = await clients.ask('open');
    if (opened < streams) throw new Error(`Only ${opened} of ${streams} streams are open.`);
    await pause(3_000);
    for (const rate of rates) rows.push(await measure(rate, opened));
    print(rows);
  } finally {
    await clients.stop();
    await product.stop();
  }
}
