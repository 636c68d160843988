import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { touchUser } from '#server/auth/sessions/session-store.ts';
import { clearExpiredBans } from '#server/auth/users.ts';
import { createMember, createUser } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');

const lists = {
  users: '{ id name status updatedAt }',
  organizations: '{ id name memberCount updatedAt }',
};

async function startCopy(list: keyof typeof lists) {
  const type = list === 'users' ? 'User' : 'Organization';
  const read = async (from?: string) => {
    const { data, errors } = await admin.send(
      `query ($filter: ${type}Filter) { ${list}(first: 100, orderBy: { field: UPDATED_AT, direction: ASC },
        filter: $filter) { nodes ${lists[list]} } }`,
      { filter: { updatedAt: { from } } },
    );
    expect(errors).toEqual([]);
    return data[list].nodes as { id: string; updatedAt: string; status?: string }[];
  };
  const largest = (await read()).at(-1)?.updatedAt;
  await pause(5);
  return async () => (await read(largest)).filter(({ updatedAt }) => updatedAt !== largest);
}

it('and see that a ban has run out', async () => {
  const { id } = await createUser(database);
  const banEndsAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(await mutate(admin, 'banUsers', { ids: [id], banReason: 'x', banEndsAt })).toEqual([]);
  await database.user.update({ where: { id }, data: { banExpires: new Date(Date.now() - 1_000) } });
  const readChanges = await startCopy('users');
  await clearExpiredBans(database);
  expect(await readChanges()).toMatchObject([{ id, status: 'ACTIVE' }]);
});

it('and keep a ban that has not run out', async () => {
  const { id } = await createUser(database);
  const data = { banned: true, banReason: 'x', banExpires: new Date(Date.now() + 60_000) };
  await database.user.update({ where: { id }, data });
  await clearExpiredBans(database);
  expect(await database.user.findUnique({ where: { id } })).toMatchObject(data);
});

it('and see that an invited person has come', async () => {
  const { id } = await createUser(database);
  await database.user.update({ where: { id }, data: { emailVerified: false } });
  const readChanges = await startCopy('users');
  await touchUser(database, id);
  expect(await readChanges()).toMatchObject([{ id, status: 'ACTIVE' }]);
  const readAgain = await startCopy('users');
  await touchUser(database, id);
  expect(await readAgain()).toEqual([]);
});

it('and see what other tables change of a record', async () => {
  const owner = await server.as('user');
  const create = `mutation { createOrganization(input: { name: "Copied", slug: "copied" }) { organization { id } errors { code } } }`;
  const { id } = (await owner.send(create)).data.createOrganization.organization;
  const { id: userId } = await createUser(database);
  const readChanges = await startCopy('organizations');
  await createMember(database, id, userId);
  expect(await readChanges()).toMatchObject([{ id, memberCount: 2 }]);
});
