import { times } from '#lab/support/documents.ts';
import type { HttpClient } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { pause } from '#lab/support/target.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { flood, measureHonestClients } from './honest-traffic.ts';
import { memory } from './memory.ts';
import { createUser } from './users.ts';

/** Each fragment spreads the next one twice: 2^levels spreads in a few hundred bytes. */
export const doubling = (levels: number, kind: 'mutation' | 'query' = 'mutation') => {
  const [type, field] =
    kind === 'mutation' ? ['Mutation', 'updateViewer(input: {})'] : ['Query', 'setup'];
  const leaf = kind === 'mutation' ? `${field} { errors { code } }` : `${field} { appName }`;
  const fragments = Array.from({ length: levels }, (_, i) =>
    i + 1 < levels
      ? `fragment A${i} on ${type} { ...A${i + 1} ...A${i + 1} }`
      : `fragment A${i} on ${type} { ${leaf} }`,
  );
  return `${kind} { ...A0 } ${fragments.join(' ')}`;
};

export const expensive: Record<string, string> = {
  '60 × __schema': `{ ${times(60, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
  '100 search counts': `{ ${times(100, (i) => `a${i}: repositories(searchTerm: "a${i}", first: 1) { totalCount }`)} }`,
  '100 searches': `{ ${times(100, (i) => `a${i}: repositories(searchTerm: "ab${i}", first: 1) { nodes { id } }`)} }`,
  'counts in a list': `{ users(first: 100) { nodes { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} } } }`,
  'sessions and history in a list':
    '{ users(first: 100) { nodes { sessions(first: 100) { nodes { id } } auditEvents(first: 100) { nodes { actor { name } } } } } }',
  '190 aliases of a long text': `{ repositories(first: 100) { nodes { ${times(190, (i) => `a${i}: description`)} } } }`,
  '50 × statistics': `{ ${times(50, (i) => `a${i}: statistics(days: 366) { newUsersPerDay { count } }`)} }`,
};

export async function mostExpensiveAllowed(client: HttpClient): Promise<string> {
  const query = (count: number) =>
    `{ ${times(count, (i) => `a${i}: repositories(searchTerm: "re${i}", first: 100) { totalCount nodes { id name description } }`)} }`;
  for (const count of [64, 32, 16, 8, 4, 2]) {
    const { codes, data } = await client.graphql(query(count));
    if (data && codes.length === 0) return query(count);
  }
  return query(1);
}

const fairShare: Scenario = {
  row: 29,
  title: 'a client that keeps the server busy with allowed documents leaves room for others',
  exclusive: 'first',
  async run(context, check, note) {
    const { client } = await createUser(context, context.adminClient, 'USER');
    const query = await mostExpensiveAllowed(client);
    const impatient = client.withTarget({ ...context, retries: false });
    let sent = 0;
    const watched = await measureHonestClients(
      context,
      check,
      async () => {
        sent = await flood(32, 4_000, () => impatient.graphql(query));
      },
      { bound: 2_000 },
    );
    note(
      `${sent} requests in 32 lanes; others: slowest ${Math.round(Math.max(...watched.times))} ms`,
    );
  },
};

const unread: Scenario = {
  row: 29,
  title: 'answers that are not read: memory is given back',
  exclusive: 'first',
  async run(context, check, note) {
    for (let i = 0; i < 60; i += 1) await longRepository(context, check);
    const { client } = await createUser(context, context.adminClient, 'USER');
    const own = client.withTarget({ ...context, retries: false });
    const query = '{ repositories(first: 100) { nodes { id name link description } } }';
    check('the answer is large', (await own.post('/api/graphql', { query })).text.length > 100_000);
    const before = memory(context.operator.pids);
    let peak = before;
    await measureHonestClients(context, check, async () => {
      const abort = new AbortController();
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: own.origin },
        body: JSON.stringify({
          query: `{ ${times(5, (i) => `a${i}: repositories(first: 100) { nodes { description } }`)} }`,
        }),
        signal: abort.signal,
      };
      const opened = Array.from({ length: 60 }, () =>
        own
          .copy()
          .open('/api/graphql', init)
          .then(
            (response) => response.on('error', () => {}),
            () => undefined,
          ),
      );
      for (let i = 0; i < 20; i += 1) {
        await pause(200);
        peak = Math.max(peak, memory(context.operator.pids));
      }
      abort.abort();
      await Promise.allSettled(opened);
    });
    const limit = 200 * context.operator.pids.length;
    const settled = await until(() => memory(context.operator.pids) < before + limit, 30_000);
    const after = memory(context.operator.pids);
    check('memory is given back', settled !== undefined, [before, peak, after]);
    note(
      `${Math.round(before)} MB before, ${Math.round(peak)} at most, ${Math.round(after)} after`,
    );
  },
};

async function longRepository({ adminClient }: Context, check: Check): Promise<void> {
  const made = await adminClient.graphql(
    `mutation ($name: String!, $description: String!) { createRepository(input: {
      name: $name, link: "git.example.com/x", description: $description }) { repository { id } } }`,
    { name: `long ${newAddress()}`, description: 'lorem ipsum '.repeat(160) },
  );
  if (!made.data?.createRepository?.repository) check('a repository is made', false, made);
}

export const costlyScenarios = [fairShare, unread];
