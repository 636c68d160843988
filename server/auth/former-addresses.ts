/**
 * Addresses that users left on their own, which the link of a security notice gives back for a week. The first owner
 * gets it back: a thief who moved it twice can't use the link sent to their own address afterwards.
 */
import type { Database } from '#server/database/client.ts';
import { limits } from '#shared/limits.ts';
import { secondsPerDay } from './sessions/session-rules.ts';

type Store = Pick<Database, 'formerAddress'>;

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
