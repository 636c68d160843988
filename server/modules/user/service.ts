/**
 * Writing people. Everything goes through better-auth's adapter, so that its hooks run, and leaves a
 * line in the history.
 */
import { runWithTransaction } from '@better-auth/core/context';
import { type AccountEvent, recordEvent } from '#server/auth/account-events.ts';
import type { Context } from '#server/graphql/context.ts';
import { isLanguage } from '#shared/languages.ts';

type Changes = {
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
};

/** The columns that a change compares with. */
const columns = { id: true, email: true, name: true, role: true } as const;

/**
 * The person with this id.
 *
 * @throws Prisma's error for a missing record, which becomes NOT_FOUND
 */
export async function requireUser({ database }: Context, id: string) {
  return database.user.findUniqueOrThrow({ where: { id }, select: columns });
}

async function adapter({ auth }: Context) {
  return (await auth.$context).internalAdapter;
}

function note(context: Context, event: Omit<AccountEvent, 'actorId'>): Promise<void> {
  return recordEvent(context.database, { ...event, actorId: context.viewer?.user.id });
}

/** Creates a person who has yet to sign in. */
export async function inviteUser(
  context: Context,
  person: { email: string; name: string; role: string; language?: string | undefined },
): Promise<string> {
  const { id } = await (await adapter(context)).createUser(
    { ...person, emailVerified: false, language: person.language ?? null },
    { method: 'admin' },
  );
  await note(context, { userId: id, kind: 'invited' });
  const { viewer, post, language: spoken } = context;
  const language = isLanguage(person.language) ? person.language : spoken;
  await post.sendInvitation({ to: person.email, language }, viewer?.user.name ?? '');
  return id;
}

/** Changes a person; what is the same as before leaves no line in the history. */
export async function changeUser(
  context: Context,
  before: { id: string; email: string; name: string; role: string },
  changes: Changes,
): Promise<void> {
  const { id } = before;
  const { updateUser, deleteAccounts } = await adapter(context);
  const isMoved = changes.email !== undefined && changes.email !== before.email;
  await updateUser(id, { ...changes, ...(isMoved ? { emailVerified: false } : {}) });
  // The new address is the way in from now on, not what the owner of the old one has elsewhere.
  if (isMoved) await deleteAccounts(id);
  if (changes.name !== undefined && changes.name !== before.name) {
    await note(context, { userId: id, kind: 'name_changed', detail: before.name });
  }
  if (isMoved) {
    await note(context, { userId: id, kind: 'email_changed', detail: before.email });
  }
  if (changes.role !== undefined && changes.role !== before.role) {
    await note(context, { userId: id, kind: 'role_changed', detail: changes.role });
  }
}

/** Bans a person and ends all their sessions. */
export async function banUser(
  context: Context,
  id: string,
  { reason, endsAt }: { reason: string; endsAt?: Date | null | undefined },
): Promise<void> {
  const { adapter: storage, internalAdapter } = await context.auth.$context;
  await runWithTransaction(storage, async () => {
    const ban = { banned: true, banReason: reason, banExpires: endsAt ?? null };
    await internalAdapter.updateUser(id, ban);
    await internalAdapter.deleteUserSessions(id);
  });
  await note(context, { userId: id, kind: 'banned', detail: reason });
}

/** Ends a ban. */
export async function unbanUser(context: Context, id: string): Promise<void> {
  const { updateUser } = await adapter(context);
  await updateUser(id, { banned: false, banReason: null, banExpires: null });
  await note(context, { userId: id, kind: 'unbanned' });
}

/** Deletes a person with all that hangs on them. */
export async function deleteUser(context: Context, id: string): Promise<void> {
  const { adapter: storage, internalAdapter } = await context.auth.$context;
  // One transaction: who turns out to be the last admin keeps their sessions too.
  await runWithTransaction(storage, () => internalAdapter.deleteUser(id));
}

/** Ends all sessions of a person. */
export async function endSessions(context: Context, userId: string): Promise<void> {
  const { deleteUserSessions } = await adapter(context);
  await deleteUserSessions(userId);
  await note(context, { userId, kind: 'sessions_revoked' });
}
