/**
 * Requires a passkey of the users that REQUIRE_PASSKEY_FOR names. Checked wherever a session is created, so that no way to
 * sign in can forget it.
 */

import { refusal } from '#server/auth/refusal.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { currentSignIn, type Services } from '#server/auth/sign-in.ts';
import { resetPasskeys } from '#server/auth/users.ts';
import { isBanned, secondsPerDay } from '#server/auth/viewer.ts';
import type { Database, Transaction } from '#server/database/client.ts';
import { command, recordEvent, recordEvents } from '#server/features/audit-log/audit-log.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import type { Prisma, SignInMethod } from '#server/generated/prisma/client.ts';
import type { Addressee } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import { parseRoles } from '#shared/permissions.ts';
import { email as emailRule } from '#shared/rules/account.ts';

type PolicyDeps = Pick<Services, 'database' | 'settings'>;

/** An impersonation ends with the admin's own session. Sample accounts only exist in local mode. */
const sufficient: SignInMethod[] = ['passkey', 'recovery_code', 'impersonation', 'sample_account'];

const batchSize = 1_000;

export function isPasskeyRequired(
  { requirePasskeyFor }: Settings,
  { role }: { role?: string | null | undefined },
): boolean {
  return (
    requirePasskeyFor === 'all' ||
    (requirePasskeyFor === 'admin' && parseRoles(role).includes('admin'))
  );
}

export function passkeyDueDate(days: number): Date {
  return new Date(Date.now() + days * secondsPerDay * 1_000);
}

/**
 * Refuses to open a session in another way for a user who has a passkey, or whose time to add one is over. That time
 * begins with the first sign-in.
 *
 * @throws {APIError} PASSKEY_REQUIRED, PASSKEY_SETUP_REQUIRED
 */
export async function requirePasskey(
  { database, settings }: PolicyDeps,
  id: string,
): Promise<void> {
  const signIn = currentSignIn();
  if (!settings.requirePasskeyFor || signIn.passkeyName !== undefined) return;
  if (signIn.method && sufficient.includes(signIn.method)) return;
  const user = await database.user.findUniqueOrThrow({
    where: { id },
    select: {
      email: true,
      role: true,
      banned: true,
      banExpires: true,
      passkeyDueAt: true,
      _count: { select: { passkeys: true } },
    },
  });
  // The admin plugin refuses banned users, with their own code.
  if (!isPasskeyRequired(settings, user) || isBanned(user)) return;
  const dueAt = user.passkeyDueAt ?? passkeyDueDate(settings.passkeyGraceDays);
  const data = { passkeyDueAt: dueAt };
  await database.user.updateMany({ where: { id, passkeyDueAt: null }, data });
  const hasPasskey = user._count.passkeys > 0;
  if (!hasPasskey && dueAt > new Date()) return;
  const code = hasPasskey ? 'PASSKEY_REQUIRED' : 'PASSKEY_SETUP_REQUIRED';
  signIn.stoppedForPasskey = { id, email: user.email, code };
  throw refusal(403, code);
}

/**
 * Whether a session may change how its user signs in. Those who must use a passkey and have one need a session that a
 * passkey or recovery code opened, or that a passkey reauthenticated. A code may have done so before they had one.
 */
export async function mayChangeSignIn(
  { database, settings }: PolicyDeps,
  user: { id: string; role?: string | null | undefined },
  session: { id: string },
): Promise<boolean> {
  if (!isPasskeyRequired(settings, user)) return true;
  if ((await database.passkey.count({ where: { userId: user.id } })) === 0) return true;
  const trusted = { in: sufficient };
  const methods = [{ signInMethod: trusted }, { reauthenticationMethod: trusted }];
  return (await database.session.count({ where: { id: session.id, OR: methods } })) > 0;
}

/** By when a user must have a passkey again after all of theirs were removed: at least a day ahead. */
export function resetDueDate(settings: Settings, user: { role: string }): Date | null {
  if (!isPasskeyRequired(settings, user)) return null;
  return passkeyDueDate(Math.max(1, settings.passkeyGraceDays));
}

