/** Records and viewers that make mutations answer with the error codes of organizations. */
import { newId } from '#server/database/ids.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { createOrganization, createRepository, createUser } from './factories.ts';
import type { TestServer, TestUser } from './server.ts';

/** Permissions in organizations depend on roles there: see organization-roles.test.ts. */
export const isOrganizationMutation = (name: string): boolean =>
  /Organization(?!s$)|Members?$|(?<!User)Invitation$|Team$/.test(name);

export async function createOrganizationErrorCases(server: TestServer) {
  const { database } = server;

  const limit = organizationLimits.repositoriesPerOrganization;
  const { id: fullId } = await createOrganization(database);
  await createRepository(database, { organizationId: fullId });
  await database.repositoryCount.update({
    where: { organizationId: fullId },
    data: { rows: limit },
  });

  async function deletedRepositoryOfFull(): Promise<string> {
    const manager = await server.as('admin');
    const { id: organizationId } = await createOrganization(database);
    const { id } = await createRepository(database, { organizationId });
    await manager.send(
      'mutation ($id: ID!) { deleteRepositories(input: { ids: [$id] }) { errors { code } } }',
      { id },
    );
    await database.repositoryCount.update({
      where: { organizationId },
      data: { rows: limit + 1 },
    });
    return id;
  }

  async function onlyOwner(): Promise<string> {
    const { id } = await createUser(database);
    await createOrganization(database, { ownerId: id });
    return id;
  }

  async function ownerSignedIn(): Promise<TestUser> {
    const owner = await server.as('user');
    await createOrganization(database, { ownerId: owner.id });
    return owner;
  }

  return {
    ids: [null, newId('Organization'), newId('User'), fullId] as const,
    /** Of a field that can't be null. */
    requiredIds: [fullId, newId('Organization'), 'nothing'] as const,
    async targets(mutation: string): Promise<string[]> {
      if (mutation === 'deleteUsers') return [await onlyOwner()];
      return mutation === 'restoreRepositories' ? [await deletedRepositoryOfFull()] : [];
    },
    async viewers(mutation: string): Promise<TestUser[]> {
      const viewers: TestUser[] = [];
      const ofOwner = ['deleteRepositories', 'restoreRepositories', 'createAccessToken'];
      if (ofOwner.includes(mutation)) viewers.push(await ownerSignedIn());
      return viewers;
    },
  };
}
