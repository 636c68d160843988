/** Users' own changes of address in better-auth's storage. */
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { APIError } from 'better-auth/api';
import { isStillOpen } from '#server/auth/sessions/open-session.ts';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { currentRequest } from '#server/log/request-context.ts';

type Storage = ReturnType<typeof prismaAdapter>;

/** Refuses a change whose session ended in the meantime, such as by a manager's change of the address. */
export function changeAddressInSession(storage: Storage, database: Database): Storage {
  async function change(userId: string, data: Prisma.UserUpdateInput) {
    const id = currentRequest()?.sessionId ?? '';
    return database.$transaction(async (transaction) => {
      if (await isStillOpen(transaction, { id, userId })) {
        return transaction.user.update({ where: { id: userId }, data });
      }
      throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
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
        return change(String(by.value), update);
      }) as typeof adapter.update,
    };
  };
}
