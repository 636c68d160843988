import { statSync } from 'node:fs';
import { withConnection } from '#server/database/connections/connection.ts';

/**
 * Records for the system page that `file` is complete. Returns false where the database can't be written, such as at a
 * standby or before it is migrated: the backup is as good.
 */
export async function recordBackup(url: string, file: string): Promise<boolean> {
  try {
    await withConnection(url, (client) =>
      client.query(
        `INSERT INTO "last_backup" ("bytes") VALUES ($1)
         ON CONFLICT ("id") DO UPDATE SET "bytes" = excluded."bytes", "finishedAt" = now()`,
        [statSync(file).size],
      ),
    );
    return true;
  } catch {
    return false;
  }
}
