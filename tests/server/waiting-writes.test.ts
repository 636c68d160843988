import { Client } from 'pg';
import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createOrganization, createRepository, unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const owner = await server.as('user');
const [mine, other] = await Promise.all([
  createOrganization(database, { ownerId: owner.id }),
  createOrganization(database, { ownerId: owner.id }),
]);
const admin = await server.as('admin');

async function duringTransaction<Result>(statement: string, work: () => Promise<Result>) {
  const session = new Client({ connectionString: server.url });
  await session.connect();
  try {
    await session.query('BEGIN');
    await session.query(statement);
    return await work();
  } finally {
    await session.end();
  }
}

async function create(organizationId?: string): Promise<string[]> {
  const input = { name: unique('waiting'), link: 'a.example', organizationId };
  const { data, errors = [] } = await (organizationId ? owner : admin).send(
    'mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { errors { code } } }',
    { input },
  );
  const top = errors.map(({ extensions }) => extensions.code);
  return [
    ...top,
    ...(data?.createRepository?.errors ?? []).map(({ code }: { code: string }) => code),
  ];
}

const six = (organizationId?: string) =>
  Promise.all(Array.from({ length: 6 }, () => create(organizationId)));

const insert = (organizationId: string | null = null) => `
  INSERT INTO "repository" ("id", "name", "link", "organizationId", "updatedAt")
  VALUES ('${newId('Repository')}', '${unique('open')}', 'https://a.example', nullif('${organizationId}', 'null'), now())`;

it('a creation in an organization that another transaction has locked fails alone', async () => {
  const lock = `SELECT 1 FROM "organization" WHERE "id" = '${mine.id}' FOR UPDATE`;
  const [waiting, ...others] = await duringTransaction(lock, () => {
    const first = create(mine.id);
    return Promise.all([first, six(other.id), six()]);
  });
  expect(waiting).toEqual(['SERVICE_UNAVAILABLE']);
  expect(others.flat(2)).toEqual([]);
});

it('a change whose statement is cancelled leaves no transaction open on its connection', async () => {
  const { id } = await createRepository(database);
  const update = () =>
    admin.send(
      'mutation ($id: ID!) { updateRepository(input: { id: $id, description: "b" }) { errors { code } } }',
      { id },
    );
  const lock = `SELECT 1 FROM "repository" WHERE "id" = '${id}' FOR UPDATE`;
  const waiting = await duringTransaction(lock, async () => {
    const answer = update();
    const cancelled = () => database.$queryRaw<{ cancelled: boolean }[]>`
      SELECT pg_cancel_backend(pid) AS cancelled FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(cancelled).toEqual([{ cancelled: true }]);
    return answer;
  });
  expect(waiting.errors.map(({ extensions }) => extensions.code)).toEqual(['SERVICE_UNAVAILABLE']);
  const open = database.$queryRaw`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  expect(await open).toEqual([]);
});

it.each([
  ['of the installation', null],
  ['of an organization', mine.id],
])('an uncommitted repository %s keeps nobody else waiting', async (_of, owned) => {
  const codes = await duringTransaction(insert(owned), () => Promise.all([six(other.id), six()]));
  expect(codes.flat(2)).toEqual([]);
});

it('the total counts what is committed, and nothing that is not', async () => {
  const total = async () => {
    const { data } = await admin.send('{ repositories { totalCount } }');
    expect(data.repositories.totalCount).toBe(await database.repository.count());
    return data.repositories.totalCount;
  };
  const before = await total();
  await duringTransaction(insert(), async () => {
    await six();
    expect(await total()).toBe(before + 6);
  });
  expect(await total()).toBe(before + 6);
  const { id } = await createRepository(database);
  await database.repository.delete({ where: { id } });
  expect(await total()).toBe(before + 6);
});
