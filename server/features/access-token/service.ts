import { runActions } from '#server/auth/actions.ts';
import { lockUsers } from '#server/auth/users.ts';
import { membershipsOf, secondsPerDay } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { concerning } from '#server/features/organization/audit.ts';
import type { AccessToken, User } from '#server/generated/prisma/client.ts';
import { type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import type { AccessTokenScope } from '#shared/access-token-scopes.ts';
import { limits } from '#shared/limits.ts';
import { newAccessToken, startOf } from './credentials.ts';
import { requireScopes, scopesOf } from './policy.ts';
import { sendTokenNotices } from './token-notices.ts';
import { hashToken, readScopes } from './token-reader.ts';

const dayMs = secondsPerDay * 1_000;

function newSecret({ hmac }: Context) {
  const secret = newAccessToken();
  return { secret, stored: { hash: hashToken(hmac, secret), start: startOf(secret) } };
}

const expiryAfter = (days: number | null) =>
  days === null ? null : new Date(Date.now() + days * dayMs);

type NewToken = Pick<AccessToken, 'name' | 'lifetimeDays' | 'organizationId'> & {
  owner: Pick<User, 'id' | 'role' | 'isServiceAccount' | 'memberships'>;
  scopes: AccessTokenScope[];
};

/**
 * Creates a token of `owner`. Returns its secret, which isn't stored.
 *
 * @throws {UserErrors} if the owner has too many tokens, isn't a member of the organization, or can't grant a scope
 */
export async function createToken(
  context: Context,
  record: NewRecord,
  { owner, lifetimeDays, ...token }: NewToken,
): Promise<string> {
  const { name, scopes, organizationId } = token;
  if (organizationId !== null && !membershipsOf(owner.memberships).has(organizationId)) {
    throw userError('NOT_FOUND', 'organizationId');
  }
  requireScopes(scopes, scopesOf(context, owner, organizationId));
  const { secret, stored } = newSecret(context);
  const { id } = record;
  const creatorId = context.viewer?.user.id ?? null;
  const data = { id, userId: owner.id, creatorId, lifetimeDays, ...token, ...stored };
  const created = { userId: owner.id, organizationId, name };
  await runChange(context, 'access_token_created', created, async (transaction) => {
    await reserve(transaction, record);
    // Serialize concurrent requests, so the count is right.
    await lockUsers(transaction, [owner.id]);
    const count = (where: object) =>
      transaction.accessToken.count({ where: { userId: owner.id, ...where } });
    const active = await count(usable());
    const recent = await count({ createdAt: { gt: new Date(Date.now() - dayMs) } });
    if (active >= limits.accessTokensPerUser || recent >= limits.accessTokensPerDay) {
      throw userError('ACCESS_TOKEN_LIMIT_REACHED');
    }
    await transaction.accessToken.create({
      data: { ...data, expiresAt: expiryAfter(lifetimeDays) },
    });
    await sendTokenNotices({ ...context, database: transaction }, [id], () => ({
      kind: 'created',
    }));
    return true;
  });
  return secret;
}

type Recorded = Pick<AccessToken, 'userId' | 'organizationId' | 'name'> & {
  changedFields?: string[];
};

/** Runs `change` in a transaction, which also records it unless it returns false. */
async function runChange(
  context: Context,
  kind: `access_token_${'created' | 'updated' | 'rotated' | 'revoked'}`,
  { userId, organizationId, name, changedFields = [] }: Recorded,
  change: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  const audited = { detail: name, changedFields, ...concerning(context, organizationId) };
  await runActions(context, async (transaction) => {
    const isChanged = await change(transaction);
    return isChanged ? [{ userId, kind, audited }] : [];
  });
}

const usable = () => ({
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
});

/** @throws {UserErrors} if nothing was changed, because the token has expired or was revoked concurrently */
function requireChanged(count: number): void {
  if (count === 0) throw userError('ACCESS_TOKEN_INACTIVE');
}

export async function updateToken(
  context: Context,
  token: AccessToken,
  changes: { name?: string; scopes?: AccessTokenScope[] },
): Promise<void> {
  const { id } = token;
  const before = readScopes(token.scopes);
  const { name = token.name, scopes = before } = changes;
  requireScopes(scopes, before);
  const changedFields = [
    ...(name === token.name ? [] : ['name']),
    ...(before.every((scope) => scopes.includes(scope)) ? [] : ['scopes']),
  ];
  const updated = { ...token, changedFields };
  await runChange(context, 'access_token_updated', updated, async ({ accessToken }) => {
    const { count } = await accessToken.updateMany({
      // A concurrent update must not bring back a scope that another one removed.
      where: { id, ...usable(), ...(changes.scopes && { scopes: { hasEvery: changes.scopes } }) },
      data: changes,
    });
    if (count === 0 && (await accessToken.count({ where: { id, ...usable() } })) > 0) {
      throw userError('SCOPE_NOT_GRANTED', 'scopes');
    }
    requireChanged(count);
    return changedFields.length > 0;
  });
}

/**
 * Replaces the secret and returns the new one. The previous one stays valid for `overlapHours`. Returns null if the
 * request is repeated: the token was just rotated, and its previous secret is valid no longer.
 *
 * @throws {UserErrors} if the token has expired or was revoked
 */
export async function rotateToken(
  context: Context,
  { id, lifetimeDays, ...token }: AccessToken,
  overlapHours: number,
): Promise<string | null> {
  const { secret, stored } = newSecret(context);
  let isRotated = true;
  await runChange(context, 'access_token_rotated', token, async (transaction) => {
    const count = await transaction.$executeRaw`
      UPDATE "access_token" SET
        "previousHash" = "hash", "previousExpiresAt" = least("expiresAt", now() + make_interval(hours => ${overlapHours}::int)),
        "hash" = ${stored.hash}, "start" = ${stored.start}, "expiresAt" = ${expiryAfter(lifetimeDays)}::timestamptz,
        "expiryNoticeAt" = NULL, "rotatedAt" = now(), "updatedAt" = now()
      WHERE "id" = ${id} AND "revokedAt" IS NULL AND coalesce("expiresAt" > now(), true)
        AND coalesce("rotatedAt" < now() - make_interval(secs => ${limits.repeatSeconds}::int)
          OR "previousExpiresAt" > clock_timestamp() + make_interval(hours => ${overlapHours}::int), true)`;
    isRotated = count > 0;
    if (!isRotated)
      requireChanged(await transaction.accessToken.count({ where: { id, ...usable() } }));
    else
      await sendTokenNotices({ ...context, database: transaction }, [id], () => ({
        kind: 'rotated',
      }));
    return isRotated;
  });
  return isRotated ? secret : null;
}

export async function revokeToken(context: Context, token: AccessToken): Promise<void> {
  await runChange(context, 'access_token_revoked', token, async ({ accessToken }) => {
    const where = { id: token.id, revokedAt: null };
    const { count } = await accessToken.updateMany({ where, data: { revokedAt: new Date() } });
    return count > 0;
  });
}
