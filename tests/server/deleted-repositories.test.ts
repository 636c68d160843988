import { expect, it } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const manager = await server.as('admin');

const list = `{ deletedRepositories {
  totalCount nodes { repositoryId name link deletedAt expiresAt } } }`;

async function createDeleted() {
  const { id } = await createRepository(database, { name: unique('deleted') });
  await mutate(manager, 'deleteRepositories', { ids: [id] });
  return id;
}

type Deleted = { repositoryId: string; deletedAt: string; expiresAt: string };

const [first, second] = [await createDeleted(), await createDeleted()];
const idsOf = (nodes: Deleted[]) => nodes.map(({ repositoryId }) => repositoryId);

it('a manager finds them all, the last one first, with the time that is left', async () => {
  const { data } = await manager.send(list);
  expect(data.deletedRepositories.totalCount).toBe(2);
  const nodes: Deleted[] = data.deletedRepositories.nodes;
  expect(idsOf(nodes)).toEqual([second, first]);
  for (const { deletedAt, expiresAt } of nodes) {
    expect(Date.parse(expiresAt) - Date.parse(deletedAt)).toBe(24 * 60 * 60 * 1_000);
  }
});

it('a restored one leaves the list, and one of two days ago is not in it', async () => {
  const [restored, old] = [await createDeleted(), await createDeleted()];
  const deletedAt = new Date(Date.now() - 2 * 24 * 60 * 60 * 1_000);
  await database.deletedRepository.update({ where: { id: old }, data: { deletedAt } });
  const before = await manager.send(list);
  expect(idsOf(before.data.deletedRepositories.nodes)).toContain(restored);
  expect(idsOf(before.data.deletedRepositories.nodes)).not.toContain(old);
  expect(await mutate(manager, 'restoreRepositories', { ids: [restored] })).toEqual([]);
  const after = await manager.send(list);
  expect(idsOf(after.data.deletedRepositories.nodes)).not.toContain(restored);
});
