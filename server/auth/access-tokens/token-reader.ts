import type { Hmac } from '#server/auth/hmac.ts';
import type { Limits } from '#server/auth/limits/limit.ts';
import {
  isBanned,
  lacksReach,
  membershipsOf,
  type Viewer,
  type ViewerToken,
  withCountedMemberships,
} from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { namedStatement } from '#server/database/named-statement.ts';
import { clientNetworks } from '#server/network/client-address.ts';
import {
  type AccessTokenScope,
  accessTokenScopes,
  organizationScopes,
  personalScopes,
} from '#shared/access-token-scopes.ts';
import type { TokenUse } from './token-notices.ts';

const columns = [
  ...['id', 'userId', 'hash', 'previousHash', 'previousExpiresAt', 'expiresAt', 'revokedAt'],
  ...['scopes', 'organizationId', 'creatorId', 'lastUsedAt'],
];

const select = (condition: string) =>
  namedStatement(`
  SELECT ${columns.map((column) => `t."${column}"`).join(', ')}, coalesce(t."networks", '{}') AS "networks",
    u."email", u."name", u."role", u."banned", u."banExpires", u."language", u."onboardedAt", u."memberships"
  FROM "access_token" t JOIN "user" u ON u."id" = t."userId"
  WHERE ${condition}`);

const byHash = select('t."hash" = $1 OR t."previousHash" = $1');
const byIds = select('t."id" = ANY ($1)');

/** Replaces an HMAC by a previous secret with the current one's. Reads work without it. */
async function restate(database: Database, id: string, former: string, current: string) {
  try {
    await database.$executeRaw`
      UPDATE "access_token" SET "hash" = CASE "hash" WHEN ${former} THEN ${current} ELSE "hash" END,
        "previousHash" = CASE "previousHash" WHEN ${former} THEN ${current} ELSE "previousHash" END
      WHERE "id" = ${id} AND set_config('atrium.silent', 'on', true) = 'on'`;
  } catch (error) {
    if (!databaseFault(error)) throw error;
  }
}

const purpose = 'access token';

/** Why a token can no longer be used. */
export type AccessTokenEnd = 'INVALID_TOKEN';

export const hashToken = (hmac: Hmac, token: string) => hmac(purpose, token);

type StoredToken = {
  id: string;
  hash: string;
  previousHash: string | null;
  previousExpiresAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  scopes: string[];
  organizationId: string | null;
  creatorId: string | null;
};

/** Returns what the secret with this `hash` gives access to, or null if it is no longer valid. */
function currentToken(stored: StoredToken, hash: string): ViewerToken | null {
  const ends = [stored.expiresAt, stored.hash === hash ? null : stored.previousExpiresAt];
  const [expiresAt = null] = ends
    .filter((end) => end !== null)
    .sort((a, b) => Number(a) - Number(b));
  if (hash !== stored.hash && hash !== stored.previousHash) return null;
  if (stored.revokedAt || (expiresAt && expiresAt.getTime() <= Date.now())) return null;
  const { id, organizationId, creatorId } = stored;
  const scopes = readScopes(stored.scopes);
  return { id, creatorId, hash, scopes, organizationId, expiresAt };
}

type Row = Omit<Viewer['user'], 'id'> & StoredToken & TokenUse & { userId: string };

type Found = { viewer: Viewer; use: TokenUse };

function viewerOf(row: Row, hash: string): Viewer | null {
  const accessToken = isBanned(row) ? null : currentToken(row, hash);
  if (!accessToken) return null;
  const { userId: id, email, name, role, banned, banExpires, language, onboardedAt } = row;
  const details = { email, name, role, banned, banExpires, language, onboardedAt };
  const user = { id, ...details, memberships: row.memberships };
  const viewer = withCountedMemberships({ user, session: null, accessToken });
  return lacksReach(viewer) ? null : viewer;
}

