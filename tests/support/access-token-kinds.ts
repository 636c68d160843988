/** Viewers with access tokens, for the test of every `viewerCan…` field. */
import { newAccessToken } from '#server/auth/access-tokens/format.ts';
import { hashToken } from '#server/auth/access-tokens/token-reader.ts';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { permissions } from '#shared/permissions.ts';
import { program } from './access-tokens.ts';
import { createAccessToken, createUser } from './factories.ts';
import type { TestServer } from './server.ts';
import type { ViewerKind } from './viewer-kind.ts';

const reading = ['repository:read', 'organization:read', 'user:get', 'user:list'];
const repositories = ['repository:create', 'repository:update', 'repository:delete'];
const members = ['organization:update'];

type Person = ViewerKind['person'];

async function insertToken(
  { database, secret: key }: TestServer,
  userId: string,
  data: { scopes: readonly string[]; organizationId: string | null },
) {
  const secret = newAccessToken();
  const hash = hashToken(createKeyedHmac([key]), secret);
  const { id } = await createAccessToken(database, userId);
  await database.accessToken.update({
    where: { id },
    data: { hash, organizationId: data.organizationId, scopes: [...data.scopes] },
  });
  return { id, secret };
}

type People = { server: TestServer } & Record<'owner' | 'member' | 'manager' | 'robot', Person>;

export function accessTokenKinds(people: People): Record<string, ViewerKind> {
  const { server, owner, member, manager, robot } = people;

  function connectBy(
    scopes: readonly string[],
    isLimited: boolean,
  ): NonNullable<ViewerKind['connect']> {
    return async (userId, within) => {
      const organizationId = isLimited ? within : null;
      const { id, secret } = await insertToken(server, userId, { scopes, organizationId });
      return { id, send: program(server, secret).send };
    };
  }
  const tokenOf = (
    person: Person,
    role: ViewerKind['role'],
    scopes: readonly string[],
  ): ViewerKind => ({ person, ...(role && { role }), connect: connectBy(scopes, false) });
  const limitedTokenOf = (
    person: Person,
    role: ViewerKind['role'],
    scopes: readonly string[],
  ): ViewerKind => ({ ...tokenOf(person, role, scopes), connect: connectBy(scopes, true) });

  return {
    'an owner’s token with every scope': tokenOf(owner, 'owner', permissions),
    'an owner’s token that reads': tokenOf(owner, 'owner', reading),
    'an owner’s token for repositories': tokenOf(owner, 'owner', [...reading, ...repositories]),
    'an owner’s token for members': tokenOf(owner, 'owner', [...reading, ...members]),
    'a manager’s token with every scope': {
      ...{ ...tokenOf(manager, undefined, permissions), seesUsers: true },
    },
    'a manager’s token that reads': tokenOf(manager, undefined, [...reading, 'organization:list']),
    'a manager’s token for all organizations without updating': tokenOf(manager, 'owner', [
      ...[...reading, 'organization:list', 'organization:manage'],
    ]),
    'a limited token of an owner with every scope': limitedTokenOf(owner, 'owner', permissions),
    'a limited token of an owner that reads': limitedTokenOf(owner, 'owner', reading),
    'a limited token of an owner for repositories': limitedTokenOf(owner, 'owner', [
      ...[...reading, ...repositories],
    ]),
    'a limited token of an owner for members': limitedTokenOf(owner, 'owner', [
      ...[...reading, ...members],
    ]),
    'a limited token of a member with every scope': limitedTokenOf(member, 'member', permissions),
    'a service account of the installation': tokenOf(robot, undefined, permissions),
    'a service account of the organization': {
      ...limitedTokenOf({ id: '', email: '' }, 'admin', permissions),
      createPerson: (database) => createUser(database, { isServiceAccount: true }),
    },
  };
}

/** Records of `accessTokenRows`. */
export async function createAccessTokens(
  database: Database,
  {
    person,
    other,
    used,
  }: { person: { id: string }; other: { id: string }; used: string | undefined },
) {
  // Users are limited to 20 active tokens.
  await database.accessToken.deleteMany({
    where: { userId: person.id, ...(used && { id: { not: used } }) },
  });
  return {
    token: (await createAccessToken(database, person.id)).id,
    usedToken: used ?? (await createAccessToken(database, person.id)).id,
    otherToken: (await createAccessToken(database, other.id)).id,
  };
}

const input = (fields: string) => `input: { ${fields} }`;

export const accessTokenRows = (['token', 'usedToken', 'otherToken'] as const).flatMap((of) => [
  {
    field: 'AccessToken.viewerCanUpdate',
    of,
    call: `updateAccessToken(${input('id: $id, name: "Renamed"')})`,
  },
  { field: 'AccessToken.viewerCanRevoke', of, call: `revokeAccessToken(${input('id: $id')})` },
]);
