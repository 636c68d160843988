/** What Yoga itself costs: resolvers with named statements by hand. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import pg from 'pg';
import { contains, decodeCursor, encodeCursor, findUser, statementsWith } from './session.mjs';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const columns = '"id", "name", "link", "description", "createdAt", "updatedAt"';
const statements = statementsWith(columns);

async function query(name, values) {
  return (await pool.query({ name, text: statements[name], values })).rows;
}

const typeDefs = `
  scalar DateTime
  type Repository { id: ID! name: String! link: String! description: String createdAt: DateTime! updatedAt: DateTime! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type RepositoryEdge { cursor: String! node: Repository! }
  type RepositoryConnection { pageInfo: PageInfo! edges: [RepositoryEdge!]! }
  type Query {
    repositories(first: Int = 20, after: String, searchTerm: String): RepositoryConnection!
    repository(id: ID!): Repository
  }
  type Mutation { createRepository(name: String!, link: String!, description: String): Repository! }
`;

function connection(rows, first) {
  const hasNextPage = rows.length > first;
  if (hasNextPage) rows.length = first;
  const edges = rows.map((node) => ({ node, cursor: encodeCursor(node.name) }));
  return { edges, pageInfo: { hasNextPage, endCursor: edges.at(-1)?.cursor } };
}

function requireUser({ user }) {
  if (!user) throw new Error('unauthorized');
}

function findPage({ first, after, searchTerm }) {
  if (searchTerm) return query('search', [contains(searchTerm), first + 1]);
  return after ? query('listAfter', [first + 1, decodeCursor(after)]) : query('list', [first + 1]);
}

const resolvers = {
  DateTime: { serialize: (date) => date.toISOString() },
  Query: {
    async repositories(_root, args, context) {
      requireUser(context);
      return connection(await findPage(args), args.first);
    },
    async repository(_root, { id }, context) {
      requireUser(context);
      return (await query('byId', [id]))[0];
    },
  },
  Mutation: {
    async createRepository(_root, { name, link, description }, context) {
      requireUser(context);
      return (await query('create', [randomUUID(), name, link, description]))[0];
    },
  },
};

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: async ({ request }) => ({
    user: await findUser(pool, request.headers.get('authorization')),
  }),
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
