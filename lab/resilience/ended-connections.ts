/** Row 43: PostgreSQL ends connections at any moment while the product's event loop is delayed. */
import { codesOf, HttpClient, type Reply } from '#lab/support/http-client.ts';
import { keepStream } from '#lab/support/live-streams.ts';
import type { Check } from '#lab/support/probe.ts';
import { isAlive } from '#lab/support/worker-processes.ts';
import { newId } from '#server/database/ids.ts';
import { freshDatabase, withClient } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { admin, pause, type Scenario, until } from './context.ts';

const seconds = { usual: 40, long: 600 };
const lateMs = 50;

let made = 0;

function unique(): string {
  made += 1;
  return `ended-${made}`;
}

const ask = (client: HttpClient, query: string) =>
  client.post('/api/graphql', { query, variables: { name: unique() } });

const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "a.example" }) { repository { id } errors { code } } }`;

const requests: Record<string, (client: HttpClient) => Promise<Reply>> = {
  'a list': (client) => ask(client, '{ repositories(first: 20) { totalCount nodes { id name } } }'),
  'a search': (client) => ask(client, '{ repositories(searchTerm: "ended") { nodes { id } } }'),
  'the viewer': (client) => ask(client, '{ viewer { user { id } } }'),
  'an update': (client) =>
    ask(client, 'mutation { updateViewer(input: { name: "Late" }) { errors { code } } }'),
  'a creation': (client) => ask(client, create),
  'a creation with an ID': (client) =>
    client.post('/api/graphql', {
      query: create.replace('($', '($id: ID, $').replace('input: {', 'input: { id: $id,'),
      variables: { id: newId('Repository'), name: unique() },
    }),
  'a transaction': (client) =>
    ask(
      client,
      `mutation ($name: String!) {
        createOrganization(input: { name: $name, slug: $name }) { errors { code } } }`,
    ),
  'a transaction that is rolled back': (client) =>
    ask(
      client,
      `mutation ($name: String!) {
        createRepositories(input: { repositories: [{ name: $name, link: "a.example" }], validateOnly: true }) {
          errors { code } } }`,
    ),
  'a session': (client) => client.fetch('/api/auth/get-session'),
  readiness: (client) => client.fetch('/readyz'),
};

const usualCodes: readonly string[] = [
  // Expected, since the loop keeps creating organizations.
  'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
];

async function askUntil(client: HttpClient, signal: AbortSignal, check: Check) {
  const counts = { answered: 0, refused: 0 };
  const names = Object.keys(requests);
  while (!signal.aborted) {
    const what = names[Math.floor(Math.random() * names.length)] as string;
    const reply = await requests[what]?.(client).catch((error: Error) => error);
    if (!reply || reply instanceof Error) {
      if (signal.aborted) return counts;
      check(`${what} is answered`, false, (reply as NodeJS.ErrnoException)?.code);
      await pause(100);
      continue;
    }
    const isRefused = reply.status === 503 || reply.status === 429;
    counts[isRefused ? 'refused' : 'answered'] += 1;
    const isUsual = codesOf(reply).every((code) => usualCodes.includes(code));
    const isRight = isRefused || (reply.status === 200 && isUsual);
    if (!isRight) check(`${what}: right, or 503`, false, [reply.status, reply.text]);
    if (isRefused) await pause(10);
  }
  return counts;
}

async function storm({ pid }: Product, url: string, signal: AbortSignal) {
  const counts = { rounds: 0, ended: 0 };
  await withClient(url, async (client) => {
    while (!signal.aborted && isAlive(pid)) {
      const isLate = counts.rounds % 4 > 0;
      if (isLate) process.kill(pid, 'SIGSTOP');
      const { rowCount } = await client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND random() < $1`,
        [counts.rounds % 3 ? 1 : 0.33],
      );
      if (isLate) {
        await pause(lateMs);
        process.kill(pid, 'SIGCONT');
      }
      counts.rounds += 1;
      counts.ended += rowCount ?? 0;
      await pause(20 + Math.random() * 180);
    }
  });
  return counts;
}

export const endedConnectionsScenario: Scenario = {
  row: 43,
  title: 'connections end while the event loop is late',
  async probe({ long }, check, note) {
    const [database, mailbox] = [await freshDatabase(), await startMailbox()];
    const product = await startProduct({
      databaseUrl: database.url,
      smtpUrl: mailbox.url,
      env: {
        ADMIN_EMAILS: admin,
        MUTATIONS_PER_MINUTE: '1000000',
        POINTS_PER_MINUTE: '2000000000',
      },
    });
    try {
      const client = new HttpClient({ urls: [product.url], mailbox, admin });
      await client.signIn(admin);
      const crash = new AbortController();
      const watch = setInterval(() => isAlive(product.pid) || crash.abort(), 5);
      const time = AbortSignal.timeout((long ? seconds.long : seconds.usual) * 1_000);
      const over = AbortSignal.any([time, crash.signal]);
      const listening = keepStream(client, over);
      const asking = Array.from({ length: 8 }, () => askUntil(client, over, check));
      const { rounds, ended } = await storm(product, database.url, over);
      clearInterval(watch);
      const counts = await Promise.all(asking);
      await listening;
      const [answered, refused] = (['answered', 'refused'] as const).map((key) =>
        counts.reduce((sum, each) => sum + each[key], 0),
      );
      note(`${rounds} rounds ended ${ended} connections: ${answered} answers, ${refused} refusals`);
      const failure = /^.*"process\.failed".*$/m.exec(product.log)?.[0];
      check('the process lives', isAlive(product.pid) && !failure, failure);
      await until('signed in as before', async () => (await client.viewerId()) !== null);
    } finally {
      await product.stop();
      await mailbox.close();
      await database.drop();
    }
  },
};
