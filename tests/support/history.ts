import type { TestUser } from './server.ts';

export async function readHistory(manager: TestUser, id: string) {
  const { data } = await manager.send(
    'query ($id: ID!) { user(id: $id) { history { nodes { kind detail actor { id } } } } }',
    { id },
  );
  return data.user.history.nodes;
}
