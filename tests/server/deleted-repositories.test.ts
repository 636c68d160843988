import { expect, it } from 'vitest';
import { createOrganization, createRepository, unique } from '#tests/support/factories.ts';
import { prove } from '#tests/support/promises.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const [manager, owner, member, outsider] = await Promise.all([
  server.as('admin'),
  server.as('user'),
  server.as('user'),
  server.as('user'),
]);
const { id: organizationId } = await createOrganization(database, {
  ownerId: owner.id,
  members: { [member.id]: 'member' },
});
const { id: otherId } = await createOrganization(database, { members: { [owner.id]: 'member' } });

const remove = `mutation ($ids: [ID!]!) {
  deleteRepositories(input: { ids: $ids }) { deletedRepositoryIds errors { code } } }`;
const restore = `mutation ($ids: [ID!]!) {
  restoreRepositories(input: { ids: $ids }) { repositories { id } errors { code } } }`;
const list = `{ deletedRepositories {
  totalCount nodes { repositoryId name link deletedAt expiresAt organization { id } } } }`;

async function createDeleted(data: { organizationId?: string } = {}) {
  const { id } = await createRepository(database, { name: unique('deleted'), ...data });
  await manager.send(remove, { ids: [id] });
  return id;
}

type Deleted = { repositoryId: string; deletedAt: string; expiresAt: string };

const shared = await createDeleted();
const own = await createDeleted({ organizationId });
const foreign = await createDeleted({ organizationId: otherId });
const idsOf = (nodes: Deleted[]) => nodes.map(({ repositoryId }) => repositoryId);

it('a manager finds them all, the last one first, with the time that is left', async () => {
  const { data } = await manager.send(list);
  expect(data.deletedRepositories.totalCount).toBe(3);
  const nodes: Deleted[] = data.deletedRepositories.nodes;
  expect(idsOf(nodes)).toEqual([foreign, own, shared]);
  expect(nodes[1]).toMatchObject({ organization: { id: organizationId } });
  for (const { deletedAt, expiresAt } of nodes) {
    expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(24 * 60 * 60 * 1_000);
  }
});

it('an owner finds those of their organization only', async () => {
  const { data } = await owner.send(list);
  expect(idsOf(data.deletedRepositories.nodes)).toEqual([own]);
  const ask = `query ($id: ID!) { organization(id: $id) { deletedRepositories { nodes { repositoryId } } } }`;
  const ofOrganization = async (id: string) =>
    idsOf((await owner.send(ask, { id })).data.organization.deletedRepositories.nodes);
  expect(await ofOrganization(organizationId)).toEqual([own]);
  expect(await ofOrganization(otherId)).toEqual([]);
});

it.each([
  ['a member', member],
  ['a person without organizations', outsider],
])('%s is refused', async (_who, person) => {
  const { data, errors } = await person.send(list);
  expect(data.deletedRepositories).toBeNull();
  expect(errors[0]?.extensions.code).toBe('FORBIDDEN');
});

it('a restored one leaves the list, and one of two days ago is not in it', async ({ task }) => {
  prove(task, 'incident', 'Deleted repositories can be restored for a day.');
  const [restored, old] = [await createDeleted(), await createDeleted()];
  const deletedAt = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
  await database.deletedRepository.update({ where: { id: old }, data: { deletedAt } });
  const before = await manager.send(list);
  expect(idsOf(before.data.deletedRepositories.nodes)).toContain(restored);
  expect(idsOf(before.data.deletedRepositories.nodes)).not.toContain(old);
  const { data } = await manager.send(restore, { ids: [restored] });
  expect(data.restoreRepositories.repositories).toEqual([{ id: restored }]);
  const after = await manager.send(list);
  expect(idsOf(after.data.deletedRepositories.nodes)).not.toContain(restored);
});
