/** The budget of points that a request is paid from. */
import { builder } from '#server/graphql/builder.ts';
import { pointBudget } from '#server/graphql/limits.ts';
import type { RequestCost } from '#server/graphql/point-budget.ts';
import { priced } from '#server/graphql/price.ts';

const RateLimit = builder.objectRef<RequestCost>('RateLimit').implement({
  description: `The budget of points of a user, an access token or an anonymous network, refilled evenly within ${pointBudget.windowSeconds} seconds. A point is about a short value in the response. A document that costs more than is left is refused with RATE_LIMITED. Each server process keeps budgets of its own.`,
  fields: (t) => ({
    limit: t.int({
      description: 'Points of a full budget.',
      resolve: ({ budget }) => budget.limit,
    }),
    remaining: t.int({
      description: 'Points left after this request. Entries that its lists lack are given back.',
      resolve: ({ budget }) => budget.remaining,
    }),
    resetAt: t.field({
      type: 'DateTime',
      description: 'When the budget is full again if nothing else is requested.',
      resolve: ({ budget }) => new Date(Date.now() + budget.secondsToFull * 1_000),
    }),
    cost: t.exposeInt('requested', {
      description: 'Points of the document of this request, with pages as long as requested.',
    }),
  }),
});

builder.queryFields((t) => ({
  rateLimit: t.field({
    type: RateLimit,
    description:
      'The cost of this request and the budget that it is taken from. Requires no authentication.',
    extensions: priced({ statements: 0 }),
    authScopes: { public: true },
    args: {
      dryRun: t.arg.boolean({
        description:
          'Whether to answer `rateLimit` only: all other fields of the document are left out of the response, not executed and not paid for.',
      }),
    },
    resolve: (_root, _args, { cost }) => {
      if (!cost) throw new Error('The request has no cost.');
      return cost;
    },
  }),
}));
