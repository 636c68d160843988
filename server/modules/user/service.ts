import { recordAction } from '#server/auth/actions.ts';
import * as users from '#server/auth/users.ts';
import { senderName } from '#server/graphql/building/sender-name.ts';
import type { Context } from '#server/graphql/context.ts';
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

export async function endSessions(context: Context, userId: string): Promise<void> {
  const active = { userId, expiresAt: { gt: new Date() } };
  const count = await context.database.session.count({ where: active });
  if (count === 0) return;
  await users.endUserSessions(context.auth, userId);
  await recordAction(context, { userId, kind: 'sessions_revoked' });
}
