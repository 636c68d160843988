/** The measured servers: the product in production mode, and its peers. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startProduct } from '#tests/support/product.ts';
import { signInManager } from './signed-in.ts';
import { type Dialect, operations, ownApi, postgraphile, relay } from './workloads.ts';

export type Target = {
  name: string;
  url: string;
  pid: number;
  databaseUrl: string;
  headers: Record<string, string>;
  dialect: Dialect;
  pageSize: number;
  /** Milliseconds from process start to the first answer. */
  readyAfter: number;
  stop(): Promise<unknown>;
};

type Peer = Pick<Target, 'name' | 'dialect' | 'pageSize'> & { file: string };

/** The first one is the baseline of the comparison. */
const peers: Peer[] = [
  { name: 'limit', file: 'limit.mjs', dialect: operations, pageSize: 50_000 },
  { name: 'Yoga + Pothos + Prisma', file: 'yoga.mjs', dialect: relay, pageSize: 100 },
  { name: 'PostGraphile', file: 'postgraphile.mjs', dialect: postgraphile, pageSize: 50_000 },
  { name: 'Yoga + pg', file: 'yoga-by-hand.mjs', dialect: relay, pageSize: 50_000 },
];

export async function startPeers(databaseUrl: string, token: string): Promise<Target[]> {
  const started: Target[] = [];
  for (const peer of peers) started.push(await startPeer(peer, databaseUrl, token));
  return started;
}

async function startPeer(peer: Peer, databaseUrl: string, token: string): Promise<Target> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peers', peer.file)], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: String(port),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors = `${errors}${chunk}`.slice(-10_000)));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}/graphql`;
  while (!(await isListening(url))) {
    if (child.exitCode !== null) throw new Error(`${peer.name} did not start:\n${errors}`);
    await sleep(20);
  }
  return {
    ...peer,
    url,
    pid: child.pid ?? 0,
    databaseUrl,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    readyAfter: performance.now() - begin,
    stop() {
      process.removeListener('exit', kill);
      kill();
      return ended;
    },
  };
}

const isListening = (url: string) =>
  fetch(url, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  );

const modes = [
  { name: 'Atrium, ACCELERATE=false', env: { ACCELERATE: 'false' } },
  { name: 'Atrium', env: {} },
];

/** The product in each mode, on one database, with the session of a manager. */
export async function startProductTargets(databaseUrl: string): Promise<Target[]> {
  const cookie = await signInManager(databaseUrl);
  const targets: Target[] = [];
  try {
    for (const mode of modes) targets.push(await startInMode(databaseUrl, cookie, mode));
  } catch (error) {
    for (const target of targets) await target.stop();
    throw error;
  }
  return targets;
}

async function startInMode(
  databaseUrl: string,
  cookie: string,
  { name, env }: { name: string; env: Record<string, string> },
): Promise<Target> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const product = await startProduct({
    databaseUrl,
    smtpUrl: 'smtp://127.0.0.1:1',
    port,
    keepLog: false,
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      BASE_URL: origin,
      ORGANIZATIONS: 'true',
      // Effectively unlimited: the per-user limit isn't part of the measurement.
      MUTATIONS_PER_MINUTE: '1000000',
      POINTS_PER_MINUTE: '2000000000',
      ...env,
    },
  });
  return {
    name,
    url: `${origin}/api/graphql`,
    pid: product.pid,
    databaseUrl,
    headers: { 'content-type': 'application/json', origin, cookie },
    dialect: ownApi,
    pageSize: 100,
    readyAfter: performance.now() - begin,
    stop: product.stop,
  };
}
