/** Changes to access tokens. Each leaves an entry in the audit log. */
import { newAccessToken, startOf } from '#server/auth/access-tokens/format.ts';
import { grantableScopes, organizationScopes } from '#server/auth/access-tokens/scopes.ts';
import { sendTokenNotices } from '#server/auth/access-tokens/token-notices.ts';
import { hashToken } from '#server/auth/access-tokens/token-reader.ts';
import { recordAction } from '#server/auth/audit-log.ts';
import { membershipsOf } from '#server/auth/memberships.ts';
import { secondsPerDay } from '#server/auth/session-rules.ts';
import { newId } from '#server/database/ids.ts';
import { type Context, isOwner } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { eventOrganization, lockUsers } from '#server/graphql/organization.ts';
import { limits } from '#shared/limits.ts';
import type { Permission } from '#shared/permissions.ts';

const dayMilliseconds = secondsPerDay * 1_000;

/** A secret, and the columns that are stored of it. */
function newSecret({ hmac }: Context) {
  const secret = newAccessToken();
  return { secret, stored: { hash: hashToken(hmac, secret), start: startOf(secret) } };
}

const expiryAfter = (days: number | null) =>
  days === null ? null : new Date(Date.now() + days * dayMilliseconds);

/** @throws {UserErrors} if a scope is not one of `granted` */
export function requireScopes(scopes: readonly Permission[], granted: readonly Permission[]): void {
  if (!scopes.every((scope) => granted.includes(scope))) {
    throw userError('SCOPE_NOT_GRANTED', 'scopes');
  }
}

type Owner = { id: string; role: string; memberships: string };

/**
 * The scopes that a token of `owner` can have, if it is limited to an organization by their role there.
 *
 * @throws {UserErrors} NOT_FOUND for an organization that the owner does not belong to
 */
function scopesOf({ role, memberships }: Owner, organizationId: string | null): Permission[] {
  if (organizationId === null) return grantableScopes(role);
  const roleThere = membershipsOf(memberships).get(organizationId);
  if (!roleThere) throw userError('NOT_FOUND', 'organizationId');
  return organizationScopes(roleThere);
}

type NewToken = {
  name: string;
  scopes: Permission[];
  lifetimeDays: number | null;
  organizationId: string | null;
};

/**
 * Creates a token of `owner`. Returns its ID and the secret, which is not stored.
 *
 * @throws {UserErrors} if the owner has too many tokens, or their role does not grant a scope
 */
export async function createToken(
  context: Context,
  owner: Owner,
  { lifetimeDays, ...token }: NewToken,
): Promise<{ id: string; secret: string }> {
  const { name, scopes, organizationId } = token;
  requireScopes(scopes, scopesOf(owner, organizationId));
  const { secret, stored } = newSecret(context);
  const id = newId('AccessToken');
  const creatorId = context.viewer?.user.id ?? null;
  const data = { id, userId: owner.id, creatorId, lifetimeDays, ...token, ...stored };
  await context.database.$transaction(async (transaction) => {
    // Requests at the same time wait for each other, so that the count is right.
    await lockUsers(transaction, [owner.id]);
    const now = new Date();
    const active = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    const recent = { createdAt: { gt: new Date(now.getTime() - dayMilliseconds) } };
    const of = { userId: owner.id };
    const [activeCount, recentCount] = [
      await transaction.accessToken.count({ where: { ...of, ...active } }),
      await transaction.accessToken.count({ where: { ...of, ...recent } }),
    ];
    if (activeCount >= limits.accessTokensPerUser || recentCount >= limits.accessTokensPerDay) {
      throw userError('TOO_MANY_ACCESS_TOKENS');
    }
    await transaction.accessToken.create({
      data: { ...data, expiresAt: expiryAfter(lifetimeDays) },
    });
  });
  const created = { userId: owner.id, organizationId, name };
  await recordToken(context, 'access_token_created', created);
  await sendTokenNotices(context, [id], () => ({ kind: 'created' }));
  return { id, secret };
}

type Token = {
  id: string;
  userId: string;
  organizationId: string | null;
  name: string;
  lifetimeDays: number | null;
};

/** Records a change to a token. One that members make to another's token is an event of their organization. */
function recordToken(
  context: Context,
  kind: 'access_token_created' | 'access_token_rotated' | 'access_token_revoked',
  { userId, organizationId, name }: Pick<Token, 'userId' | 'organizationId' | 'name'>,
): Promise<void> {
  const among = isOwner(context, userId) ? null : eventOrganization(context, organizationId);
  return recordAction(context, { userId, kind, detail: name, organizationId: among });
}

/** The condition of tokens that can still be used. */
const usable = (id: string) => ({
  id,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
});

/** @throws {UserErrors} if nothing was changed: the token has expired or was revoked meanwhile */
function requireChanged(count: number): void {
  if (count === 0) throw userError('ACCESS_TOKEN_INACTIVE');
}

/** Changes the name or reduces the scopes. */
export async function updateToken(
  { database }: Context,
  { id, scopes: before }: { id: string; scopes: readonly Permission[] },
  changes: { name?: string; scopes?: Permission[] },
): Promise<void> {
  if (changes.scopes) requireScopes(changes.scopes, before);
  const { count } = await database.accessToken.updateMany({ where: usable(id), data: changes });
  requireChanged(count);
}

/**
 * Replaces the secret and returns the new one. The former secret stays valid for `overlapHours`. Concurrent
 * rotations and revocations of a token are serialised by its row.
 *
 * @throws {UserErrors} if the token has expired or was revoked
 */
export async function rotateToken(
  context: Context,
  { id, lifetimeDays, ...token }: Token,
  overlapHours: number,
): Promise<string> {
  const { secret, stored } = newSecret(context);
  const count = await context.database.$executeRaw`
    UPDATE "access_token" SET
      "previousHash" = "hash", "previousExpiresAt" = least("expiresAt", now() + make_interval(hours => ${overlapHours}::int)),
      "hash" = ${stored.hash}, "start" = ${stored.start}, "expiresAt" = ${expiryAfter(lifetimeDays)}::timestamptz,
      "expiryNoticeAt" = NULL, "updatedAt" = now()
    WHERE "id" = ${id} AND "revokedAt" IS NULL AND coalesce("expiresAt" > now(), true)`;
  requireChanged(count);
  await recordToken(context, 'access_token_rotated', token);
  return secret;
}

/** Ends a token, with both of its secrets. Does nothing if that has happened. */
export async function revokeToken(
  context: Context,
  { id, ...token }: Omit<Token, 'lifetimeDays'>,
): Promise<void> {
  const { count } = await context.database.accessToken.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: new Date() },
  });
  if (count) await recordToken(context, 'access_token_revoked', token);
}
