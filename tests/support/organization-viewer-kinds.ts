/** Viewers with roles in an organization, for the test of every `viewerCan…` field. */
import { permissions } from '#shared/permissions.ts';
import { connectBy, reading, repositories } from './access-token-kinds.ts';
import { createUser } from './factories.ts';
import type { TestServer, TestUser } from './server.ts';
import type { ViewerKind } from './viewer-kind.ts';

type Role = ViewerKind['organizationRole'];

const readingAll = [...reading, 'organization:read'];
const people = ['organization:update'];

function accessTokenKindsIn(
  server: TestServer,
  { owner, member, manager }: Record<'owner' | 'member' | 'manager', ViewerKind['person']>,
): Record<string, ViewerKind> {
  const tokenOf = (
    person: ViewerKind['person'],
    organizationRole: Role,
    scopes: readonly string[],
  ): ViewerKind => ({
    person,
    ...(organizationRole && { organizationRole }),
    connect: connectBy(server, scopes),
  });
  const limitedTokenOf = (
    person: ViewerKind['person'],
    role: Role,
    scopes: readonly string[],
  ): ViewerKind => ({ ...tokenOf(person, role, scopes), connect: connectBy(server, scopes, true) });

  return {
    'an owner’s token with every scope': tokenOf(owner, 'owner', permissions),
    'an owner’s token that reads': tokenOf(owner, 'owner', readingAll),
    'an owner’s token for repositories': tokenOf(owner, 'owner', [...readingAll, ...repositories]),
    'an owner’s token for members': tokenOf(owner, 'owner', [...readingAll, ...people]),
    'a manager’s token that reads all organizations': tokenOf(manager, undefined, [
      ...[...readingAll, 'organization:list'],
    ]),
    'a manager’s token for all organizations without updating': tokenOf(manager, 'owner', [
      ...[...readingAll, 'organization:list', 'organization:manage'],
    ]),
    'a limited token of an owner with every scope': limitedTokenOf(owner, 'owner', permissions),
    'a limited token of an owner that reads': limitedTokenOf(owner, 'owner', readingAll),
    'a limited token of an owner for repositories': limitedTokenOf(owner, 'owner', [
      ...[...readingAll, ...repositories],
    ]),
    'a limited token of an owner for members': limitedTokenOf(owner, 'owner', [
      ...[...readingAll, ...people],
    ]),
    'a limited token of a member with every scope': limitedTokenOf(member, 'member', permissions),
    'a service account of the organization': {
      ...limitedTokenOf({ id: '', email: '' }, 'admin', permissions),
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
