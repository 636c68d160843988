/** Concurrent exports by one user's sessions and tokens, HEAD requests, and CSV formula injection. */
import type { IncomingMessage } from 'node:http';
import { HttpClient, type Init } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { askByToken, createToken } from './access-token-steps.ts';
import { type Context, newAddress, type Scenario, until } from './context.ts';
import { withDatabase } from './database.ts';
import { statementsOf } from './documents.ts';
import { withOwnProduct } from './setups.ts';
import { banMutation, createUser } from './users.ts';

export const files = ['repositories.csv', 'repositories.ndjson'];

/** Rows of 6 kB: together far more than the connection's buffers hold. */
export const rows = 16_000;

export function open(client: HttpClient, file: string, init: Init = {}): Promise<IncomingMessage> {
  return client.copy().open(`/api/export/${file}`, init);
}

export async function readAll(response: IncomingMessage) {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) chunks.push(chunk);
  } catch {}
  return { text: Buffer.concat(chunks).toString(), isComplete: response.complete };
}

export async function checkWholeExports(
  client: HttpClient,
  check: Check,
  expected: string,
): Promise<void> {
  for (const file of files) {
    const whole = await readAll(await open(client, file));
    check(`${file}: complete`, whole.isComplete && whole.text.includes(expected));
  }
}

async function statusOf(client: HttpClient, file: string, init?: Init): Promise<number> {
  const response = await open(client, file, init);
  response.destroy();
  return response.statusCode ?? 0;
}

export const fill = (own: Context) =>
  withDatabase(own, (database) =>
    database.query(
      `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
       SELECT 'repo_' || lpad(n::text, 26, '0'), 'many ' || n, 'https://git.example.com/x', repeat('€', 2000), now()
       FROM generate_series(1, ${rows}) AS n`,
    ),
  );

/** A user can run one export at a time across all sessions. Tokens can't export. */
async function checkPlaces(own: Context, check: Check): Promise<void> {
  const person = await createUser(own, own.adminClient, 'USER');
  const other = await createUser(own, own.adminClient, 'USER');
  const elsewhere = await new HttpClient(own).signIn(person.email);
  const first = await open(person.client, 'repositories.csv');
  check('a first export is open', first.statusCode === 200, first.statusCode);
  for (const file of files) {
    const status = await statusOf(elsewhere, file);
    check(`${file} in another session: refused`, status === 429, status);
  }
  await checkAccessTokens(own, check, person.client);
  const whole = await readAll(await open(other.client, 'repositories.csv'));
  check('others read theirs meanwhile', whole.isComplete && whole.text.length > rows * 2_000);
  first.destroy();
  const isFree = await until(
    async () => (await statusOf(elsewhere, files[0] ?? '')) === 200,
    25_000,
  );
  check('the place is free again', isFree !== undefined);
}

async function checkAccessTokens(own: Context, check: Check, client: HttpClient): Promise<void> {
  const { data } = await own.adminClient.graphql(
    'mutation { createServiceAccount(input: { name: "Robot", role: USER }) { user { id } } }',
  );
  const robot: string = data.createServiceAccount.user.id;
  const scopes = ['REPOSITORY_READ'];
  const tokens = {
    'a token': await createToken(client, scopes),
    'a service account': await createToken(own.adminClient, scopes, { userId: robot }),
  };
  const program = new HttpClient(own);
  for (const [what, { secret }] of Object.entries(tokens)) {
    const list = '{ repositories(first: 1) { nodes { id } } }';
    const reply = await askByToken(program, secret, list);
    check(`${what}: reads the list`, reply.json?.data?.repositories != null, reply.text);
    const status = await statusOf(program, 'repositories.csv', {
      headers: { authorization: `Bearer ${secret}` },
    });
    check(`${what}: no export`, status === 401, status);
  }
}

async function checkImpersonation(own: Context, check: Check): Promise<void> {
  const manager = await createUser(own, own.adminClient, 'ADMIN');
  const user = await createUser(own, own.adminClient, 'USER');
  const before = manager.client.copy();
  const started = await manager.client.post('/api/auth/admin/impersonate-user', {
    userId: user.id,
  });
  check('acting begins', started.status === 200, started.text);
  const response = await open(manager.client, 'repositories.csv');
  check('acting, an export is open', response.statusCode === 200, response.statusCode);
  const status = await statusOf(before, 'repositories.csv');
  check('another one as the manager: refused', status === 429, status);
  const theirs = await statusOf(user.client, 'repositories.csv');
  check('the user has a place of their own', theirs === 200, theirs);
  await own.adminClient.graphql(banMutation, { id: manager.id });
  const { isComplete } = await readAll(response);
  check('it breaks off when the manager is banned', !isComplete);
}

const countAudited = (own: Context, userId: string) =>
  withDatabase(own, async (database) => {
    const text = `SELECT 1 FROM "account_event" WHERE "userId" = $1 AND "kind" = 'list_exported'`;
    return (await database.query(text, [userId])).rowCount;
  });

async function checkHead(own: Context, check: Check): Promise<void> {
  const { id, client } = await createUser(own, own.adminClient, 'USER');
  for (let index = 0; index < 20; index += 1) {
    const { status, headers } = await client.fetch('/api/export/repositories.csv', {
      method: 'HEAD',
    });
    check('HEAD: 405', status === 405 && headers.get('allow') === 'GET', status);
    const statements = await statementsOf(own, headers.get('x-request-id'));
    check('HEAD: no SQL', statements === 0, statements);
  }
  check('HEAD: no audit event', (await countAudited(own, id)) === 0, id);
  const status = await statusOf(client, 'repositories.csv');
  check('and takes no place and no start', status === 200, status);
  check('GET: one audit event', (await countAudited(own, id)) === 1, id);
}

const places: Scenario = {
  row: 41,
  title: 'exports in other sessions, by programs, by HEAD',
  only: ['production'],
  run: (context, check) =>
    withOwnProduct(context, { env: { MUTATIONS_PER_MINUTE: '6000' } }, async (own) => {
      await fill(own);
      await checkPlaces(own, check);
      await checkImpersonation(own, check);
      await checkHead(own, check);
    }),
};

const createMutation = `mutation ($name: String!, $description: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x", description: $description }) {
    errors { code } } }`;

const formulas = [
  '=2+2',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝2+2',
  ' =1',
  'x\n=2+2;',
  'q;=1+1;',
  'q;"=1',
  "'=1",
];

const couldBeFormula = /^["\s]*[=+\-@＝＋－＠]/;

const guarded: Scenario = {
  row: 41,
  title: 'formulas in a CSV file, also where spreadsheets split it at “;”',
  async run(context, check) {
    const { client } = await createUser(context, context.adminClient, 'ADMIN');
    const [searchTerm = ''] = newAddress().split('@');
    for (const description of formulas) {
      const name = `=${searchTerm} ${newAddress()}`;
      const { data, codes } = await client.graphql(createMutation, { name, description });
      const isMade = codes.length === 0 && data?.createRepository.errors.length === 0;
      check(`${description}: is stored`, isMade, [data, codes]);
    }
    const file = `repositories.csv?searchTerm=${searchTerm}`;
    const { text, status } = await client.fetch(`/api/export/${file}`);
    check(
      'the file has a line for each',
      status === 200 && text.split('repo_').length > formulas.length,
    );
    const cells = text.split(/[,;\t\r\n]/);
    check('it has the texts', cells.filter((cell) => cell.includes('=')).length > formulas.length);
    const found = cells.filter((cell) => couldBeFormula.test(cell));
    check('no cell is a formula', found.length === 0, found);
  },
};

export const listExportScenarios = [places, guarded];
