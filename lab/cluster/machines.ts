import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { startProxy } from '#lab/resilience/proxy-examples.ts';
import { pause, until } from '#lab/support/wait.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { startDatabaseProxy, startPgbouncer } from './balancers.ts';
import { type DatabaseNode, startDatabaseNode } from './database-node.ts';
import { createWorkplace, type Workplace } from './processes.ts';

export const admin = 'root@example.org';

const newPassword = () => randomBytes(16).toString('hex');

export type Machines = Awaited<ReturnType<typeof startMachines>>;

/** @param patroni the command that runs Patroni */
export async function startMachines(patroni: readonly string[]) {
  const place = createWorkplace();
  const endings = [() => place.close()];
  const close = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    return { ...(await startAll({ place, endings, patroni })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function hasVersion(etcdUrl: string): Promise<boolean> {
  const response = await fetch(`${etcdUrl}/version`).catch(() => undefined);
  const version = (await response?.json()) as { etcdcluster?: string } | undefined;
  return /^\d/.test(version?.etcdcluster ?? '');
}

async function startAll({
  place,
  endings,
  patroni,
}: {
  place: Workplace;
  endings: (() => Promise<void>)[];
  patroni: readonly string[];
}) {
  const passwords = {
    superuser: newPassword(),
    replication: newPassword(),
    product: newPassword(),
  };
  const [etcd, etcdPeer, database, http, pool] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const at = (port: number) => `http://127.0.0.1:${port}`;
  place.start('etcd', 'etcd', [
    ...['--data-dir', place.makeFolder('etcd-data'), '--name', 'etcd'],
    ...['--listen-client-urls', at(etcd), '--advertise-client-urls', at(etcd)],
    ...['--listen-peer-urls', at(etcdPeer), '--initial-advertise-peer-urls', at(etcdPeer)],
    ...['--initial-cluster', `etcd=${at(etcdPeer)}`],
  ]);
  // Patroni ends if it connects before etcd has decided on its version.
  await until(
    'etcd runs',
    () => hasVersion(at(etcd)),
    90_000,
    () => place.logOf('etcd'),
  );
  const names = ['node1', 'node2', 'node3'];
  const nodes = await Promise.all(
    names.map(async (name) => {
      const node = await startDatabaseNode(name, { place, etcdPort: etcd, passwords, patroni });
      endings.push(() => node.close());
      return node;
    }),
  );
  const explain = () =>
    ['etcd', ...names].map((name) => `${name}:\n${place.logOf(name)}`).join('\n');
  const rolesOf = () => Promise.all(nodes.map((node) => node.role()));
  const isComplete = async () =>
    (await rolesOf()).sort().join() === 'primary,replica,synchronous replica';
  await until('three databases run', isComplete, 90_000, explain);

  const instancePorts = [await freePort(), await freePort()] as const;
  startDatabaseProxy(place, {
    databasePort: database,
    nodes: nodes.map(({ name, ports }) => ({ name, port: ports.postgres, checkPort: ports.rest })),
  });
  const superUrl = `postgresql://postgres:${passwords.superuser}@127.0.0.1:${database}/postgres`;
  // HAProxy treats every node as the primary until its first health check.
  await until('the primary is reached', async () => {
    const standbys = await query(superUrl, 'SELECT pg_is_in_recovery() AS "is" FROM pg_sleep(2)');
    return String(standbys[0]?.is) === 'false';
  });
  await query(superUrl, `CREATE ROLE atrium LOGIN PASSWORD '${passwords.product}'`);
  await query(superUrl, 'CREATE DATABASE atrium OWNER atrium');

  const startPool = () =>
    startPgbouncer(place, { port: pool, databasePort: database, password: passwords.product });
  let pgbouncer = startPool();
  const mailbox = await startMailbox();
  endings.push(() => mailbox.close());
  const urlAt = (port: number) =>
    `postgresql://atrium:${passwords.product}@127.0.0.1:${port}/atrium`;
  const proxy = await startProxy('haproxy', { port: http, upstreams: instancePorts });
  endings.push(() => proxy.stop());
  const { url, ca } = proxy;

  const startInstance = (index: number, program?: string): Promise<Product> =>
    startProduct({
      databaseUrl: `${urlAt(pool)}?pgbouncer=true`,
      smtpUrl: mailbox.url,
      port: instancePorts[index] ?? 0,
      ...(program ? { program } : {}),
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        DATABASE_DIRECT_URL: urlAt(database),
        BASE_URL: url,
        TRUSTED_PROXIES: '127.0.0.1',
        ADMIN_EMAILS: admin,
        LOG_LEVEL: 'warn',
        POINTS_PER_MINUTE: '2000000000',
        DRAIN_SECONDS: undefined,
        MUTATIONS_PER_MINUTE: '1000000',
      },
    });
  const instances: Product[] = [];
  endings.push(async () => {
    await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  });
  // Start both concurrently: one of them migrates.
  await Promise.all(
    [0, 1].map(async (index) => {
      instances[index] = await startInstance(index);
    }),
  );

  return {
    url,
    ca,
    mailbox,
    nodes,
    instances,
    startInstance,
    untilComplete: () => until('three databases run', isComplete, 90_000, explain),
    async primary(): Promise<DatabaseNode> {
      const roles = await rolesOf();
      const found = nodes[roles.indexOf('primary')];
      if (!found) throw new Error(`There is no primary: ${roles.join()}`);
      return found;
    },
    async killPool(): Promise<void> {
      await pgbouncer.kill();
      await pause(1_000);
      pgbouncer = startPool();
    },
    query: (text: string) => query(urlAt(database), text),
  };
}

async function query(url: string, text: string): Promise<Record<string, string>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 3_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch {
    return [];
  } finally {
    await client.end().catch(() => {});
  }
}
