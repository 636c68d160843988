/**
 * Writes users, their sessions and linked accounts. Nothing else uses better-auth's internal adapter, so
 * its hooks run for every write, and no write bypasses a ban or the audit log's rules.
 */
import { randomUUID } from 'node:crypto';
import { runWithTransaction } from '@better-auth/core/context';
import { fallbackLanguage } from '#shared/languages.ts';
import { parseRoles } from '#shared/permissions.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import type { Auth } from './auth.ts';

type NewUser = {
  email: string;
  name: string;
  role: string;
  language?: string | undefined;
};

type UserChanges = {
  email?: string;
  name?: string;
  role?: string;
  language?: string | null | undefined;
  onboardedAt?: Date;
};

/** Creates a user who has yet to prove the address. Returns the ID. */
export async function createUser(auth: Auth, user: NewUser): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const created = await internalAdapter.createUser(
    { ...user, emailVerified: false, language: user.language ?? null },
    { method: 'admin' },
  );
  return created.id;
}

/** Creates a service account, at an address that no mail reaches (RFC 2606). Returns the ID. */
export async function createServiceAccount(
  auth: Auth,
  { name, role }: Pick<NewUser, 'name' | 'role'>,
): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const email = `${randomUUID()}@service-account.invalid`;
  const created = await internalAdapter.createUser(
    { email, name, role, emailVerified: true, isServiceAccount: true, language: fallbackLanguage },
    { method: 'admin' },
  );
  return created.id;
}

/** Changes a user; fields that are undefined stay. For another address, use `moveUser`. */
export async function updateUser(
  auth: Auth,
  id: string,
  changes: Omit<UserChanges, 'email'>,
): Promise<void> {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.updateUser(id, changes);
}

/** Gives a user another address, and ends all access that the former one gave. */
export async function moveUser(
  auth: Auth,
  id: string,
  changes: UserChanges & { email: string },
): Promise<void> {
  const { adapter, internalAdapter } = await auth.$context;
  await runWithTransaction(adapter, async () => {
    await internalAdapter.updateUser(id, { ...changes, emailVerified: false });
    await internalAdapter.deleteAccounts(id);
    await internalAdapter.deleteUserSessions(id);
  });
}

/** Bans a user, forever or until `banEndsAt`, and ends their sessions. */
export async function banUser(
  auth: Auth,
  id: string,
  { banReason, banEndsAt }: { banReason: string; banEndsAt?: Date | null | undefined },
): Promise<void> {
  const { adapter, internalAdapter } = await auth.$context;
  await runWithTransaction(adapter, async () => {
    const ban = { banned: true, banReason, banExpires: banEndsAt ?? null };
    await internalAdapter.updateUser(id, ban);
    await internalAdapter.deleteUserSessions(id);
  });
}

export async function unbanUser(auth: Auth, id: string): Promise<void> {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.updateUser(id, { banned: false, banReason: null, banExpires: null });
}

/** Deletes a user with everything that belongs to them. */
export async function deleteUser(auth: Auth, id: string): Promise<void> {
  const { adapter, internalAdapter } = await auth.$context;
  // One transaction: the last admin, whom the database does not delete, keeps their sessions.
  await runWithTransaction(adapter, () => internalAdapter.deleteUser(id));
}

/** Ends the sessions with these tokens. */
export async function endSessions(auth: Auth, tokens: string[]): Promise<void> {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteSessions(tokens);
}

/** Ends all sessions of a user. */
export async function endUserSessions(auth: Auth, userId: string): Promise<void> {
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteUserSessions(userId);
}

/**
 * Makes the user with this address an admin, creating them where needed.
 *
 * @throws {ZodError} if it is no email address
 */
export async function makeAdmin(auth: Auth, address: string): Promise<{ created: boolean }> {
  const email = emailRule.parse(address);
  const { internalAdapter } = await auth.$context;
  const found = await internalAdapter.findUserByEmail(email);
  if (!found) {
    await createUser(auth, { email, name: '', role: 'admin' });
    return { created: true };
  }
  const { role } = found.user as unknown as { role?: string };
  const roles = new Set([...parseRoles(role), 'admin']);
  await updateUser(auth, found.user.id, { role: [...roles].join(',') });
  return { created: false };
}
