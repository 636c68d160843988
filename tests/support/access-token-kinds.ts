/** Viewers with access tokens, for the test of every `viewerCan…` field. */

import { createKeyedHmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { newAccessToken } from '#server/features/access-token/credentials.ts';
import { hashToken } from '#server/features/access-token/token-reader.ts';
import { permissions } from '#shared/permissions.ts';
import { program } from './access-tokens.ts';
import { createAccessToken } from './factories.ts';
import type { TestServer } from './server.ts';
import { rowsOf, type ViewerKind } from './viewer-kind.ts';

export const reading = ['repository:read', 'user:get', 'user:list'];
export const repositories = ['repository:create', 'repository:update', 'repository:delete'];

type Person = ViewerKind['person'];

export async function insertToken(
  { database, secret: key }: Pick<TestServer, 'database' | 'secret'>,
  userId: string,
  data: { scopes: readonly string[]; organizationId?: string },
) {
  const secret = newAccessToken();
  const hash = hashToken(createKeyedHmac([key]), secret);
  const { id } = await createAccessToken(database, userId);
  await database.accessToken.update({
    where: { id },
    data: { ...data, hash, scopes: [...data.scopes] },
  });
  return { id, secret };
}

/** Creates a token with `scopes` for each test. */
export const connectBy =
  (
    server: TestServer,
    scopes: readonly string[],
    isLimited = false,
  ): NonNullable<ViewerKind['connect']> =>
  async (userId, organizationId) => {
    const { id, secret } = await insertToken(server, userId, {
      scopes,
      ...(isLimited && { organizationId }),
    });
    return { id, send: program(server, secret).send };
  };

type People = { server: TestServer } & Record<'user' | 'manager' | 'robot', Person>;

export function accessTokenKinds(people: People): Record<string, ViewerKind> {
  const { server, user, manager, robot } = people;
  const tokenOf = (person: Person, scopes: readonly string[]): ViewerKind => ({
    person,
    connect: connectBy(server, scopes),
  });
  return {
    'a user’s token with every scope': tokenOf(user, permissions),
    'a user’s token that reads': tokenOf(user, reading),
    'a manager’s token with every scope': { ...tokenOf(manager, permissions), seesUsers: true },
    'a manager’s token that reads': tokenOf(manager, reading),
    'a manager’s token for repositories': tokenOf(manager, [...reading, ...repositories]),
    'a service account of the installation': tokenOf(robot, permissions),
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

const tokens = ['token', 'usedToken', 'otherToken'];

export const accessTokenRows = [
  ...rowsOf('AccessToken.viewerCanUpdate', tokens, 'updateAccessToken(id: $id, name: "Renamed")'),
  ...rowsOf('AccessToken.viewerCanRevoke', tokens, 'revokeAccessToken(id: $id)'),
];
