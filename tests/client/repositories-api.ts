import { readFileSync } from 'node:fs';
import { cacheExchange } from '@urql/exchange-graphcache';
import { buildSchema, GraphQLError, graphql } from 'graphql';
import { Client, fetchExchange } from 'urql';
import { entities } from '#client/generated/entities.ts';
import { createCacheOptions } from '#client/graphql/cache.ts';

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const pageSize = 3;

export function createRepositoriesApi(count: number) {
  const names = Array.from({ length: count }, (_, index) => `repository ${index + 1}`);
  const asked: { after?: string | undefined; searchTerm?: string | undefined }[] = [];
  const api = { names, asked, requests: 0, failing: false };
  const repository = (name: string) => ({
    id: name,
    name,
    link: 'https://example.org',
    description: '',
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:00.000Z',
    viewerCanUpdate: false,
    viewerCanDelete: false,
  });
  function repositories({ after, searchTerm }: (typeof asked)[number]) {
    api.requests += 1;
    asked.push({ after, searchTerm });
    if (api.failing) throw new GraphQLError('no', { extensions: { code: 'SERVICE_UNAVAILABLE' } });
    const found = api.names.filter((name) => name.includes(searchTerm ?? ''));
    const from = after ? found.indexOf(after) + 1 : 0;
    const page = found.slice(from, from + pageSize);
    return {
      nodes: page.map(repository),
      pageInfo: { hasNextPage: from + pageSize < found.length, endCursor: page.at(-1) ?? null },
      totalCount: found.length,
      totalCountUpTo: { count: found.length, isExact: true },
    };
  }
  const node = ({ id }: { id: string }) =>
    api.names.includes(id) ? { __typename: 'Repository', ...repository(id) } : null;
  const client = new Client({
    url: 'https://example.org/api/graphql',
    requestPolicy: 'cache-and-network',
    preferGetMethod: false,
    fetch: async (_url, init) => {
      const { query, variables } = JSON.parse(String(init?.body));
      const result = await graphql({
        schema,
        source: query,
        variableValues: variables,
        rootValue: { repositories, node },
      });
      return Response.json(result);
    },
    exchanges: [cacheExchange(createCacheOptions(entities)), fetchExchange],
  });
  return { api, client };
}
