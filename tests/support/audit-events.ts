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

/** Lets the database refuse new audit events while `act` runs. */
export async function withoutAuditEvents(
  database: Database,
  act: () => Promise<void>,
): Promise<void> {
  const now = new Date().toISOString();
  await database.$executeRawUnsafe(
    `ALTER TABLE "account_event" ADD CONSTRAINT "full" CHECK ("createdAt" < '${now}') NOT VALID`,
  );
  try {
    await act();
  } finally {
    await database.$executeRaw`ALTER TABLE "account_event" DROP CONSTRAINT "full"`;
  }
}
