import type { TestUser } from './server.ts';

export async function readAuditEvents(manager: TestUser, id: string) {
  const { data } = await manager.send(
    'query ($id: ID!) { user(id: $id) { auditEvents { nodes { kind detail actor { id } } } } }',
    { id },
  );
  return data.user.auditEvents.nodes;
}