/** By when the user must add a passkey. Null if they have one, or need none. */
export async function findPasskeyDueDate(
  { database, settings }: PolicyDeps,
  { id, role }: { id: string; role?: string | null | undefined },
): Promise<Date | null> {
  if (!isPasskeyRequired(settings, { role })) return null;
  const user = await database.user.findFirst({
    where: { id, passkeys: { none: {} } },
    select: { passkeyDueAt: true },
  });
  return user?.passkeyDueAt ?? null;
}

/**
 * Applies the policy to sessions that are open already: the time to add a passkey begins for their users, and once it
 * is over, sessions end that no passkey opened.
 */
export async function endSessionsWithoutPasskey(
  { database, settings }: PolicyDeps,
  signal?: AbortSignal,
): Promise<void> {
  const { requirePasskeyFor, passkeyGraceDays } = settings;
  if (!requirePasskeyFor) return;
  const required: Prisma.UserWhereInput = {
    isServiceAccount: false,
    ...(requirePasskeyFor === 'admin' && { role: { contains: 'admin' } }),
  };
  const inBatches = async (run: () => Promise<{ count: number }>) => {
    while (!signal?.aborted && (await run()).count === batchSize);
  };
  await inBatches(() =>
    database.user.updateMany({
      where: { passkeyDueAt: null, ...required, sessions: { some: {} } },
      data: { passkeyDueAt: passkeyDueDate(passkeyGraceDays) },
      limit: batchSize,
    }),
  );
  await inBatches(async () => {
    const sessions = await database.session.findMany({
      where: {
        user: { passkeyDueAt: { lte: new Date() }, ...required },
        passkeyName: null,
        impersonatedBy: null,
        OR: [{ signInMethod: null }, { signInMethod: { notIn: sufficient } }],
      },
      take: batchSize,
      select: { id: true, userId: true },
    });
    const userIds = sessions.map(({ userId }) => userId);
    const only = { id: { in: sessions.map(({ id }) => id) } };
    return { count: await endSessions(database, userIds, { only }) };
  });
}

/**
 * Removes the passkeys that a user has added since a time, and all recovery codes. Where a passkey is required, users left
 * without one have time to add their own.
 */
export async function removeNewPasskeys(
  transaction: Transaction,
  settings: Settings,
  userId: string,
  since: Date,
): Promise<void> {
  const where = { userId, createdAt: { gte: since } };
  const added = await transaction.passkey.findMany({ where, select: { name: true } });
  await transaction.passkey.deleteMany({ where });
  await transaction.recoveryCodes.deleteMany({ where: { userId } });
  const removed = added.map(
    ({ name: detail }) => ({ userId, kind: 'passkey_removed', detail }) as const,
  );
  await recordEvents(transaction, removed);
  if (added.length === 0) return;
  const user = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { role: true, _count: { select: { passkeys: true } } },
  });
  if (user._count.passkeys > 0) return;
  const data = { passkeyDueAt: resetDueDate(settings, user) };
  await transaction.user.update({ where: { id: userId }, data, select: { id: true } });
}

/** For an operator: removes the passkeys and recovery codes of the user with this address. */
export async function resetPasskeysByCommand(
  { database, settings }: PolicyDeps,
  address: string,
): Promise<void> {
  const user = await database.user.findUniqueOrThrow({
    where: { email: emailRule.parse(address) },
    select: { id: true, role: true },
  });
  await database.$transaction(async (transaction) => {
    await resetPasskeys(transaction, user.id, resetDueDate(settings, user));
    await recordEvent(transaction, { userId: user.id, kind: 'passkeys_reset', ...command });
  });
}

/** Notifies the owner of a passkey, with a link for the case that it wasn't them. */
export async function sendPasskeyNotice(
  { mailer, hmac }: Pick<Services, 'mailer' | 'hmac'>,
  owner: Addressee & { id: string },
  about: { kind: 'added' | 'removed'; name: string },
  transaction?: Pick<Database, '$queryRaw'>,
): Promise<void> {
  const securePath = secureAccountLink(hmac, owner);
  await mailer.send('passkey', owner, { ...about, securePath }, transaction && { transaction });
}