/** The viewers of access tokens that were used before, by ID, or why they ended. */
export async function readTokens(
  database: Database,
  used: readonly ViewerToken[],
): Promise<ReadonlyMap<string, Viewer | AccessTokenEnd | 'BANNED_USER'>> {
  const ids = used.map(({ id }) => id);
  const rows = ids.length > 0 ? await database.$named<Row>(byIds, [ids]) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    used.map(({ id, hash }) => {
      const row = byId.get(id);
      const end = row && isBanned(row) ? 'BANNED_USER' : 'INVALID_TOKEN';
      return [id, (row && viewerOf(row, hash)) ?? end];
    }),
  );
}

/**
 * Returns a function that finds the viewer of a well-formed token: undefined if it is invalid, or the
 * seconds to wait if the network of `client` has sent too many wrong tokens.
 */
type TokenReaderDeps = { database: Database; hmac: Hmac; limits: Limits };

export function createTokenReader({ database, hmac, limits }: TokenReaderDeps) {
  const wrongTokens = createWrongTokens(limits);

  async function read(hash: string): Promise<Found | undefined> {
    const [row] = await database.$named<Row>(byHash, [hash]);
    const viewer = row && viewerOf(row, hash);
    return viewer ? { viewer, use: row } : undefined;
  }

  async function findFormer(hashes: string[], current: string): Promise<Found | undefined> {
    for (const hash of hashes) {
      const found = await read(hash);
      if (!found?.viewer.accessToken) continue;
      await restate(database, found.viewer.accessToken.id, hash, current);
      found.viewer.accessToken.hash = current;
      return found;
    }
    return undefined;
  }

  return async function findTokenViewer(
    secret: string,
    client = 'unknown',
  ): Promise<Found | { wait: number } | undefined> {
    const [sent, ...former] = hmac.accepted(purpose, secret);
    const wait = await wrongTokens.waitOf(client, sent);
    if (wait) return { wait };
    const found = (await read(sent)) ?? (await findFormer(former, sent));
    if (found) wrongTokens.noteRight(sent);
    else wrongTokens.countWrong(client, sent);
    return found;
  };
}

export type FindTokenViewer = ReturnType<typeof createTokenReader>;

const maxRight = 10_000;

/** A network that sent too many wrong access tokens is rejected without a query, except for tokens that were valid when last read. */
function createWrongTokens(limits: Limits) {
  const right = new Set<string>();

  return {
    /** Seconds during which a token with the HMAC `hash` isn't looked up, or 0. */
    async waitOf(client: string, hash: string): Promise<number> {
      if (right.has(hash)) return 0;
      return (await limits.read('wrongTokens', clientNetworks(client))).retryAfter ?? 0;
    },

    countWrong(client: string, hash: string): void {
      right.delete(hash);
      limits.charge('wrongTokens', clientNetworks(client));
    },

    noteRight(hash: string): void {
      if (right.has(hash)) return;
      const [oldest] = right.size >= maxRight ? right : [];
      if (oldest !== undefined) right.delete(oldest);
      right.add(hash);
    },
  };
}

type Owner = { role: string; isServiceAccount: boolean; memberships: string };

/** The organization of a service account. Null for people, and for accounts of the installation. */
export function organizationOfAccount(user: {
  isServiceAccount: boolean;
  memberships: string;
}): string | null {
  const [organizationId = null] = membershipsOf(user.memberships).keys();
  return user.isServiceAccount ? organizationId : null;
}

const organizationRolesOf = ({ memberships }: Owner) => [...membershipsOf(memberships).values()];

/**
 * Scopes that a token of `owner` may have, by their role. Within an organization, their role there decides. Otherwise,
 * their roles in all organizations count too. An organization's service account is always limited to it.
 */
export function grantableScopes(
  owner: Owner,
  organizationId = organizationOfAccount(owner),
): AccessTokenScope[] {
  if (organizationId === null) return personalScopes(owner.role, organizationRolesOf(owner));
  const role = membershipsOf(owner.memberships).get(organizationId);
  return role ? organizationScopes(role) : [];
}

/** Filters out stored scopes that no longer exist. */
export function readScopes(stored: readonly string[]): AccessTokenScope[] {
  return stored.filter((scope): scope is AccessTokenScope =>
    (accessTokenScopes as readonly string[]).includes(scope),
  );
}
