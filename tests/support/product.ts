import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allocator } from '#scripts/bootstrap/common.mjs';

/** What startProduct and startServer sign with. */
export const testSecret = 'a secret for tests, of more than 32 characters';

/** The settings that production needs. */
export const productionEnv = {
  NODE_ENV: 'production',
  BASE_URL: 'https://atrium.example.com',
  AUTH_SECRET: testSecret,
  SMTP_URL: 'smtp://127.0.0.1:1',
};

const root = join(import.meta.dirname, '..', '..');

export type ProductOptions = {
  databaseUrl: string;
  /** Runs this instead of the bundle. Relative to the repository root. */
  program?: string;
  smtpUrl?: string;
  env?: Record<string, string | undefined>;
  port?: number;
  /** `log` keeps growing once the product is ready. Default: true. It may lag until the product has stopped. */
  keepLog?: boolean;
};

export type Product = {
  url: string;
  pid: number;
  readonly log: string;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export async function startProduct({
  databaseUrl,
  program = 'dist/server/main.js',
  smtpUrl,
  env = {},
  port: wantedPort,
  keepLog = true,
}: ProductOptions): Promise<Product> {
  const port = wantedPort ?? (await freePort());
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-product-'));
  // Pass neither the caller's other settings nor Vitest's to the product (Vitest sets BASE_URL to "/").
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ACCELERATE } = process.env;
  const child = spawn(process.execPath, [join(root, program)], {
    // Not the folder with a developer's .env.
    cwd: dataDir,
    env: {
      ...allocator,
      PATH,
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE,
      ACCELERATE,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SMTP_URL: smtpUrl ?? '',
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      AUTH_SECRET: testSecret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  let isLogKept = true;
  const append = (chunk: Buffer) => {
    if (isLogKept) log += chunk;
  };
  child.stdout.on('data', append);
  child.stderr.on('data', append);
  // The log is complete at 'close', which may follow 'exit'.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  // An aborted test run must not leave products behind.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => {
    process.removeListener('exit', kill);
    rmSync(dataDir, { recursive: true, force: true });
  });

  const product: Product = {
    url: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    get log() {
      return log;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const timer = setTimeout(kill, 20_000);
      const code = await ended;
      clearTimeout(timer);
      return code;
    },
  };
  const deadline = Date.now() + 300_000;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await isReady(`http://127.0.0.1:${port}`)) {
      isLogKept = keepLog;
      return product;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await product.stop('SIGKILL');
  throw new Error(`The product did not become ready.\n${log}`);
}

export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Below the ports that systems give to outgoing connections, so that none takes it before it is used. */
const ports = { first: 20_000, count: 12_000 };

export async function freePort(): Promise<number> {
  const port = ports.first + randomInt(ports.count);
  return (await isFree(port)) ? port : freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
