/** Measures the largest lists, read to the end and cancelled. README.md in this folder explains the output. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { say } from '#server/progress.ts';
import { limits } from '#shared/limits.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { fill, withClient } from './fill.ts';
import { addSession, addUser, secret } from './signed-in.ts';
import { residentMemory } from './usage.ts';

const users = 10_000;
const sampleIntervalMs = 50;

type Bench = { product: Product; client: Client; cookie: string };

async function watch<Result>({ product }: Bench, work: () => Promise<Result>) {
  const idle = residentMemory(product.pid) ?? Number.NaN;
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMemory(product.pid) ?? 0);
  }, sampleIntervalMs);
  const started = performance.now();
  try {
    const result = await work();
    return { result, idle, peak, seconds: (performance.now() - started) / 1_000 };
  } finally {
    clearInterval(timer);
  }
}

type Answer<Data> = { data?: Data; errors?: { extensions: { retryAfter?: number } }[] };

/** Sends a document. When rate limited, waits and retries like the interface. */
async function send<Data>(
  { product, cookie }: Bench,
  query: string,
  variables: object,
): Promise<Data> {
  for (;;) {
    const response = await fetch(`${product.url}/api/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.url, cookie },
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors = [] } = (await response.json()) as Answer<Data>;
    const wait = errors[0]?.extensions.retryAfter;
    if (wait === undefined) {
      if (!data || errors.length > 0) throw new Error(JSON.stringify(errors));
      return data;
    }
    say(`    the server asks to wait ${wait} s`);
    await pause(wait * 1_000);
  }
}

const idPage = `query ($after: String) { users(first: ${limits.nodesMax}, after: $after, status: ACTIVE) {
  nodes { id } pageInfo { hasNextPage endCursor } } }`;
const banUsers = `mutation ($ids: [ID!]!) {
  banUsers(input: { ids: $ids, banReason: "Benchmark" }) { users { id } errors { code } } }`;

type IdPage = { users: { nodes: { id: string }[]; pageInfo: { endCursor: string } } };
type Banned = { banUsers: { users: { id: string }[] } };

/** Bans up to `most` users page by page, like the interface's "select all matching". */
async function ban(bench: Bench, most: number): Promise<number> {
  let done = 0;
  for (let after: string | null = null; done < most; ) {
    const page: IdPage = await send(bench, idPage, { after });
    const ids = page.users.nodes.map(({ id }) => id);
    after = page.users.pageInfo.endCursor;
    if (ids.length === 0) break;
    done += (await send<Banned>(bench, banUsers, { ids })).banUsers.users.length;
    if (done % 1_000 === 0) say(`    ${done} of ${users}`);
  }
  return done;
}

const bannedCount = async ({ client }: Bench) =>
  Number((await client.query('SELECT count(*) FROM "user" WHERE "banned"')).rows[0].count);

async function measureBulk(bench: Bench): Promise<void> {
  say(`\nBan ${users} users, ${limits.nodesMax} at a time`);
  const stopped = await ban(bench, users / 10);
  say(`  stopped after ${stopped}: ${await bannedCount(bench)} are banned`);
  const { result, idle, peak, seconds } = await watch(bench, () => ban(bench, users - stopped));
  const total = stopped + result;
  if (total !== users || (await bannedCount(bench)) !== users) throw new Error(`banned ${total}`);
  say(`  ${result} in ${seconds.toFixed(1)} s; memory ${idle} MiB before, ${peak} at its peak`);
}

type Csv = { bytes: number; lines: number };

async function download({ product, cookie }: Bench, rows: number, most = rows): Promise<Csv> {
  const { body, status } = await fetch(`${product.url}/api/export/repositories.csv`, {
    headers: { cookie, origin: product.url },
  });
  if (status !== 200 || !body) throw new Error(`The export answers ${status}.`);
  const read = { bytes: 0, lines: -1 };
  let shown = 0;
  for await (const chunk of body) {
    read.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) read.lines += 1;
    const tenths = Math.floor((10 * read.lines) / rows);
    if (tenths > shown) say(`    ${tenths * 10} %, ${Math.round(read.bytes / 1e6)} MB`);
    shown = tenths;
    // Breaking out of the loop closes the connection.
    if (read.lines >= most && most < rows) break;
  }
  return read;
}

async function lastExport({ product }: Bench): Promise<{ outcome: string; rows: number }> {
  await pause(1_000);
  const lines = product.log.split('\n').filter((line) => line.includes('"msg":"export"'));
  return JSON.parse(lines.at(-1) ?? '{}');
}

async function measureCsv(bench: Bench, rows: number): Promise<void> {
  say(`\nCSV of ${rows} repositories`);
  const { result, idle, peak, seconds } = await watch(bench, () => download(bench, rows));
  if (result.lines !== rows) throw new Error(`The file has ${result.lines} lines.`);
  const megabytes = (result.bytes / 1e6).toFixed(0);
  say(
    `  ${megabytes} MB in ${seconds.toFixed(1)} s; memory ${idle} MiB before, ${peak} at its peak`,
  );
  await download(bench, rows, rows / 10);
  const { outcome, rows: written } = await lastExport(bench);
  say(`  closed after ${rows / 10} lines: the server says “${outcome}” after ${written}`);
  if (outcome !== 'cancelled' || written > rows / 2) throw new Error('The export went on.');
}

export async function benchLists({ rows }: { rows: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  const postgres = await startEmbedded({ dataDir });
  try {
    await migrate(postgres.url);
    say(`Filling the database with ${rows} repositories …`);
    await fill(postgres.url, rows);
    await withClient(postgres.url, async (client) => {
      const { rowCount } = await client.query(
        'DELETE FROM "user" WHERE "id" NOT IN (SELECT "id" FROM "user" ORDER BY "id" LIMIT $1)',
        [users],
      );
      say(`${rowCount} users beyond ${users} left out`);
      const cookie = await addSession(client, await addUser(client, 'a', 'admin'));
      // Paging through IDs and mutations the way the interface does exceeds the per-minute point budget.
      const env = { AUTH_SECRET: secret, POINTS_PER_MINUTE: '1000000', LOG_LEVEL: 'info' };
      const product = await startProduct({ databaseUrl: postgres.url, env });
      try {
        const bench = { product, client, cookie };
        await measureBulk(bench);
        await measureCsv(bench, rows);
      } finally {
        await product.stop();
      }
    });
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
