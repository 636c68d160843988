/**
 * better-auth's storage. What is done to an account is one transaction with its audit event and its mail, so that none of
 * them exists without the others. The library's own hooks run after the commit.
 */
import type { Where } from '@better-auth/core/db/adapter';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { type Database, violatedConstraint } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { watchStatements } from './library-call.ts';
import { isUsableSession, type StoredSession } from './sessions/session-store.ts';
import { currentSignIn } from './sign-in.ts';

type Transaction = Prisma.TransactionClient;
type Storage = ReturnType<typeof prismaAdapter>;
type Adapter = ReturnType<Storage>;
type Create = Adapter['create'];
type Query = { model: string; where: Where[] };

/** Inserts a row with all that belongs to it. `insert` inserts only the row. */
export type Creation<Row> = (
  transaction: Transaction,
  row: Row,
  insert: (row: Row) => Promise<Row>,
) => Promise<Row>;

// biome-ignore lint/suspicious/noExplicitAny: each model has its own row
type Creations = Readonly<Record<string, Creation<any>>>;

/** Returns the user that a concurrent sign-up created. Both entered a code for the address, so both own it. */
async function joinSignUp(adapter: Adapter, email: unknown) {
  const query = { model: 'user', where: [{ field: 'email', value: String(email) }] };
  const user = await adapter.findOne<{ emailVerified: boolean }>(query);
  if (!user || user.emailVerified) return user;
  // A manager has invited the address in between, and the code verified it.
  return adapter.update<typeof user>({ ...query, update: { emailVerified: true } });
}

export function createStorage(database: Database, creations: Creations): Storage {
  const { client, inTransaction } = watchStatements(database);
  const config = { provider: 'postgresql', transaction: true } as const;
  return (options) => {
    /** The adapter on the database, or within `open`. */
    function adapterOn(open?: Transaction): Adapter {
      const adapter = prismaAdapter(open ?? client, config)(options);
      const within = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
        open ? work(open) : inTransaction(work);

      const create: Create = (query) => {
        const creation = creations[query.model];
        if (!creation) return adapter.create(query);
        return within((transaction) => {
          const inner = open ? adapter : prismaAdapter(transaction, config)(options);
          return creation(transaction, query.data, (data) => inner.create({ ...query, data }));
        });
      };

      return {
        ...adapter,
        create: (async (query: Parameters<Create>[0]) => {
          try {
            return await create(query);
          } catch (error) {
            const isByCode = query.model === 'user' && currentSignIn().browser !== undefined;
            if (!isByCode || violatedConstraint(error) !== 'user_email_key') throw error;
            const user = await joinSignUp(adapter, query.data.email);
            if (!user) throw error;
            return user;
          }
        }) as Create,
        /** Hides sessions of banned users, and impersonations whose manager may no longer impersonate. */
        async findOne<T>(query: Query): Promise<T | null> {
          if (query.model !== 'session') return adapter.findOne<T>(query);
          const session = await adapter.findOne<T & StoredSession>(query);
          if (session === null || !(await isUsableSession(database, session))) return null;
          noteViewer({ user: { id: session.userId }, session, accessToken: null });
          return session;
        },
        transaction: (work) => within((transaction) => work(adapterOn(transaction))),
      };
    }

    return adapterOn();
  };
}
