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
import { namedStatement } from '#server/database/statements.ts';
import type { AccessToken } from '#server/generated/prisma/client.ts';
import { clientNetworks } from '#server/network/client-address.ts';
import {
  type AccessTokenScope,
  accessTokenScopes,
  organizationScopes,
  personalScopes,
} from '#shared/access-token-scopes.ts';
import type { TokenUse } from './token-notices.ts';

const columns = [
  ...(['id', 'userId', 'hash', 'previousHash', 'previousExpiresAt', 'expiresAt'] as const),
  ...(['revokedAt', 'scopes', 'organizationId', 'creatorId', 'lastUsedAt'] as const),
];

const statement = namedStatement(`
  SELECT ${columns.map((column) => `t."${column}"`).join(', ')}, coalesce(t."networks", '{}') AS "networks",
    u."email", u."name", u."role", u."banned", u."banExpires", u."language", u."onboardedAt", u."memberships"
  FROM "access_token" t JOIN "user" u ON u."id" = t."userId"
  WHERE t."hash" = ANY ($1) OR t."previousHash" = ANY ($1)`);

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

type StoredToken = Pick<AccessToken, (typeof columns)[number]>;

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

type Row = Omit<Viewer['user'], 'id'> & StoredToken & TokenUse;

type TokenViewer = Viewer & { accessToken: ViewerToken };
type Found = { viewer: TokenViewer; use: TokenUse };

function viewerOf(row: Row, hash: string): TokenViewer | null {
  const accessToken = isBanned(row) ? null : currentToken(row, hash);
  if (!accessToken) return null;
  const { userId: id, email, name, role, banned, banExpires, language, onboardedAt } = row;
  const details = { email, name, role, banned, banExpires, language, onboardedAt };
  const user = { id, ...details, memberships: row.memberships };
  const viewer = withCountedMemberships({ user, session: null, accessToken });
  return lacksReach(viewer) ? null : { ...viewer, accessToken };
}

async function readTokens(database: Database, hashes: string[]): Promise<Map<string, Row>> {
  const rows = hashes.length > 0 ? await database.$named<Row>(statement, [hashes]) : [];
  const ofPrevious = rows.map((row) => [row.previousHash ?? '', row] as const);
  return new Map([...ofPrevious, ...rows.map((row) => [row.hash, row] as const)]);
}

/** The viewers of access tokens, by hash, if they may be used. */
export async function readTokenViewers(
  database: Database,
  hashes: string[],
): Promise<ReadonlyMap<string, Viewer | null>> {
  const tokens = await readTokens(database, hashes);
  return new Map([...tokens].map(([hash, row]) => [hash, viewerOf(row, hash)]));
}

const maxRight = 10_000;

type TokenReaderDeps = { database: Database; hmac: Hmac; limits: Limits };

/**
 * Returns a function that finds the viewer of a well-formed token: undefined if it is invalid, or the
 * seconds to wait if the network of `client` has sent too many wrong tokens.
 */
export function createTokenReader({ database, hmac, limits }: TokenReaderDeps) {
  /** Hashes of tokens that were valid when last read. A network that sent too many wrong ones may still use them. */
  const right = new Set<string>();

  async function find(accepted: readonly [string, ...string[]]): Promise<Found | undefined> {
    const tokens = await readTokens(database, [...accepted]);
    const hash = accepted.find((each) => tokens.has(each)) ?? '';
    const row = tokens.get(hash);
    const viewer = row && viewerOf(row, hash);
    if (!viewer) return undefined;
    const [current] = accepted;
    if (hash !== current) await restate(database, row.id, hash, current);
    return {
      viewer: { ...viewer, accessToken: { ...viewer.accessToken, hash: current } },
      use: row,
    };
  }

  return async function findTokenViewer(
    secret: string,
    client = 'unknown',
  ): Promise<Found | { wait: number } | undefined> {
    const accepted = hmac.accepted(purpose, secret);
    const [sent] = accepted;
    const networks = clientNetworks(client);
    const { retryAfter } = right.has(sent) ? {} : await limits.read('wrongTokens', networks);
    if (retryAfter) return { wait: retryAfter };
    const found = await find(accepted);
    if (!found) {
      right.delete(sent);
      limits.charge('wrongTokens', networks);
    } else if (!right.has(sent)) {
      const [oldest] = right.size >= maxRight ? right : [];
      if (oldest !== undefined) right.delete(oldest);
      right.add(sent);
    }
    return found;
  };
}

export type FindTokenViewer = ReturnType<typeof createTokenReader>;

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
