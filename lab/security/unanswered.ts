/** Clients that send many requests and read no response, on every kind of route, also behind a trusted proxy. */

import { readdirSync, statSync } from 'node:fs';
import { HttpClient, newClientAddress } from '#lab/support/http-client.ts';
import { type Check, quantile } from '#lab/support/probe.ts';
import { pause } from '#lab/support/wait.ts';
import type { Context, Scenario } from './context.ts';
import { memory } from './memory.ts';
import { hostOf, openConnection } from './raw-http.ts';

const allowed = { memory: 100, wait: 1_000 };

type Attack = { request: string; connections: number; pipelined: number };

const query = '{"query":"{ setup { appName } }"}';
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
const post = `POST /api/graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${query.length}\r\n\r\n${query}`;

function largestScript(): string {
  const folder = new URL('../../dist/client/assets/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const size = (name: string) => statSync(new URL(name, folder)).size;
  return `/assets/${scripts.sort((a, b) => size(b) - size(a))[0]}`;
}

/** Smallest first. */
const largeFiles = [largestScript(), '/graphiql/graphiql.js'];
const largest = largeFiles.at(-1) ?? '';
const compressed = 'Accept-Encoding: gzip\r\n';

/** Ordered by size, so that a successful attack ends the test before it takes down the machine. */
const attacks = (): Record<string, Attack> => ({
  'the largest file, pipelined': { request: get(largest), connections: 1, pipelined: 100 },
  'the largest file on many connections': { request: get(largest), connections: 100, pipelined: 1 },
  'the largest file, compressed': {
    request: get(largest, compressed),
    connections: 100,
    pipelined: 4,
  },
  'a script': { request: get(largestScript()), connections: 2, pipelined: 1_100 },
  'the schema': {
    request: get('/api/graphql/schema.graphql'),
    connections: 2,
    pipelined: 1_100,
  },
  'a guide': { request: get('/api/graphql/guide'), connections: 2, pipelined: 1_100 },
  'a page': { request: get('/login?x=1'), connections: 2, pipelined: 1_100 },
  'health checks': { request: get('/healthz'), connections: 5, pipelined: 10_000 },
  queries: { request: post, connections: 5, pipelined: 10_000 },
  'the largest file, pipelined on many connections': {
    request: get(largest),
    connections: 20,
    pipelined: 2_000,
  },
});

async function send(context: Context, { request, ...attack }: Attack, isProxied: boolean) {
  const forwarded = isProxied ? 'X-Forwarded-For: 192.0.2.66\r\n' : '';
  const host = `Host: ${hostOf(context)}\r\n${forwarded}`;
  const text = request.replace('Host: localhost\r\n', host).repeat(attack.pipelined);
  const address = isProxied ? '127.0.0.1' : newClientAddress();
  const opened = await Promise.all(
    Array.from({ length: attack.connections }, () => openConnection(context, address)),
  );
  for (const { socket } of opened) {
    socket.pause();
    socket.write(text);
  }
  return () => opened.forEach(({ socket }) => void socket.destroy());
}

async function visit(client: HttpClient) {
  return [await client.post('/api/graphql', query), await client.fetch('/login')];
}

async function watch(context: Context, attack: Attack, isProxied: boolean) {
  const client = new HttpClient({ ...context, retries: false });
  const used = () => memory(context.operator.pids.slice(0, 1));
  const usual: number[] = [];
  while (usual.length < 20) usual.push(...(await visit(client)).map(({ ms }) => ms));
  const before = used();
  let peak = before;
  const waits: number[] = [];
  const statuses = new Set<number>();
  const end = await send(context, attack, isProxied);
  const until = Date.now() + 3_000;
  while (Date.now() < until && peak < before + 10 * allowed.memory) {
    for (const { status, ms } of await visit(client)) {
      statuses.add(status);
      waits.push(ms);
    }
    peak = Math.max(peak, used());
    await pause(20);
  }
  end();
  await pause(200);
  const added = Math.max(peak, used()) - before;
  const slowest = quantile(waits, 0.99);
  return { added, slowest, usual: Math.max(...usual), statuses: [...statuses] };
}

/** Measures up to three times: a real problem shows every time. */
async function untilFine<T>(measure: () => Promise<T>, isFine: (seen: T) => boolean): Promise<T> {
  let seen = await measure();
  for (let turn = 1; turn < 3 && !isFine(seen); turn += 1) seen = await measure();
  return seen;
}

async function attackAll(
  context: Context,
  check: Check,
  note: (figure: string) => void,
  isProxied: boolean,
) {
  await makeAll(context);
  for (const [what, attack] of Object.entries(attacks())) {
    const { added, slowest, usual, statuses } = await untilFine(
      () => watch(context, attack, isProxied),
      (seen) => seen.slowest < allowed.wait + 3 * seen.usual || seen.added > allowed.memory,
    );
    check(`${what}: less than ${allowed.memory} MB more`, added < allowed.memory, added);
    check(
      `${what}: others wait less than a second and thrice what is usual`,
      slowest < allowed.wait + 3 * usual,
      [slowest, usual],
    );
    check(`${what}: others are served`, String(statuses) === '200', statuses);
    note(`${what}: ${Math.round(added)} MB more, others ${Math.round(slowest)} ms`);
    if (added > 10 * allowed.memory) return;
  }
}

const warmed = [
  largest,
  '/api/graphql/schema.graphql',
  '/api/graphql/guide',
  '/login?x=1',
  '/healthz',
  '/readyz',
];

/** Warms up every instance's caches, so that they don't count as memory of an attack. */
async function makeAll(context: Context): Promise<void> {
  const client = new HttpClient(context);
  for (const encoding of ['gzip', 'br']) {
    for (const path of warmed) {
      for (const _ of context.urls) {
        await client.fetch(path, { headers: { 'accept-encoding': encoding } });
      }
    }
  }
}

const unanswered: Scenario = {
  row: 38,
  title: 'requests whose answers are never read',
  exclusive: 'first',
  only: ['two', 'production'],
  run: (context, check, note) => attackAll(context, check, note, false),
};

const proxied: Scenario = {
  row: 38,
  title: 'requests through a trusted proxy whose answers are never read',
  exclusive: 'first',
  only: ['production'],
  run: (context, check, note) => attackAll(context, check, note, true),
};

export const unansweredScenarios = [unanswered, proxied];
