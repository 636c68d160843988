import { describe, expect, it } from 'vitest';
import { organizationLimits } from '#shared/organization-limits.ts';
import { createOrganization, createRepository, unique } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const most = organizationLimits.repositoriesPerOrganization;
const owner = await server.as('user');
const full = 'ORGANIZATION_REPOSITORY_LIMIT_REACHED';

async function organizationWithRoom(room: number) {
  const { id } = await createOrganization(database, { ownerId: owner.id });
  const repository = await createRepository(database, { organizationId: id });
  await database.repositoryCount.update({
    where: { organizationId: id },
    data: { rows: most - room },
  });
  return { id, repositoryId: repository.id };
}

const counted = async (organizationId: string) =>
  (await database.repositoryCount.findUnique({ where: { organizationId } }))?.rows;

const create = (organizationId: string) =>
  mutate(owner, 'createRepository', {
    ...{ name: unique('repository'), link: 'a.example', organizationId },
  });

const createMany = (organizationId: string, count: number) =>
  mutate(owner, 'createRepositories', {
    organizationId,
    repositories: Array.from({ length: count }, () => ({
      ...{ name: unique('repository'), link: 'a.example' },
    })),
  });

describe('an organization', () => {
  it('gets no more repositories than it may have, also from requests at the same time', async () => {
    const { id } = await organizationWithRoom(1);
    const codes = await Promise.all([create(id), create(id), create(id)]);
    expect(codes.flat()).toEqual([full, full]);
    expect(await database.repository.count({ where: { organizationId: id } })).toBe(2);
    expect(await counted(id)).toBe(most);
  });

  it('gets none of many that are more than it may have', async () => {
    const { id } = await organizationWithRoom(2);
    expect(await createMany(id, 3)).toEqual([full]);
    expect(await counted(id)).toBe(most - 2);
    expect(await createMany(id, 2)).toEqual([]);
    expect(await counted(id)).toBe(most);
  });

  it('gets them back at its limit, and no others in their place while they can be restored', async () => {
    const { id, repositoryId } = await organizationWithRoom(0);
    expect(await mutate(owner, 'deleteRepositories', { ids: [repositoryId] })).toEqual([]);
    expect(await create(id)).toEqual([full]);
    expect(await mutate(owner, 'restoreRepositories', { ids: [repositoryId] })).toEqual([]);
    expect(await counted(id)).toBe(most);
  });

  it('can delete, but restores nothing, if it has more than it may have', async () => {
    const { repositoryId } = await organizationWithRoom(-1);
    expect(await mutate(owner, 'deleteRepositories', { ids: [repositoryId] })).toEqual([]);
    expect(await mutate(owner, 'restoreRepositories', { ids: [repositoryId] })).toEqual([full]);
  });

  it('has room again once what was deleted is forgotten, and takes its count along when deleted', async () => {
    const { id, repositoryId } = await organizationWithRoom(0);
    await mutate(owner, 'deleteRepositories', { ids: [repositoryId] });
    await database.deletedRepository.delete({ where: { id: repositoryId } });
    expect(await counted(id)).toBe(most - 1);
    expect(await create(id)).toEqual([]);
    await database.organization.delete({ where: { id } });
    expect(await counted(id)).toBeUndefined();
  });

  it('does not limit the repositories of the installation', async () => {
    const before = await database.repositoryCount.count();
    await createRepository(database);
    expect(await database.repositoryCount.count()).toBe(before);
  });
});

it('a name is found among the repositories of one owner, for those who see them', async () => {
  const name = unique('Lantern');
  const stranger = await server.as('user');
  const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
  const own = await createRepository(database, { name, organizationId });
  const shared = await createRepository(database, { name });
  const byName = `query ($name: String!, $organizationId: ID) {
    repositoryByName(name: $name, organizationId: $organizationId) { id } }`;
  const find = async (person: typeof owner, organizationId?: string) => {
    const variables = { name: name.toUpperCase(), organizationId };
    return (await person.send(byName, variables)).data.repositoryByName?.id;
  };
  expect(await find(owner, organizationId)).toBe(own.id);
  expect(await find(stranger, organizationId)).toBeUndefined();
  expect(await find(owner)).toBe(shared.id);
  expect(await find(stranger)).toBe(shared.id);
});
