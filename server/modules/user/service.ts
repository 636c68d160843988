/** Managers' changes to users. Each leaves an entry in the audit log. */
import { actorOf, recordAction, recordDeletion } from '#server/auth/audit-log.ts';
import * as users from '#server/auth/users.ts';
import type { Context } from '#server/graphql/context.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';

type Changes = {
  email?: string;
  name?: string;
  role?: string;
};

/** The columns that a change compares with. */
const columns = {
  id: true,
  email: true,
  name: true,
  role: true,
  language: true,
  isServiceAccount: true,
} as const;

/** @throws Prisma's error for a missing record, which becomes NOT_FOUND */
export async function requireUser({ database }: Context, id: string) {
  return database.user.findUniqueOrThrow({ where: { id }, select: columns });
}

/** Creates a user and invites them by email. Returns their id. */
export async function inviteUser(
  context: Context,
  person: { email: string; name: string; role: string; language?: string | undefined },
): Promise<string> {
  const id = await users.createUser(context.auth, person);
  await recordAction(context, { userId: id, kind: 'invited' });
  const { viewer, mailer, language: spoken } = context;
  const language = isLanguage(person.language) ? person.language : spoken;
  await mailer.sendInvitation({ to: person.email, language }, viewer?.user.name ?? '');
  return id;
}

/** Creates a service account. Returns its id. */
export async function addServiceAccount(
  context: Context,
  account: { name: string; role: string },
): Promise<string> {
  const id = await users.createServiceAccount(context.auth, account);
  await recordAction(context, { userId: id, kind: 'created' });
  return id;
}

/** Updates a user and logs what differs from before. */
export async function changeUser(
  context: Context,
  before: Awaited<ReturnType<typeof requireUser>>,
  changes: Changes,
): Promise<void> {
  const { id } = before;
  const { email, ...others } = changes;
  const newEmail = email === before.email ? undefined : email;
  if (newEmail === undefined) await users.updateUser(context.auth, id, others);
  else await users.moveUser(context.auth, id, { ...others, email: newEmail });
  if (changes.name !== undefined && changes.name !== before.name) {
    await recordAction(context, { userId: id, kind: 'name_changed', detail: before.name });
  }
  if (newEmail !== undefined) await recordMove(context, before, newEmail);
  if (changes.role !== undefined && changes.role !== before.role) {
    await recordAction(context, { userId: id, kind: 'role_changed', detail: changes.role });
  }
}

/** Logs a new email address and notifies the former one. */
async function recordMove(
  context: Context,
  { id, email, language: chosen }: Awaited<ReturnType<typeof requireUser>>,
  newEmail: string,
): Promise<void> {
  await context.formerAdmins.add(email);
  await recordAction(context, { userId: id, kind: 'email_changed', detail: email });
  const language = isLanguage(chosen) ? chosen : fallbackLanguage;
  await context.mailer.sendEmailChanged({ to: email, language }, newEmail);
}

/** Bans a user and ends all their sessions. */
export async function banUser(
  context: Context,
  id: string,
  { banReason, banEndsAt }: { banReason: string; banEndsAt?: Date | null | undefined },
): Promise<void> {
  await users.banUser(context.auth, id, { banReason, banEndsAt });
  await recordAction(context, { userId: id, kind: 'banned', detail: banReason });
}

/** Ends a ban. */
export async function unbanUser(context: Context, id: string): Promise<void> {
  await users.unbanUser(context.auth, id);
  await recordAction(context, { userId: id, kind: 'unbanned' });
}

/** Deletes a user with their sessions. */
export async function deleteUser(
  context: Context,
  user: Awaited<ReturnType<typeof requireUser>>,
): Promise<void> {
  await users.deleteUser(context.auth, user.id);
  await recordDeletion(context.database, [user], { actorId: actorOf(context) });
  securityEvent(context.log, 'user_deleted', undefined, { targetId: user.id });
}

/** Ends all sessions of a user. */
export async function endSessions(context: Context, userId: string): Promise<void> {
  await users.endUserSessions(context.auth, userId);
  await recordAction(context, { userId, kind: 'sessions_revoked' });
}
