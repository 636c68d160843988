/** The measured servers: the product in production mode, and its peers. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { freePort, startProduct } from '#tests/support/product.ts';
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
  { name: 'mercurius + pg', file: 'mercurius.mjs', dialect: relay, pageSize: 50_000 },
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

const managerEmail = 'admin@example.com';

const modes = {
  plain: { name: 'Atrium, ACCELERATE=false', env: { ACCELERATE: 'false' } },
  accelerated: { name: 'Atrium', env: {} },
};

/** The product in these modes, on one database. */
export async function startProductTargets(
  databaseUrl: string,
  started: readonly (keyof typeof modes)[],
): Promise<Target[]> {
  const mailbox = await startMailbox();
  const targets: Target[] = [];
  const stop = async () => {
    for (const target of targets) await target.stop();
    await mailbox.close();
  };
  try {
    for (const mode of started) {
      targets.push(await startInMode({ databaseUrl, smtpUrl: mailbox.url }, modes[mode]));
    }
    const cookie = await signIn(targets[0]?.headers.origin ?? '', mailbox);
    return targets.map((target, index) => ({
      ...target,
      headers: { ...target.headers, cookie },
      stop: index === 0 ? stop : async () => {},
    }));
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startInMode(
  options: { databaseUrl: string; smtpUrl: string },
  { name, env }: (typeof modes)[keyof typeof modes],
): Promise<Target> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const product = await startProduct({
    ...options,
    port,
    keepLog: false,
    env: {
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      BASE_URL: origin,
      ADMIN_EMAILS: managerEmail,
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
    databaseUrl: options.databaseUrl,
    headers: { 'content-type': 'application/json', origin },
    dialect: ownApi,
    pageSize: 100,
    readyAfter: performance.now() - begin,
    stop: product.stop,
  };
}

/** Returns the cookies of a manager's session, which every mode accepts. */
async function signIn(origin: string, mailbox: Mailbox): Promise<string> {
  const post = (path: string, body: object, cookie: string) =>
    fetch(`${origin}/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    });
  const email = managerEmail;
  const asked = await post('/email-otp/send-verification-otp', { email, type: 'sign-in' }, '');
  const { code } = await mailbox.next(email);
  const signedIn = await post('/sign-in/email-otp', { email, otp: code }, cookiesOf(asked));
  if (!signedIn.ok) throw new Error(`Signing in failed: ${await signedIn.text()}`);
  return cookiesOf(signedIn);
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
