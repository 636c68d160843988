/** What users change of their own accounts in better-auth's storage, together with its audit events. */
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { limits } from '#shared/limits.ts';
import { recordDeletion, recordEvent } from './audit-log/audit-log.ts';
import type { FormerAdmins } from './former-admins.ts';
import type { Hmac } from './hmac.ts';
import { createRateLimit, windows } from './limits/rate-limit.ts';
import { secureAccountLink } from './secure-account/link.ts';
import { isStillOpen } from './sessions/open-session.ts';
import { secondsPerDay } from './sessions/session-rules.ts';
import { endSessions } from './sessions/session-store.ts';

type Storage = ReturnType<typeof prismaAdapter>;
type OwnAccountDeps = {
  database: Database;
  hmac: Hmac;
  mailer: Mailer;
  formerAdmins: FormerAdmins;
};

const changesPerDay = windows([{ count: limits.emailChangesPerDay, seconds: secondsPerDay }]);

/** @throws if more than one user could be meant */
function idIn(where: { field: string; value: unknown }[]): string {
  const [by, ...others] = where;
  if (by?.field !== 'id' || others.length > 0) throw new Error('The user must be given by ID.');
  return String(by.value);
}

/** Users' changes of their address, and deletions of their accounts, are one transaction with what goes with them. */
export function recordOwnChanges(
  storage: Storage,
  { database, hmac, mailer, formerAdmins }: OwnAccountDeps,
): Storage {
  /**
   * Changes an address together with what protects its owner: ends the other sessions, records the change and notifies
   * the former address. Refuses it if the session ended in the meantime, such as by a manager's change of the address.
   */
  async function changeAddress(userId: string, data: Prisma.UserUpdateInput & { email: string }) {
    const sessionId = currentRequest()?.sessionId ?? '';
    const where = { id: userId };
    return database.$transaction(async (transaction) => {
      if (!(await isStillOpen(transaction, { id: sessionId, userId }))) {
        throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
      }
      // Counted in the transaction, so a change that fails isn't.
      const limit = createRateLimit(transaction as Database, hmac);
      const { wait } = await limit.takeOne('email-changes', userId, changesPerDay);
      if (wait) throw new APIError('BAD_REQUEST', { code: 'EMAIL_CHANGE_LIMIT_REACHED' });
      const select = { email: true, language: true } as const;
      const before = await transaction.user.findUniqueOrThrow({ where, select });
      const changed = await transaction.user.update({ where, data });
      await endSessions(transaction, [userId], { except: sessionId });
      await formerAdmins.add(before.email, transaction);
      await transaction.formerAddress.create({ data: { userId, email: before.email } });
      await recordEvent(transaction, { userId, kind: 'email_changed', detail: before.email });
      const securePath = secureAccountLink(hmac, { id: userId, email: before.email });
      await mailer.sendEmailChanged(before, { email: data.email, securePath }, transaction);
      return changed;
    });
  }

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
      update: (async (query: Parameters<typeof adapter.update>[0]) => {
        const { model, where, update } = query;
        if (model !== 'user' || !('email' in update)) return adapter.update(query);
        return changeAddress(idIn(where), { ...update, email: String(update.email) });
      }) as typeof adapter.update,
      delete: (query) =>
        query.model === 'user' ? deleteUser(idIn(query.where)) : adapter.delete(query),
    };
  };
}
