/** One line hides an entity's records together with the record they belong to. */
import { graphql } from 'graphql';
import { expect, it } from 'vitest';
import type { Viewer } from '#server/auth/viewer.ts';
import type { Entity } from '#server/database/entity.ts';
import { newId } from '#server/database/ids.ts';
import type { ContextServices } from '#server/graphql/context.ts';
import { createUser, unique } from '#tests/support/factories.ts';
import { withoutRequest } from '#tests/support/graphql-context.ts';
import { importSchema } from '#tests/support/own-schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const { builder, Node, entities, createContext, visibleWhere, canReceiveChange } =
  await importSchema();
const { database, settings } = await serverForFile();

const found = entities.find(({ model }) => model === 'Account');
if (!found) throw new Error('There is no such entity.');
// Users have `repository:read`, so nothing but the relation hides these records.
const account: Entity = Object.assign(found, {
  readPermission: 'repository:read',
  visible: (viewer) => viewer.sees('user', 'User'),
} satisfies Partial<Entity>);

const anybody = { authScopes: { public: true }, description: 'For a test.' } as const;
const Account = builder.prismaObject('Account', {
  variant: 'Account',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => id }),
    providerId: t.string({
      select: { providerId: true },
      resolve: ({ providerId }) => providerId,
    }),
  }),
});
builder.queryFields((t) => ({
  anyAccount: t.prismaField({
    ...anybody,
    type: Account,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: (query, _root, { id }) => database.account.findUnique({ ...query, where: { id } }),
  }),
  accounts: t.prismaField({
    ...anybody,
    type: [Account],
    resolve: (query) => database.account.findMany(query),
  }),
  accountPage: t.prismaConnection({
    ...anybody,
    type: Account,
    cursor: 'id',
    resolve: (query) => database.account.findMany({ ...query }),
  }),
}));
const schema = builder.toSchema();

const [ada, ben] = [await createUser(database), await createUser(database)];
const manager = await createUser(database, { role: 'admin' });
const accountOf = (userId: string) =>
  database.account.create({
    data: { id: newId('Account'), userId, accountId: unique('account'), providerId: 'some' },
  });
const [ofAda, ofBen] = [await accountOf(ada.id), await accountOf(ben.id)];

async function contextOf(userId: string) {
  const user = await database.user.findUniqueOrThrow({ where: { id: userId } });
  const viewer = { user, session: { id: newId('Session'), userId }, accessToken: null };
  const changes = { batches: 0 };
  const services = { database, settings, changes } as unknown as ContextServices;
  return createContext(services, { ...withoutRequest(), viewer: viewer as unknown as Viewer });
}

async function ask(userId: string, id: string, of = schema) {
  const source = `query ($id: ID!) {
    anyAccount(id: $id) { id providerId }
    node(id: $id) { id }
    nodes(ids: [$id]) { id }
    accounts { id providerId }
    accountPage { nodes { id } edges { node { id } } }
  }`;
  const contextValue = await contextOf(userId);
  const { data, errors } = await graphql({
    ...{ schema: of, source, contextValue, variableValues: { id } },
  });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

it('is seen by those who see the other record, by every field', async () => {
  for (const [id, userId] of [
    [ofAda.id, ada.id],
    [ofBen.id, ben.id],
  ] as const) {
    expect(await ask(userId, id)).toEqual({
      anyAccount: { id, providerId: 'some' },
      ...{ node: { id }, nodes: [{ id }], accounts: [{ id, providerId: 'some' }] },
      accountPage: { nodes: [{ id }], edges: [{ node: { id } }] },
    });
  }
  const all = await ask(manager.id, ofAda.id);
  expect(all.accounts).toHaveLength(2);
  expect(all.node).toEqual({ id: ofAda.id });
});

it('is hidden from everyone else', async () => {
  const answer = await ask(ada.id, ofBen.id);
  expect(answer).toMatchObject({ anyAccount: null, node: null, nodes: [null] });
  expect(JSON.stringify(answer)).not.toContain(ofBen.id);
});

it('is in lists of those who see the other record', async () => {
  const context = await contextOf(ada.id);
  const where = { AND: visibleWhere('Account', context) };
  expect(await database.account.findMany({ where })).toEqual([ofAda]);
});

it('is in events of those who see the other record', async () => {
  const context = await contextOf(ada.id);
  const change = { table: 'account', kind: 'update', id: ofAda.id } as const;
  const other = { ...change, id: ofBen.id };
  expect(await canReceiveChange(change, account, context)).toBe(true);
  expect(await canReceiveChange(other, account, context)).toBe(false);
  expect(await canReceiveChange({ ...change, kind: 'delete' }, account, context)).toBe(false);
  expect(await canReceiveChange(other, account, await contextOf(manager.id))).toBe(true);
});

it('is hidden from a viewer, even if one without a session would see all', async () => {
  const { visible } = account;
  account.visible = ({ sessionId, userId }) => sessionId === null || { userId };
  const answer = await ask(ada.id, ofBen.id, builder.toSchema());
  expect(answer).toMatchObject({ anyAccount: null, node: null, nodes: [null] });
  expect(JSON.stringify(answer)).not.toContain(ofBen.id);
  account.visible = visible;
});

it('cannot have a type without a permission to read it', () => {
  const { readPermission, ...others } = account;
  Object.assign(found, { ...others, readPermission: undefined });
  expect(() => builder.toSchema()).toThrow('Account: name its `readPermission` in entity.ts');
  Object.assign(found, { readPermission });
});

it('cannot be returned by a field that is never null', () => {
  builder.queryField('anyAccountAtAll', (t) =>
    t.prismaField({
      ...anybody,
      type: Account,
      resolve: (query) => database.account.findFirstOrThrow(query),
    }),
  );
  expect(() => builder.toSchema()).toThrow(
    'Query.anyAccountAtAll may lead to a record that is hidden',
  );
});
