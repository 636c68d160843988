/** Handles concurrent sign-ups with the same new address in better-auth's storage. */
import type { prismaAdapter } from 'better-auth/adapters/prisma';
import { violatedConstraint } from '#server/database/client.ts';
import { currentRequest } from '#server/log/request-context.ts';

type Storage = ReturnType<typeof prismaAdapter>;
type StoredUser = { id: string; email: string; emailVerified: boolean };

const joined = new WeakSet<object>();

export function wasJoined(user: object): boolean {
  return joined.has(user);
}

/** Returns the user that the other request created. Both entered a code for the address, so both own it. */
export function joinConcurrentSignUps(storage: Storage): Storage {
  return (options) => {
    const adapter = storage(options);
    const findByEmail = async (email: string) => {
      const where = [{ field: 'email', value: email }];
      const user = await adapter.findOne<StoredUser>({ model: 'user', where });
      if (!user || user.emailVerified) return user;
      // A manager has invited the address in between, and the code verified it.
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
