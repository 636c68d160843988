/**
 * Addresses that users left on their own, which the link of a security notice gives back for a week. The first owner
 * gets it back: a thief who moved it twice can't use the link sent to their own address afterwards.
 */
import type { Database } from '#server/database/client.ts';
import { limits } from '#shared/limits.ts';
import type { Services } from './services.ts';
import { secondsPerDay } from './sessions/session-rules.ts';

type Store = Pick<Database, 'formerAddress'>;
type AdminStore = Pick<Database, 'formerAdminAddress'>;

const since = () => new Date(Date.now() - limits.secureAccountDays * secondsPerDay * 1_000);

export async function findFormerAddresses(store: Store, userId: string): Promise<string[]> {
  const where = { userId, changedAt: { gt: since() } };
  const found = await store.formerAddress.findMany({ where, select: { email: true } });
  return found.map(({ email }) => email);
}

/** When the user first left the address. Null if they didn't, or too long ago. */
export async function findDeparture(
  store: Store,
  userId: string,
  email: string,
): Promise<Date | null> {
  const found = await store.formerAddress.findFirst({
    where: { userId, email, changedAt: { gt: since() } },
    orderBy: { changedAt: 'asc' },
    select: { changedAt: true },
  });
  return found?.changedAt ?? null;
}

/** Forgets the addresses that the user has left since a time. */
export async function forgetFormerAddresses(
  store: Store,
  userId: string,
  from = new Date(0),
): Promise<void> {
  await store.formerAddress.deleteMany({ where: { userId, changedAt: { gte: from } } });
}

/** ADMIN_EMAILS makes a user an admin only once: not again after the account was deleted or changed its address. */
export function createFormerAdmins({ database, settings, hmac }: Services) {
  // An HMAC, because a deleted user's address must not be stored.
  const hashesOf = (email: string) => hmac.accepted('former admin', email);
  const isFormer = async (email: string) => {
    const where = { addressHash: { in: hashesOf(email) } };
    return (await database.formerAdminAddress.count({ where })) > 0;
  };

  async function remember(email: string, to: AdminStore = database): Promise<void> {
    const data = { addressHash: hashesOf(email)[0] };
    await to.formerAdminAddress.createMany({ data, skipDuplicates: true });
  }

  return {
    async makesAdmin(email: string): Promise<boolean> {
      return settings.adminEmails.includes(email) && !(await isFormer(email));
    },
    async add(email: string, transaction?: AdminStore): Promise<void> {
      if (settings.adminEmails.includes(email)) await remember(email, transaction);
    },
    /** Re-hashes addresses recorded with a previous secret so that it can be retired. */
    async renew(): Promise<void> {
      for (const email of settings.adminEmails) if (await isFormer(email)) await remember(email);
    },
  };
}

export type FormerAdmins = ReturnType<typeof createFormerAdmins>;
