import { expect, it } from 'vitest';
import { createOrganization, createRepository, unique } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const [manager, owner, member] = await Promise.all([
  server.as('admin'),
  server.as('user'),
  server.as('user'),
]);
const { id: organizationId } = await createOrganization(database, {
  ownerId: owner.id,
  members: { [member.id]: 'member' },
});
const { id: otherId } = await createOrganization(database, { members: { [owner.id]: 'member' } });

const list = `{ deletedRepositories {
  nodes { repositoryId organization { id } deletedBy { id } } } }`;

async function createDeleted(data: { organizationId?: string } = {}) {
  const { id } = await createRepository(database, { name: unique('deleted'), ...data });
  await mutate(manager, 'deleteRepositories', { ids: [id] });
  return id;
}

type Deleted = { repositoryId: string };

const shared = await createDeleted();
const own = await createDeleted({ organizationId });
const foreign = await createDeleted({ organizationId: otherId });
const idsOf = (nodes: Deleted[]) => nodes.map(({ repositoryId }) => repositoryId);

it('a manager finds them with those of organizations', async () => {
  const { data } = await manager.send(list);
  const nodes: Deleted[] = data.deletedRepositories.nodes;
  expect(idsOf(nodes)).toEqual([foreign, own, shared]);
  expect(nodes[1]).toMatchObject({
    organization: { id: organizationId },
    deletedBy: { id: manager.id },
  });
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

it('an owner is told that they deleted a repository, but not which manager did', async () => {
  const { id } = await createRepository(database, { name: unique('deleted'), organizationId });
  await mutate(owner, 'deleteRepositories', { ids: [id] });
  const { data, errors } = await owner.send(list);
  expect(errors).toEqual([]);
  expect(data.deletedRepositories.nodes).toMatchObject([
    { repositoryId: id, deletedBy: { id: owner.id } },
    { repositoryId: own, deletedBy: null },
  ]);
});
