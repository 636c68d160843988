/** ADMIN_EMAILS makes a user an admin only once: not again after the account was deleted or changed its address. */
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import type { Hmac } from './hmac.ts';

type FormerAdminsDeps = {
  database: Database;
  settings: Pick<Settings, 'adminEmails'>;
  hmac: Hmac;
};

type Store = Pick<Database, 'formerAdminAddress'>;

export function createFormerAdmins({ database, settings, hmac }: FormerAdminsDeps) {
  // An HMAC, because a deleted user's address must not be stored.
  const hashesOf = (email: string) => hmac.accepted('former admin', email);
  const isFormer = async (email: string) => {
    const where = { addressHash: { in: hashesOf(email) } };
    return (await database.formerAdminAddress.count({ where })) > 0;
  };

  async function remember(email: string, to: Store = database): Promise<void> {
    const data = { addressHash: hashesOf(email)[0] };
    await to.formerAdminAddress.createMany({ data, skipDuplicates: true });
  }

  return {
    async makesAdmin(email: string): Promise<boolean> {
      return settings.adminEmails.includes(email) && !(await isFormer(email));
    },
    async add(email: string, transaction?: Store): Promise<void> {
      if (settings.adminEmails.includes(email)) await remember(email, transaction);
    },
    /** Re-hashes addresses recorded with a previous secret so that it can be retired. */
    async renew(): Promise<void> {
      for (const email of settings.adminEmails) if (await isFormer(email)) await remember(email);
    },
  };
}

export type FormerAdmins = ReturnType<typeof createFormerAdmins>;
