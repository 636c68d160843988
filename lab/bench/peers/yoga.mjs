/** The product's libraries (Yoga, Pothos and Prisma), set up as in their guides and untuned. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { PrismaPg } from '@prisma/adapter-pg';
import { createYoga } from 'graphql-yoga';
import { PrismaClient } from './generated/client.ts';
import { getDatamodel } from './generated/pothos.ts';
import { tokenOf } from './session.mjs';

const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 });
const prisma = new PrismaClient({ adapter });
const builder = new SchemaBuilder({
  plugins: [ScopeAuthPlugin, RelayPlugin, PrismaPlugin],
  prisma: { client: prisma, dmmf: getDatamodel() },
  relay: {},
  scopeAuth: { authScopes: ({ user }) => ({ user: Boolean(user) }) },
});

builder.scalarType('DateTime', {
  serialize: (date) => date.toISOString(),
  parseValue: (value) => new Date(value),
});
builder.prismaObject('Repository', {
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    link: t.exposeString('link'),
    description: t.exposeString('description', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const contains = (term) => ({ contains: term, mode: 'insensitive' });
const matches = (term, columns) =>
  term ? { OR: columns.map((column) => ({ [column]: contains(term) })) } : {};

builder.queryType({
  fields: (t) => ({
    repositories: t.prismaConnection({
      type: 'Repository',
      cursor: 'id',
      authScopes: { user: true },
      args: { searchTerm: t.arg.string() },
      defaultSize: 20,
      resolve: (query, _root, { searchTerm }) =>
        prisma.repository.findMany({
          ...query,
          where: matches(searchTerm, ['name', 'link', 'description']),
          orderBy: { name: 'asc' },
        }),
    }),
    repository: t.prismaField({
      type: 'Repository',
      nullable: true,
      authScopes: { user: true },
      args: { id: t.arg.id({ required: true }) },
      resolve: (query, _root, { id }) =>
        prisma.repository.findUnique({ ...query, where: { id: String(id) } }),
    }),
  }),
});
builder.mutationType({
  fields: (t) => ({
    createRepository: t.prismaField({
      type: 'Repository',
      authScopes: { user: true },
      args: {
        name: t.arg.string({ required: true }),
        link: t.arg.string({ required: true }),
        description: t.arg.string(),
      },
      resolve: (query, _root, data) =>
        prisma.repository.create({ ...query, data: { id: randomUUID(), ...data } }),
    }),
  }),
});

async function findUser(token) {
  if (!token) return null;
  const session = await prisma.session.findUnique({ where: { token }, include: { user: true } });
  return session && session.expiresAt > new Date() ? session.user : null;
}

const yoga = createYoga({
  schema: builder.toSchema(),
  context: async ({ request }) => ({
    user: await findUser(tokenOf(request.headers.get('authorization'))),
  }),
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
