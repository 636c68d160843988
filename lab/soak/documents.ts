import { times } from '#lab/support/documents.ts';
import type { HttpClient } from '#lab/support/http-client.ts';

/** Each fragment spreads the next one twice: 2^levels spreads in a few hundred bytes. */
export const doubling = (levels: number, kind: 'mutation' | 'query' = 'mutation') => {
  const [type, field] =
    kind === 'mutation' ? ['Mutation', 'updateViewer(input: {})'] : ['Query', 'setup'];
  const leaf = kind === 'mutation' ? `${field} { errors { code } }` : `${field} { appName }`;
  const fragments = Array.from({ length: levels }, (_, i) =>
    i + 1 < levels
      ? `fragment A${i} on ${type} { ...A${i + 1} ...A${i + 1} }`
      : `fragment A${i} on ${type} { ${leaf} }`,
  );
  return `${kind} { ...A0 } ${fragments.join(' ')}`;
};

export const expensive: Record<string, string> = {
  '60 × __schema': `{ ${times(60, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
  '100 search counts': `{ ${times(100, (i) => `a${i}: repositories(searchTerm: "a${i}", first: 1) { totalCount }`)} }`,
  '100 searches': `{ ${times(100, (i) => `a${i}: repositories(searchTerm: "ab${i}", first: 1) { nodes { id } }`)} }`,
  'counts in a list': `{ users(first: 100) { nodes { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} } } }`,
  'sessions and history in a list':
    '{ users(first: 100) { nodes { sessions(first: 100) { nodes { id } } auditEvents(first: 100) { nodes { actor { name } } } } } }',
  '190 aliases of a long text': `{ repositories(first: 100) { nodes { ${times(190, (i) => `a${i}: description`)} } } }`,
  '50 × statistics': `{ ${times(50, (i) => `a${i}: statistics(days: 366) { newUsersPerDay { count } }`)} }`,
};

export async function mostExpensiveAllowed(client: HttpClient): Promise<string> {
  const query = (count: number) =>
    `{ ${times(count, (i) => `a${i}: repositories(searchTerm: "re${i}", first: 100) { totalCount nodes { id name description } }`)} }`;
  for (const count of [64, 32, 16, 8, 4, 2]) {
    const { codes, data } = await client.graphql(query(count));
    if (data && codes.length === 0) return query(count);
  }
  return query(1);
}
