/**
 * How fast the API is on 1,000,000 repositories and 100,000 people: `npm run bench`. Prints a row per
 * question and connection count; README.md beside this file keeps the figures of one machine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrate.ts';
import { say, step } from '#server/progress.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { fill } from './fill.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connectionCounts = [10, 50];

const page = `query ($after: String, $term: String) {
  repositories(first: 20, after: $after, searchTerm: $term) {
    pageInfo { hasNextPage endCursor }
    nodes { id name link description createdAt updatedAt viewerCanUpdate viewerCanDelete }
  }
}`;
const total = `query ($term: String) { repositories(first: 1, searchTerm: $term) { totalCount } }`;
const byId = 'query ($id: ID!) { repository(id: $id) { id name link description updatedAt } }';
const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x" }) { repository { id } errors { code } }
}`;

type Question = { title: string; query: string; variables(index: number): object };
type Figures = { rate: number; p50: number; p99: number };

const cursorAt = (n: number) => {
  const createdAt = new Date(Date.UTC(2020, 0, 1) + n * 1_000).toISOString();
  const key = ['createdAt', createdAt, `repo_${String(n).padStart(26, '0')}`];
  return Buffer.from(JSON.stringify(key)).toString('base64url');
};

const questions: Question[] = [
  { title: 'first page', query: page, variables: () => ({}) },
  {
    title: 'page at depth 500,000',
    query: page,
    variables: (index) => ({ after: cursorAt(500_000 + (index % 1_000)) }),
  },
  { title: 'search, 100 hits', query: page, variables: () => ({ term: 'needle' }) },
  {
    title: 'search, 1 hit',
    query: page,
    variables: (index) => ({ term: ` ${234_567 + (index % 1_000)}` }),
  },
  { title: 'search, 19,900 hits', query: page, variables: () => ({ term: 'wordab' }) },
  { title: 'search, 1,000,000 hits', query: page, variables: () => ({ term: 'word' }) },
  { title: 'search, two letters', query: page, variables: () => ({ term: 'wo' }) },
  { title: 'total of the whole list', query: total, variables: () => ({}) },
  { title: 'total of 100 hits', query: total, variables: () => ({ term: 'needle' }) },
  {
    title: 'by id',
    query: byId,
    variables: (index) => ({
      id: `repo_${String(1 + ((index * 7_919) % 999_999)).padStart(26, '0')}`,
    }),
  },
  {
    title: 'create',
    query: create,
    variables: (index) => ({ name: `created ${Date.now()} ${index}` }),
  },
];

/** Signs in with a code from the dev inbox; returns the headers of a signed-in client. */
async function signIn({ url }: Product): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', origin: url };
  const email = 'admin@example.com';
  const post = (path: string, body: object, cookie = '') =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify(body),
    });
  const asked = await post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
  const browser = asked.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  for (;;) {
    const [mail] = await (await fetch(`${url}/dev/inbox.json?to=${email}`)).json();
    if (!mail) continue;
    const response = await post('/api/auth/sign-in/email-otp', { email, otp: mail.code }, browser);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { ...headers, cookie };
  }
}

let asked = 0;
function bodyOf({ query, variables }: Question): string {
  asked += 1;
  return JSON.stringify({ query, variables: variables(asked) });
}

async function load(
  url: string,
  headers: Record<string, string>,
  question: Question,
  connections: number,
): Promise<Figures> {
  const result = await autocannon({
    url: `${url}/api/graphql`,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        headers,
        setupRequest: (request) => ({ ...request, body: bodyOf(question) }),
      },
    ],
  });
  if (result.non2xx || result.errors) throw new Error(`${question.title}: some requests failed`);
  return { rate: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Sends one request and returns its number of SQL statements from the product's log. */
async function statementsOf(
  product: Product,
  headers: Record<string, string>,
  question: Question,
): Promise<number> {
  const response = await fetch(`${product.url}/api/graphql`, {
    method: 'POST',
    headers,
    body: bodyOf(question),
  });
  const { errors } = await response.json();
  if (errors) throw new Error(`${question.title}: ${JSON.stringify(errors)}`);
  const id = response.headers.get('x-request-id') ?? '';
  const line = product.log
    .split('\n')
    .find((entry) => entry.includes(id) && entry.includes('"sql"'));
  return line ? JSON.parse(line).sql : Number.NaN;
}

function row(cells: (string | number)[]): string {
  return `| ${cells.map((cell, index) => (index ? String(cell).padStart(8) : String(cell).padEnd(24))).join(' | ')} |`;
}

/** Runs the whole benchmark, which takes about seven minutes. */
export async function bench(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  const postgres = await step('Starting the database', () => startEmbedded({ dataDir }));
  try {
    await migrate(postgres.url);
    await step('Adding a million repositories', () => fill(postgres.url));
    const env = {
      ADMIN_EMAILS: 'admin@example.com',
      LOG_LEVEL: 'info',
      // Rate limits are not measured.
      MUTATIONS_PER_MINUTE: '1000000',
    };
    const logged = await startProduct({ databaseUrl: postgres.url, env });
    const counts = new Map<string, number>();
    const loggedHeaders = await signIn(logged);
    for (const question of questions) {
      counts.set(question.title, await statementsOf(logged, loggedHeaders, question));
    }
    await logged.stop();

    const product = await startProduct({
      databaseUrl: postgres.url,
      env: { ...env, LOG_LEVEL: 'error' },
    });
    const headers = await signIn(product);
    say(`\n${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB\n`);
    const head = connectionCounts.flatMap((count) => [
      `p50 @${count}`,
      `p99 @${count}`,
      `/s @${count}`,
    ]);
    say(row(['', 'SQL', ...head]));
    say(`|${'-'.repeat(26)}|${'---------:|'.repeat(head.length + 1)}`);
    // The first requests read the index from disk and compile their code.
    for (const question of questions.slice(0, 2)) await load(product.url, headers, question, 10);
    const rates = new Map<string, number>();
    for (const question of questions) {
      const figures: Figures[] = [];
      for (const connections of connectionCounts) {
        figures.push(await load(product.url, headers, question, connections));
      }
      rates.set(question.title, figures[0]?.rate ?? 0);
      const cells = figures.flatMap(({ p50, p99, rate }) => [p50, p99, Math.round(rate)]);
      say(row([question.title, counts.get(question.title) ?? '', ...cells]));
    }
    await product.stop();
    const ratio = (rates.get('first page') ?? 0) / (rates.get('page at depth 500,000') ?? 1);
    say(`\nA page at depth 500,000 costs ${ratio.toFixed(2)} × the first page (at most 1.5).`);
    if (ratio > 1.5) process.exitCode = 1;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
