import { type GraphQLOutputType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '#tests/support/schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const address = '203.0.113.77';
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const server = await serverForFile();
const impersonated = await server.impersonate();
const { id, email, manager } = impersonated;
const cookie = await server.signIn(email);
const user = { id, email, cookie, send: server.sendAs(cookie) };
await server.database.session.updateMany({
  where: { impersonatedBy: manager.id },
  data: { ipAddress: address, userAgent: browser },
});
await server.database.user.update({
  where: { id: manager.id },
  data: { name: 'Marvin Manager' },
});

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

function traces(answer: unknown): string[] {
  const told = JSON.stringify(answer);
  return [manager.id, manager.email, 'Marvin', 'Some admin', address, 'Firefox'].filter((word) =>
    told.includes(word),
  );
}

it('no manager is named to the user, in any field of their record, sessions or history', async () => {
  const { data } = await user.send(`{ viewer { user ${fieldsOf('User')} } }`);
  expect(data.viewer.user.sessions.nodes).toHaveLength(3);
  expect(data.viewer.user.auditEvents.nodes.length).toBeGreaterThan(1);
  expect(traces(data)).toEqual([]);
});

it('nor to a manager who impersonates the user, except in `viewer.impersonator`', async () => {
  for (const part of [`user ${fieldsOf('User')}`, `session ${fieldsOf('Session')}`]) {
    const { data, errors } = await impersonated.send(
      `{ viewer { session { isImpersonation } ${part} } }`,
    );
    expect(errors).toEqual([]);
    expect(data.viewer.session.isImpersonation).toBe(true);
    expect(traces(data)).toEqual([]);
  }
  const named = await impersonated.send('{ viewer { impersonator { id } } }');
  expect(named.data.viewer.impersonator).toEqual({ id: impersonated.manager.id });
});

it('another manager reads their name, address and browser', async () => {
  const admin = await server.as('admin');
  const { data } = await admin.send(
    'query ($id: ID!) { user(id: $id) { sessions { nodes { ipAddress browser impersonator { id email name } } } auditEvents { nodes { actorName } } } }',
    { id: impersonated.id },
  );
  expect(traces(data)).toHaveLength(6);
});
