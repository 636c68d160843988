/** Users' own changes of address in better-auth's storage. */
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { FormerAdmins } from '#server/auth/former-admins.ts';
import { isStillOpen } from '#server/auth/sessions/open-session.ts';
import { endOtherSessions } from '#server/auth/sessions/session-store.ts';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';

type Storage = ReturnType<typeof prismaAdapter>;
type ChangeDeps = { database: Database; mailer: Mailer; formerAdmins: FormerAdmins };

/**
 * Changes an address together with what protects its owner: ends the other sessions, records the change and notifies
 * the former address. Refuses a change whose session ended in the meantime, such as by a manager's change of the address.
 */
export function changeAddressInSession(
  storage: Storage,
  { database, mailer, formerAdmins }: ChangeDeps,
): Storage {
  async function change(userId: string, data: Prisma.UserUpdateInput & { email: string }) {
    const sessionId = currentRequest()?.sessionId ?? '';
    const where = { id: userId };
    return database.$transaction(async (transaction) => {
      if (!(await isStillOpen(transaction, { id: sessionId, userId }))) {
        throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
      }
      const select = { email: true, language: true } as const;
      const before = await transaction.user.findUniqueOrThrow({ where, select });
      const changed = await transaction.user.update({ where, data });
      await endOtherSessions(transaction, { userId, sessionId });
      await formerAdmins.add(before.email, transaction);
      await recordEvent(transaction, { userId, kind: 'email_changed', detail: before.email });
      const recipient = await mailer.countFor('notice', before, { transaction });
      if (recipient) await mailer.sendEmailChanged(recipient, data.email, transaction);
      return changed;
    });
  }

  return (options) => {
    const adapter = storage(options);
    return {
      ...adapter,
      update: (async (query: Parameters<typeof adapter.update>[0]) => {
        const { model, where, update } = query;
        if (model !== 'user' || !('email' in update)) return adapter.update(query);
        const [by, ...others] = where;
        if (by?.field !== 'id' || others.length > 0) throw new Error('An address needs its user.');
        return change(String(by.value), { ...update, email: String(update.email) });
      }) as typeof adapter.update,
    };
  };
}
