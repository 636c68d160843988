import { builder } from '#server/graphql/builder.ts';
import type { RequestCost } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import type { Quota } from '#server/http/headers.ts';

const fullAt = ({ resetSeconds }: Quota) => new Date(Date.now() + resetSeconds * 1_000);

const MutationRateLimit = builder.objectRef<Quota>('MutationRateLimit').implement({
  description: 'The limit of mutations per minute. RATE_LIMITED beyond it.',
  fields: (t) => ({
    limit: t.exposeInt('limit', { description: 'Mutations per minute.' }),
    remaining: t.exposeInt('remaining', { description: 'Mutations left after this request.' }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When all mutations are available again.',
      resolve: fullAt,
    }),
  }),
});

const RateLimit = builder.objectRef<RequestCost>('RateLimit').implement({
  description:
    'The budget of points of a person or of an anonymous network, full again a minute after its first use. All access tokens and service accounts of a person share it. A point is about a short value in the response. A document that costs more than is left is refused with RATE_LIMITED. Each server process counts separately.',
  fields: (t) => ({
    limit: t.int({
      description: 'Points of a full budget.',
      resolve: ({ points }) => points.limit,
    }),
    remaining: t.int({
      description: 'Points left after this request.',
      resolve: ({ points }) => points.remaining,
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the budget is full again.',
      resolve: ({ points }) => fullAt(points),
    }),
    mutations: t.field({
      type: MutationRateLimit,
      description:
        'The limit of mutations of the same person or network, which all processes of an instance count together.',
      complexity: cost({ statements: 0 }),
      resolve: (cost) => cost.mutations ?? cost.readMutations(),
    }),
    cost: t.exposeInt('requested', {
      description: 'Points of the document of this request, with pages as long as requested.',
    }),
  }),
});

builder.queryFields((t) => ({
  rateLimit: t.field({
    type: RateLimit,
    description: 'The cost of this request and its budget. Requires no authentication.',
    complexity: cost({ statements: 0 }),
    authScopes: { public: true },
    resolve: (_root, _args, { cost }) => {
      if (!cost) throw new Error('The request has no cost.');
      return cost;
    },
  }),
}));
