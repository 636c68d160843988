import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { TestUser } from './server.ts';

export async function readAuditEvents(manager: TestUser, id: string) {
  const { data } = await manager.send(
    'query ($id: ID!) { user(id: $id) { auditEvents { nodes { kind detail actor { id } } } } }',
    { id },
  );
  return data.user.auditEvents.nodes;
}

/** Adds an event that has all fields of events about an account. Returns its ID. */
export async function createAuditEvent(
  database: Database,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<string> {
  const { id } = await database.auditEvent.create({
    data: {
      id: newId('AuditEvent'),
      userId,
      actorId,
      actorName: 'Marvin',
      kind: 'name_changed',
      detail: 'Ada',
      changedFields: ['name'],
      impersonatedId: userId,
      sessionId: newId('Session'),
      tokenId: newId('AccessToken'),
      tokenName: 'CI',
      network: '203.0.113.0/24',
    },
  });
  return id;
}

/** Runs `work` while the database refuses new audit events. */
export async function withoutAuditEvents<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  const now = new Date().toISOString();
  await database.$executeRawUnsafe(
    `ALTER TABLE "account_event" ADD CONSTRAINT "full" CHECK ("createdAt" < '${now}') NOT VALID`,
  );
  try {
    return await work();
  } finally {
    await database.$executeRaw`ALTER TABLE "account_event" DROP CONSTRAINT "full"`;
  }
}

/** A digest of the rows of each table that an action may change. */
export async function digestTables(database: Database): Promise<Map<string, string>> {
  const tables = await database.$queryRaw<{ name: string; digest: string }[]>`
    SELECT table_name AS name,
      md5(query_to_xml(format('SELECT * FROM %I AS row ORDER BY row::text', table_name), true, false, '')::text) AS digest
    FROM information_schema.tables WHERE table_schema = 'public' AND table_name <> 'rate_limit'`;
  return new Map(tables.map(({ name, digest }) => [name, digest]));
}
