/**
 * Any field that returns an organization's record shows it to members only, even if its author forgot to check.
 * This file adds such fields.
 */
import { graphql } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '#server/auth/viewer.ts';
import { newId } from '#server/database/ids.ts';
import type { ContextServices } from '#server/graphql/context.ts';
import { createOrganization, createRepository, createUser } from '#tests/support/factories.ts';
import { withoutRequest } from '#tests/support/graphql-context.ts';
import { importSchema } from '#tests/support/own-schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const { builder, Node, createContext } = await importSchema();
const { database, settings } = await serverForFile();

const anybody = { authScopes: { public: true }, description: 'For a test.' } as const;
const ids = { id: { in: [] as string[] } };
builder.queryFields((t) => ({
  carelessOne: t.prismaField({
    ...anybody,
    type: 'Repository',
    nullable: true,
    resolve: (query) =>
      database.repository.findUnique({ ...query, where: { id: ids.id.in.at(-1) ?? '' } }),
  }),
  carelessList: t.prismaField({
    ...anybody,
    type: ['Repository'],
    resolve: (query) => database.repository.findMany({ ...query, where: ids }),
  }),
  carelessNodes: t.field({
    ...anybody,
    type: [Node],
    nullable: { list: false, items: true },
    resolve: () => database.repository.findMany({ where: ids, orderBy: { id: 'asc' } }),
  }),
  carelessPage: t.prismaConnection({
    ...anybody,
    type: 'Repository',
    cursor: 'id',
    resolve: (query) => database.repository.findMany({ ...query, where: ids }),
  }),
  carelessAuditEvent: t.prismaField({
    ...anybody,
    type: 'AuditEvent',
    nullable: true,
    resolve: (query, _root, _args, { viewer }) =>
      database.auditEvent.findFirst({
        ...query,
        where: { recordId: ids.id.in.at(-1) ?? '', userId: viewer?.user.id ?? '' },
      }),
  }),
}));
const schema = builder.toSchema();

const owner = await createUser(database);
const outsider = await createUser(database);
const organization = await createOrganization(database, { ownerId: owner.id });
const shared = await createRepository(database);
const hidden = await createRepository(database, { organizationId: organization.id });
for (const { id } of [owner, outsider]) {
  const event = {
    id: newId('AuditEvent'),
    kind: 'repository_created',
    recordId: hidden.id,
  } as const;
  await database.auditEvent.create({ data: { ...event, userId: id } });
}
ids.id.in = [shared.id, hidden.id];

async function ask(userId: string, source: string) {
  const user = await database.user.findUniqueOrThrow({ where: { id: userId } });
  const session = { id: newId('Session'), userId, createdAt: new Date(), expiresAt: new Date() };
  const viewer = { user, session, accessToken: null } as unknown as Viewer;
  const services = { database, settings } as unknown as ContextServices;
  const contextValue = createContext(services, { ...withoutRequest(), viewer });
  const { data, errors } = await graphql({ schema, source, contextValue });
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

describe.each([
  ['carelessOne', '{ id name }', (rows: object[]) => rows[1] ?? null],
  ['carelessList', '{ id name }', (rows: object[]) => rows],
  [
    'carelessNodes',
    '{ id ... on Repository { name } }',
    (rows: object[]) => [rows[0], rows[1] ?? null],
  ],
  [
    'carelessPage',
    '{ edges { node { id name } } nodes { id name } }',
    (rows: object[]) => ({ edges: rows.map((node) => ({ node })), nodes: rows }),
  ],
  [
    'carelessAuditEvent',
    '{ repository { id name } }',
    (rows: object[]) => ({ repository: rows[1] ?? null }),
  ],
] as const)('a field without a thought of organizations (%s)', (field, selection, expected) => {
  const seen = ({ id, name }: { id: string; name: string }) => ({ id, name });

  it('shows a repository of the organization to its members', async () => {
    const answer = await ask(owner.id, `{ ${field} ${selection} }`);
    expect(answer[field]).toEqual(expected([seen(shared), seen(hidden)]));
  });

  it('shows nobody else that it is there', async () => {
    const answer = await ask(outsider.id, `{ ${field} ${selection} }`);
    expect(answer[field]).toEqual(expected([seen(shared)]));
    expect(JSON.stringify(answer)).not.toContain(hidden.id);
  });
});

it('cannot be written as one that is never null', () => {
  builder.queryField('carelessNonNull', (t) =>
    t.prismaField({
      ...anybody,
      type: 'Repository',
      resolve: (query) => database.repository.findFirstOrThrow(query),
    }),
  );
  expect(() => builder.toSchema()).toThrow(
    'Query.carelessNonNull may lead to a record that is hidden',
  );
});
