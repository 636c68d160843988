import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createOrganization, unique } from '#tests/support/factories.ts';
import { duringTransaction } from '#tests/support/open-transaction.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' }, { timeout: 5_000 });
const { database } = server;
const owner = await server.as('user');
const [mine, other] = await Promise.all([
  createOrganization(database, { ownerId: owner.id }),
  createOrganization(database, { ownerId: owner.id }),
]);
const admin = await server.as('admin');

function create(organizationId?: string): Promise<string[]> {
  const input = { name: unique('waiting'), link: 'a.example', organizationId };
  return mutate(organizationId ? owner : admin, 'createRepository', input);
}

const six = (organizationId?: string) =>
  Promise.all(Array.from({ length: 6 }, () => create(organizationId)));

it('a creation in an organization that another transaction has locked fails alone', async () => {
  const lock = `SELECT 1 FROM "organization" WHERE "id" = '${mine.id}' FOR UPDATE`;
  const [waiting, ...others] = await duringTransaction(server.url, lock, () => {
    const first = create(mine.id);
    return Promise.all([first, six(other.id), six()]);
  });
  expect(waiting).toEqual(['SERVICE_UNAVAILABLE']);
  expect(others.flat(2)).toEqual([]);
});

it('an uncommitted repository of an organization keeps nobody else waiting', async () => {
  const insert = `
    INSERT INTO "repository" ("id", "name", "link", "organizationId", "updatedAt")
    VALUES ('${newId('Repository')}', '${unique('open')}', 'https://a.example', '${mine.id}', now())`;
  const codes = await duringTransaction(server.url, insert, () =>
    Promise.all([six(other.id), six()]),
  );
  expect(codes.flat(2)).toEqual([]);
});
