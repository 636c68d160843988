import type { Feature } from '#scripts/remove/feature.ts';

export const graphiql: Feature = {
  name: 'graphiql',
  purpose: 'the API explorer for browsers at /api/graphql, which then leads to the guide',
  files: ['{client,scripts,server,shared,tests,lab}/**/*graphiql*{,/**}'],
  // Not the option of GraphQL Yoga, which serves an explorer unless told otherwise.
  names: /GraphiQL|Graphiql|graphiql(?!$)|(?<!^)graphiql/,
  prose: /graphiql(?!: false)/i,
};
