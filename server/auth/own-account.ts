import type { prismaAdapter } from 'better-auth/adapters/prisma';
import type { Database } from '#server/database/client.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { recordDeletion } from './audit-log/audit-log.ts';
import type { FormerAdmins } from './former-admins.ts';

type Storage = ReturnType<typeof prismaAdapter>;

/** @throws if more than one user could be meant */
function idIn(where: { field: string; value: unknown }[]): string {
  const [by, ...others] = where;
  if (by?.field !== 'id' || others.length > 0) throw new Error('The user must be given by ID.');
  return String(by.value);
}

/** Users' deletions of their accounts are one transaction with what goes with them. */
export function recordDeletions(
  storage: Storage,
  { database, formerAdmins }: { database: Database; formerAdmins: FormerAdmins },
): Storage {
  async function deleteUser(id: string): Promise<void> {
    await database.$transaction(async (transaction) => {
      await lockUsers(transaction, [id]);
      const [where, select] = [{ id }, { id: true, email: true, name: true } as const];
      const user = await transaction.user.findUnique({ where, select });
      // Another request has deleted it.
      if (!user) return;
      await transaction.user.delete({ where, select: { id: true } });
      await formerAdmins.add(user.email, transaction);
      await recordDeletion(transaction, [user]);
    });
  }

  return (options) => {
    const adapter = storage(options);
    return {
      ...adapter,
      delete: (query) =>
        query.model === 'user' ? deleteUser(idIn(query.where)) : adapter.delete(query),
    };
  };
}
