import type { Database } from '#server/database/client.ts';
import { unique } from './factories.ts';

/** Runs `work` while the database refuses events about a user. */
export async function withoutAuditEventsOf<Result>(
  database: Database,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const constraint = unique('refused').replaceAll('-', '_');
  await database.$executeRawUnsafe(
    `ALTER TABLE "account_event" ADD CONSTRAINT "${constraint}" CHECK ("userId" <> '${userId}') NOT VALID`,
  );
  try {
    return await work();
  } finally {
    await database.$executeRawUnsafe(`ALTER TABLE "account_event" DROP CONSTRAINT "${constraint}"`);
  }
}
