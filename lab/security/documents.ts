import { readFileSync } from 'node:fs';
import { HttpClient } from '#lab/support/http-client.ts';
import { quantile } from '#lab/support/probe.ts';
import { type Context, type Scenario, until } from './context.ts';

export const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

const excessive: Record<string, object> = {
  'depth of 40': {
    query: `{ viewer { user { ${'sessions(first: 1) { nodes { impersonator { '.repeat(13)} id ${'} } } '.repeat(13)} } } }`,
  },
  'circular fragments': {
    query: '{ viewer { ...A } } fragment A on Viewer { ...B } fragment B on Viewer { ...A }',
  },
  '1,000 aliases': { query: `{ ${times(1_000, (i) => `a${i}: setup { appName }`)} }` },
  '300 aliases of a list': {
    query: `{ ${times(300, (i) => `a${i}: repositories(first: 100) { nodes { id name } }`)} }`,
  },
  '5,000 same fields': { query: `{ setup { ${times(5_000, () => 'appName')} } }` },
  '500 directives': { query: `{ setup { appName ${times(500, () => '@include(if: true)')} } }` },
  '200 directives': { query: `{ setup { appName ${times(200, () => '@skip(if: false)')} } }` },
  '90 kB of {': { query: '{'.repeat(90_000) },
  '90 kB of a comment’s brackets': { query: `{ setup { appName } } # ${'{'.repeat(89_000)} \n {` },
  'lists in lists': {
    query:
      '{ users(first: 100) { nodes { sessions(first: 100) { nodes { id createdAt expiresAt } } } } repositories(first: 100) { nodes { id } } }',
  },
  '100 mutations': {
    query: `mutation { ${times(100, (i) => `a${i}: deleteUsers(input: { ids: ["usr_${i}"] }) { errors { code } }`)} }`,
  },
  'a batch': [{ query: '{ setup { appName } }' }, { query: '{ setup { appName } }' }],
  'a batch of 1,000': Array.from({ length: 1_000 }, () => ({ query: '{ setup { appName } }' })),
  'a page of a million': {
    query: 'query ($first: Int) { repositories(first: $first) { nodes { id } } }',
    variables: { first: 1_000_000 },
  },
  'a page of minus one': {
    query: 'query ($first: Int) { repositories(first: $first) { nodes { id } } }',
    variables: { first: -1 },
  },
};

export const memory = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return sum + Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  }, 0);

const tooMuch: Scenario = {
  row: 11,
  title: 'documents that ask too much',
  exclusive: 'first',
  async run(target, check, note) {
    const anonymous = new HttpClient(target);
    const timeOf = async (body: object) => {
      const all: number[] = [];
      for (let i = 0; i < 7; i += 1) {
        const begin = performance.now();
        await anonymous.post('/api/graphql', body);
        all.push(performance.now() - begin);
      }
      return quantile(all);
    };
    const usual = await timeOf({ query: '{ setup { appName } }' });
    let slowest = 0;
    for (const [what, body] of Object.entries(excessive)) {
      for (const client of [anonymous, target.adminClient]) {
        const { status, json, headers, text } = await client.post('/api/graphql', body);
        const codes: string[] =
          json?.errors?.map((e: { extensions: { code: string } }) => e.extensions.code) ?? [];
        const isRefused =
          codes.length > 0 && codes.every((c) => c !== 'INTERNAL_ERROR') && status < 500;
        check(`${what}: refused`, isRefused && !hasData(json?.data), text.slice(0, 200));
        if (what === 'depth of 40') {
          check(`${what}: for its cost`, codes.includes('QUERY_TOO_COMPLEX'), codes);
        }
        const statements = await statementsOf(target, headers.get('x-request-id'));
        const most = client === anonymous ? 0 : 1;
        check(`${what}: before any SQL`, statements <= most, statements);
      }
      const took = await timeOf(body);
      slowest = Math.max(slowest, took);
      // Measure again in case the machine was busy.
      let isQuick = took < usual + 20;
      for (let more = 0; !isQuick && more < 3; more += 1)
        isQuick = (await timeOf(body)) < usual + 20;
      check(`${what}: in 20 ms`, isQuick, [usual, took]);
    }
    note(
      `slowest refusal: median ${slowest.toFixed(1)} ms, a plain query takes ${usual.toFixed(1)} ms`,
    );
    const { pids } = target.operator;
    const before = memory(pids);
    for (let round = 0; round < 15; round += 1) {
      await Promise.all(
        Object.values(excessive).map((body) => anonymous.post('/api/graphql', body)),
      );
    }
    const grown = memory(pids) - before;
    check('memory is stable', grown < 200 * pids.length, grown);
    note(
      `memory grew by ${Math.round(grown)} MB over ${15 * Object.keys(excessive).length} of them`,
    );
  },
};

const hasData = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);

export async function statementsOf(
  { operator }: Pick<Context, 'operator'>,
  requestId: string | null,
): Promise<number> {
  const find = () =>
    operator
      .log()
      .split('\n')
      .find((each) => each.includes(`"requestId":"${requestId}"`) && each.includes('"sql"'));
  await until(() => find() !== undefined, 30_000);
  return Number(JSON.parse(find() ?? '{}').sql);
}

export const documentScenarios = [tooMuch];
