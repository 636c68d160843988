/**
 * Links in security notices that end all sessions of the recipient's account, without signing in. Browsers don't send the
 * fragment, so the token is in no log, and programs that open links don't use it (docs/decisions/040).
 */
import { type Hmac, isOneOf } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import { secureAccountPath } from '#server/mail/templates.ts';
import { limits } from '#shared/limits.ts';

type Account = { id: string; email: string };

/** How long a link is valid, in ms. */
export const lifetimeMs = limits.secureAccountDays * 24 * 60 * 60 * 1_000;

/** Bound to the current address, so that the former owner of an account can't use the link. */
const signaturesOf = (hmac: Hmac, { id, email }: Account, issuedAt: number) =>
  hmac.accepted('secure account', `${id} ${issuedAt} ${email}`);

/** Path of the page, with a token that is valid for a week and once. */
export function secureAccountLink(hmac: Hmac, account: Account): string {
  const issuedAt = Date.now();
  const [signature] = signaturesOf(hmac, account, issuedAt);
  return `${secureAccountPath}#${account.id}.${issuedAt}.${signature}`;
}

export type SecureAccountToken = { userId: string; issuedAt: number; signature: string };

/** Undefined if the token is malformed or expired. The signature isn't verified. */
export function readSecureAccountToken(token: string): SecureAccountToken | undefined {
  const [userId = '', time = '', signature = ''] = token.split('.');
  const issuedAt = Number(time);
  const isRecent = issuedAt > Date.now() - lifetimeMs;
  return isIdOf('User', userId) && isRecent ? { userId, issuedAt, signature } : undefined;
}

export const isSignedFor = (
  hmac: Hmac,
  account: Account,
  { issuedAt, signature }: SecureAccountToken,
): boolean => isOneOf(signaturesOf(hmac, account, issuedAt), signature);

type Store = Pick<Database, 'formerAddress'>;

/** The addresses that a user left on their own within the lifetime of a link, which gives them back. Oldest first. */
export const findFormerAddresses = (store: Store, userId: string) =>
  store.formerAddress.findMany({
    where: { userId, changedAt: { gt: new Date(Date.now() - lifetimeMs) } },
    orderBy: { changedAt: 'asc' },
    select: { email: true, changedAt: true },
  });

/** Forgets the addresses that the user has left since a time. */
export async function forgetFormerAddresses(
  store: Store,
  userId: string,
  from = new Date(0),
): Promise<void> {
  await store.formerAddress.deleteMany({ where: { userId, changedAt: { gte: from } } });
}
