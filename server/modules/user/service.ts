import { recordAction } from '#server/auth/actions.ts';
import { actorOf, recordDeletion } from '#server/auth/audit-log/audit-log.ts';
import * as users from '#server/auth/users.ts';
import { senderName } from '#server/graphql/building/sender-name.ts';
import type { Context } from '#server/graphql/context.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { isLanguage } from '#shared/languages.ts';
import { countInvitation, countInvitationAgain, sendInvitationAgain } from './invitation.ts';
import { isUnused, usageColumns } from './policy.ts';

type Changes = {
  email?: string;
  name?: string;
  role?: string;
};

const columns = {
  id: true,
  email: true,
  name: true,
  role: true,
  language: true,
  isServiceAccount: true,
  banReason: true,
  ...usageColumns,
} as const;

/** @throws Prisma's P2025 if the user doesn't exist, which becomes NOT_FOUND */
export async function requireUser({ database }: Context, id: string) {
  return database.user.findUniqueOrThrow({ where: { id }, select: columns });
}

export async function inviteUser(
  context: Context,
  person: { email: string; name: string; role: string; language?: string | undefined },
): Promise<string> {
  const inviter = senderName(context);
  const to = await countInvitation(context, person.email, 'email');
  const id = await users.createUser(context.auth, person);
  await recordAction(context, { userId: id, kind: 'invited' });
  const language = isLanguage(person.language) ? person.language : context.language;
  await context.mailer.sendInvitation({ to, language }, inviter);
  return id;
}

export async function addServiceAccount(
  context: Context,
  account: { name: string; role: string },
): Promise<string> {
  const id = await users.createServiceAccount(context.auth, account);
  await recordAction(context, { userId: id, kind: 'created' });
  return id;
}

export async function changeUser(
  context: Context,
  before: Awaited<ReturnType<typeof requireUser>>,
  changes: Changes,
): Promise<void> {
  const { id } = before;
  const { email, ...others } = changes;
  const newEmail = email === before.email ? undefined : email;
  // No one has used the account, so don't tell the owner of the former address whom it was meant for.
  const invited =
    newEmail !== undefined && isUnused(before)
      ? await countInvitationAgain(context, { id, email: newEmail }, 'email')
      : undefined;
  if (newEmail === undefined) await users.updateUser(context.auth, id, others);
  else await users.moveUser(context.auth, id, { ...others, email: newEmail });
  if (changes.name !== undefined && changes.name !== before.name) {
    await recordAction(context, {
      userId: id,
      kind: 'name_changed',
      audited: { detail: before.name },
    });
  }
  if (newEmail !== undefined) await recordMove(context, before);
  if (invited) await sendInvitationAgain(context, { ...before, to: invited });
  else if (newEmail !== undefined) await announceMove(context, before, newEmail);
  if (changes.role !== undefined && changes.role !== before.role) {
    await recordAction(context, {
      userId: id,
      kind: 'role_changed',
      audited: { detail: changes.role },
    });
  }
}

async function recordMove(
  context: Context,
  { id, email }: Awaited<ReturnType<typeof requireUser>>,
): Promise<void> {
  await context.formerAdmins.add(email);
  await recordAction(context, { userId: id, kind: 'email_changed', audited: { detail: email } });
}

async function announceMove(
  { mailer }: Context,
  before: Awaited<ReturnType<typeof requireUser>>,
  newEmail: string,
): Promise<void> {
  const recipient = await mailer.countFor('notice', before);
  if (recipient) await mailer.sendEmailChanged(recipient, newEmail);
}

/** Bans a user and ends all their sessions. Does nothing if they have the same ban already. */
export async function banUser(
  context: Context,
  before: Awaited<ReturnType<typeof requireUser>>,
  { banReason, banEndsAt }: { banReason: string; banEndsAt?: Date | null | undefined },
): Promise<void> {
  const { id } = before;
  const end = banEndsAt ?? null;
  const isSame = before.banReason === banReason && Number(before.banExpires) === Number(end);
  if (before.banned && isSame) return;
  await users.banUser(context.auth, id, { banReason, banEndsAt });
  await recordAction(context, { userId: id, kind: 'banned', audited: { detail: banReason } });
}

/** Does nothing if the user isn't banned. */
export async function unbanUser(
  context: Context,
  { id, banned }: Awaited<ReturnType<typeof requireUser>>,
): Promise<void> {
  if (!banned) return;
  await users.unbanUser(context.auth, id);
  await recordAction(context, { userId: id, kind: 'unbanned' });
}

export async function deleteUser(
  context: Context,
  user: Awaited<ReturnType<typeof requireUser>>,
): Promise<void> {
  await users.deleteUser(context.auth, user.id);
  await recordDeletion(context.database, [user], { actorId: actorOf(context) });
  securityEvent(context.log, 'user_deleted', undefined, { targetId: user.id });
}

export async function endSessions(context: Context, userId: string): Promise<void> {
  const active = { userId, expiresAt: { gt: new Date() } };
  const count = await context.database.session.count({ where: active });
  if (count === 0) return;
  await users.endUserSessions(context.auth, userId);
  await recordAction(context, { userId, kind: 'sessions_revoked' });
}
