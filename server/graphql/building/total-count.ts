/** Counts of lists: exact, or up to a limit that bounds the cost of broad searches. */

import { type BoundedCount, builder, type TotalCounts } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';

type Counting = {
  count(bound: { take?: number }): Promise<number>;
  counter?: (() => Promise<number>) | undefined;
};

/** Each count runs its statement when called. */
export function totalCounts({ count, counter }: Counting): TotalCounts {
  return {
    totalCount: () => (counter ? counter() : count({})),
    async totalCountUpTo(limit) {
      if (limit < 1 || limit > limits.countMax) {
        throw apiError('BAD_REQUEST', `\`limit\` must be between 1 and ${limits.countMax}.`);
      }
      if (counter) return { count: await counter(), isExact: true };
      const found = await count({ take: limit + 1 });
      return { count: Math.min(found, limit), isExact: found <= limit };
    },
  };
}

const BoundedCountType = builder.objectRef<BoundedCount>('BoundedCount').implement({
  description: 'A count that ends at a limit.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'Number of entries, or the limit if there are more.',
    }),
    isExact: t.exposeBoolean('isExact', {
      description: 'Whether all entries were counted. False if there are more than `count`.',
    }),
  }),
});

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description:
      'Number of entries that match the filters, on all pages. Computed only when selected.',
    resolve: (connection) => connection.totalCount(),
  }),
);

builder.globalConnectionField('totalCountUpTo', (t) =>
  t.field({
    type: BoundedCountType,
    description:
      'Number of entries that match the filters, on all pages, counted up to `limit`. Much faster than `totalCount` for a search with many matches. Exact at any size without filters.',
    args: {
      limit: t.arg.int({
        required: true,
        defaultValue: limits.countMax,
        description: `Where counting ends. 1 to ${limits.countMax}.`,
      }),
    },
    resolve: (connection, { limit }) => connection.totalCountUpTo(limit),
  }),
);
