/** better-auth's storage for two sign-ups with one new email address at the same moment. */
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { violatedConstraint } from '#server/database/client.ts';
import { currentRequest } from '#server/log/request-context.ts';

type Storage = ReturnType<typeof prismaAdapter>;
type StoredUser = { id: string; email: string; emailVerified: boolean };

/** Users that were found instead of created. */
const joined = new WeakSet<object>();

/** Whether `user` was created by another request a moment before this one. */
export function wasJoined(user: object): boolean {
  return joined.has(user);
}

/**
 * Makes `storage` return the user that the other request created: both entered a code for the address,
 * so both are its owner. The library would answer the later one with a fault.
 */
export function joinConcurrentSignUps(storage: Storage): Storage {
  return (options) => {
    const adapter = storage(options);
    const findByEmail = async (email: string) => {
      const where = [{ field: 'email', value: email }];
      const user = await adapter.findOne<StoredUser>({ model: 'user', where });
      if (!user || user.emailVerified) return user;
      // A manager's invitation came in between; the code proved the address.
      return adapter.update<StoredUser>({ model: 'user', where, update: { emailVerified: true } });
    };
    return {
      ...adapter,
      create: (async (query: Parameters<typeof adapter.create>[0]) => {
        try {
          return await adapter.create(query);
        } catch (error) {
          const isByCode = query.model === 'user' && currentRequest()?.codeBrowser !== undefined;
          if (!isByCode || violatedConstraint(error) !== 'user_email_key') throw error;
          const user = await findByEmail(String(query.data.email));
          if (!user) throw error;
          joined.add(user);
          return user;
        }
      }) as typeof adapter.create,
    };
  };
}
