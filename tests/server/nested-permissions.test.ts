/** What a user can read of themselves names no manager, whichever field they ask: all are walked. */
import { type GraphQLOutputType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '#server/schema.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const address = '203.0.113.77';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let server: TestServer;
let acting: TestUser & { manager: TestUser };
let user: TestUser;
beforeAll(async () => {
  server = await startServer();
  acting = await server.acting();
  const { id, email, manager } = acting;
  const cookie = await server.signIn(email);
  const send = async (query: string) => {
    const answer = await server.post('/api/graphql', { query }, cookie);
    return { ...(await answer.json()), status: answer.status };
  };
  user = { id, email, cookie, send: send as TestUser['send'] };
  await server.database.session.updateMany({
    where: { impersonatedBy: manager.id },
    data: { ipAddress: address, userAgent: browser },
  });
  await server.database.user.update({
    where: { id: manager.id },
    data: { name: 'Marvin Manager' },
  });
});
afterAll(() => server.stop());

/** Every field of `type` that can be asked without arguments, to the depth of a list's entries. */
function everyField(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const isLeaf = !isObjectType(getNamedType(field.type));
    if (!isLeaf && (depth === 0 || field.name === 'edges')) return [];
    return [isLeaf ? field.name : `${field.name} ${everyField(field.type, depth - 1)}`];
  });
  return `{ ${fields.join(' ')} }`;
}

const fieldsOf = (name: string) => everyField(schema.getType(name) as GraphQLOutputType, 3);

/** What of the manager an answer holds. */
function traces(answer: unknown): string[] {
  const { id, email } = acting.manager;
  const told = JSON.stringify(answer);
  return [id, email, 'Marvin', 'Some admin', address, 'Firefox'].filter((word) =>
    told.includes(word),
  );
}

it('names no manager to the user, in any field of their record, sessions or history', async () => {
  const { data } = await user.send(`{ viewer { user ${fieldsOf('User')} } }`);
  expect(data.viewer.user.sessions.nodes).toHaveLength(3);
  expect(data.viewer.user.history.nodes.length).toBeGreaterThan(1);
  expect(traces(data)).toEqual([]);
});

it('names no manager to whoever acts as the user either, but in the field for it', async () => {
  const { data } = await acting.send(
    `{ viewer { user ${fieldsOf('User')} session ${fieldsOf('Session')} } }`,
  );
  expect(data.viewer.session.isImpersonation).toBe(true);
  expect(traces(data)).toEqual([]);
  const named = await acting.send('{ viewer { impersonator { id } } }');
  expect(named.data.viewer.impersonator).toEqual({ id: acting.manager.id });
});

it('names them to another manager', async () => {
  const admin = await server.as('admin');
  const { data } = await admin.send(
    'query ($id: ID!) { user(id: $id) { sessions { nodes { ipAddress browser impersonator { id email name } } } history { nodes { actorName } } } }',
    { id: acting.id },
  );
  expect(traces(data)).toHaveLength(6);
});
