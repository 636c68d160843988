/** Viewers with roles in an organization, for the test of every `viewerCan…` field. */
import { permissions } from '#shared/permissions.ts';
import { connectBy, reading, repositories } from './access-token-kinds.ts';
import { createUser } from './factories.ts';
import type { TestServer, TestUser } from './server.ts';
import type { ViewerKind } from './viewer-kind.ts';

const readingAll = [...reading, 'organization:read'];
const people = ['organization:update'];

function accessTokenKindsIn(
  server: TestServer,
  { owner, member, manager }: Record<'owner' | 'member' | 'manager', ViewerKind['person']>,
): Record<string, ViewerKind> {
  const all = [...readingAll, 'organization:list'];
  const ofOwner = (scopes: readonly string[], isLimited = false): ViewerKind => ({
    ...{ person: owner, organizationRole: 'owner' },
    connect: connectBy(server, scopes, isLimited),
  });

  return {
    'an owner’s token with every scope': ofOwner(permissions),
    'an owner’s token that reads': ofOwner(readingAll),
    'an owner’s token for repositories': ofOwner([...readingAll, ...repositories]),
    'an owner’s token for members': ofOwner([...readingAll, ...people]),
    'a manager’s token that reads all organizations': {
      person: manager,
      connect: connectBy(server, all),
    },
    'a manager’s token for all organizations without updating': {
      ...{ person: manager, organizationRole: 'owner' },
      connect: connectBy(server, [...all, 'organization:manage']),
    },
    'a limited token of an owner with every scope': ofOwner(permissions, true),
    'a limited token of an owner that reads': ofOwner(readingAll, true),
    'a limited token of an owner for repositories': ofOwner([...readingAll, ...repositories], true),
    'a limited token of an owner for members': ofOwner([...readingAll, ...people], true),
    'a limited token of a member with every scope': {
      ...{ person: member, organizationRole: 'member' },
      connect: connectBy(server, permissions, true),
    },
    'a service account of the organization': {
      ...{ person: { id: '', email: '' }, organizationRole: 'admin' },
      connect: connectBy(server, permissions, true),
      createPerson: (database) => createUser(database, { isServiceAccount: true }),
    },
  };
}

export async function organizationViewerKinds(
  server: TestServer,
  { manager, impersonated }: Record<'manager' | 'impersonated', TestUser>,
): Promise<Record<string, ViewerKind>> {
  const owner = await server.as('user');
  const member = await server.as('user');
  return {
    'an owner who is signed in': {
      ...{ person: owner, cookie: owner.cookie },
      organizationRole: 'owner',
    },
    'a member who is signed in': {
      ...{ person: member, cookie: member.cookie },
      organizationRole: 'member',
    },
    'a manager who impersonates an owner': {
      ...{ person: impersonated, cookie: impersonated.cookie },
      organizationRole: 'owner',
    },
    ...accessTokenKindsIn(server, { owner, member, manager }),
  };
}
