/** ADMIN_EMAILS makes a user an admin once: not again after the account was deleted or its address changed. */
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import type { Hmac } from './hmac.ts';

type FormerAdminsDeps = {
  database: Database;
  settings: Pick<Settings, 'adminEmails'>;
  hmac: Hmac;
};

export function createFormerAdmins({ database, settings, hmac }: FormerAdminsDeps) {
  // An HMAC, because a deleted user's address must not be stored.
  const hashOf = (email: string) => hmac('former admin', email);
  return {
    /** Whether a new user with this address becomes an admin. */
    async makesAdmin(email: string): Promise<boolean> {
      if (!settings.adminEmails.includes(email)) return false;
      const where = { addressHash: hashOf(email) };
      return (await database.formerAdminAddress.count({ where })) === 0;
    },
    /** Records that a user no longer has this address. */
    async add(email: string): Promise<void> {
      if (!settings.adminEmails.includes(email)) return;
      const data = { addressHash: hashOf(email) };
      await database.formerAdminAddress.createMany({ data, skipDuplicates: true });
    },
  };
}

export type FormerAdmins = ReturnType<typeof createFormerAdmins>;
