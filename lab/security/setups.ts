import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HttpClient } from '#lab/support/http-client.ts';
import type { Target } from '#lab/support/target.ts';
import { startTlsProxy } from '#lab/support/tls-proxy.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import type { Context, OperatorAccess, SetupName } from './context.ts';
import { logFindings } from './log-findings.ts';

const admin = 'root@example.org';

type Env = Record<string, string | undefined>;

export type Running = Target &
  Pick<Context, 'setup' | 'directUrl'> & {
    products: readonly Product[];
    operator: OperatorAccess;
    stop(): Promise<(number | null)[]>;
  };

type Teardown = (() => unknown)[];

export async function startSetup(
  setup: SetupName,
  { env = {} }: { env?: Env } = {},
): Promise<Running> {
  const ends: Teardown = [];
  const mailbox = await startMailbox();
  ends.push(() => mailbox.close());
  const all = { ADMIN_EMAILS: admin, LOG_LEVEL: 'info', ORGANIZATIONS: 'true', ...env };
  try {
    const { products, urls, ca, databaseUrl } = await starts[setup](mailbox.url, all, ends);
    return {
      setup,
      urls,
      ...(ca ? { ca } : {}),
      directUrl: products[0]?.url ?? '',
      mailbox,
      admin,
      leaks: [],
      secrets: new Set(),
      products,
      operator: {
        pids: products.map(({ pid }) => pid),
        log: () => products.map(({ log }) => log).join('\n'),
        ...(databaseUrl ? { databaseUrl } : {}),
      },
      async stop() {
        const codes = await Promise.all(products.map((product) => product.stop()));
        await tearDown(ends);
        return codes;
      },
    };
  } catch (error) {
    await tearDown(ends);
    throw error;
  }
}

async function tearDown(ends: Teardown): Promise<void> {
  for (const each of ends.reverse()) await each();
}

type Started = { products: Product[]; urls: string[]; ca?: string; databaseUrl?: string };

const starts: Record<SetupName, (smtpUrl: string, env: Env, ends: Teardown) => Promise<Started>> = {
  async local(smtpUrl, env, ends) {
    const dataDir = mkdtempSync(join(tmpdir(), 'atrium-attack-'));
    ends.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const own = { ...env, DATA_DIR: dataDir };
    const product = await startProduct({ databaseUrl: '', smtpUrl, env: own });
    return { products: [product], urls: [product.url] };
  },

  async two(smtpUrl, env, ends) {
    const database = await freshDatabase();
    ends.push(() => database.drop());
    const options = { databaseUrl: database.url, smtpUrl };
    const first = await startProduct({ ...options, env });
    ends.push(() => first.stop());
    const second = await startProduct({ ...options, env: { ...env, BASE_URL: first.url } });
    const products = [first, second];
    return { products, urls: products.map(({ url }) => url), databaseUrl: database.url };
  },

  async production(smtpUrl, env, ends) {
    const database = await freshDatabase();
    ends.push(() => database.drop());
    let port = 0;
    const proxy = await startTlsProxy(() => port);
    ends.push(() => proxy.close());
    const product = await startProduct({
      databaseUrl: database.url,
      smtpUrl,
      env: {
        ...env,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        BASE_URL: proxy.url,
        TRUSTED_PROXIES: '127.0.0.1/32',
        AUTH_SECRET: 'q7Hn2vXw0bKd9sZt4LmR8yPc1JfGu5Ea',
      },
    });
    port = Number(new URL(product.url).port);
    return { products: [product], urls: [proxy.url], ca: proxy.ca, databaseUrl: database.url };
  },
};

/**
 * Runs `work` against a separate product in the same set-up. Throws if the product leaked details, logged secrets
 * or failed to exit cleanly.
 */
export async function withOwnProduct(
  { setup }: Pick<Context, 'setup'>,
  options: { env?: Env },
  work: (own: Context) => Promise<void>,
): Promise<void> {
  const running = await startSetup(setup, options);
  const findings: string[] = [];
  try {
    const adminClient = await new HttpClient({ ...running, retries: true }).signIn(running.admin);
    await work({ ...running, adminClient });
    findings.push(...(running.leaks ?? []), ...logFindings(running));
  } finally {
    const codes = await running.stop();
    findings.push(...codes.filter((code) => code !== 0).map((code) => `exit code ${code}`));
  }
  if (findings.length) throw new Error(findings.join('\n'));
}
