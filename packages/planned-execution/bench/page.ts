/** CPU time of a page of 20 records: node packages/planned-execution/bench/page.ts */
import { executeDocument } from '@atrium/planned-execution';
import { buildSchema, execute, parse } from 'graphql';

const schema = buildSchema(`
  type Post { id: ID! title: String! link: String! summary: String createdAt: String! updatedAt: String! }
  type PageInfo { endCursor: String hasNextPage: Boolean! }
  type Posts { totalCount: Int! nodes: [Post!]! pageInfo: PageInfo! }
  type Query { posts(first: Int): Posts! }`);
const document = parse(`query ($first: Int) {
  posts(first: $first) {
    totalCount nodes { id title link summary createdAt updatedAt } pageInfo { endCursor hasNextPage }
  }
}`);
const nodes = Array.from({ length: 20 }, (_, i) => ({
  id: `post_${i}`,
  title: `Post ${i}`,
  link: 'https://example.com',
  summary: 'Short',
  createdAt: '2026-01-01',
  updatedAt: '2026-01-02',
}));
const pageInfo = { endCursor: 'post_19', hasNextPage: true };
const rootValue = { posts: async () => ({ totalCount: 20, nodes, pageInfo }) };

async function measure(run: typeof execute | typeof executeDocument): Promise<string> {
  const times = 20_000;
  const start = process.cpuUsage();
  for (let i = 0; i < times; i += 1) {
    await run({ schema, document, rootValue, variableValues: { first: 20 } });
  }
  const { user, system } = process.cpuUsage(start);
  return `${((user + system) / times).toFixed(1)} µs`;
}

for (let round = 0; round < 3; round += 1) {
  const [graphql, planned] = [await measure(execute), await measure(executeDocument)];
  process.stdout.write(`graphql-js ${graphql}, planned ${planned}\n`);
}
