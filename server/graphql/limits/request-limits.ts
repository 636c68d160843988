/** Limits of a request that are checked before its operation is executed, or set for its execution. */
import type { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Key, Limits, Taken } from '#server/auth/limits/limit.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError, rateLimited } from '#server/graphql/errors.ts';
import type { RequestContext } from '#server/log/request-context.ts';
import { prices, requestBounds } from './limits.ts';
import type { PricedOperation } from './price.ts';

export type OperationArgs = PricedOperation & { contextValue: Context };

export function tooCostly(cost: number, most: number): GraphQLError | undefined {
  if (cost <= most) return undefined;
  const [points, limit] = [cost, most].map((figure) => figure.toLocaleString('en'));
  return apiError(
    'QUERY_TOO_COMPLEX',
    `The document costs ${points} points, the limit is ${limit}. Ask for fewer entries, counts or nested lists.`,
    { cost, maxCost: most },
  );
}

/** Error if too few points were left. Don't execute the operation then. */
export function overBudget(cost: number, { quota, retryAfter }: Taken): GraphQLError | undefined {
  if (retryAfter === undefined) return undefined;
  const [points, left, limit] = [cost, quota.remaining, quota.limit].map((figure) =>
    figure.toLocaleString('en'),
  );
  const message = `The document costs ${points} points, but ${left} of ${limit} per minute are left.`;
  return rateLimited(message, quota, { retryAfter, cost });
}

/** Error if too few mutations were left. Don't execute any then. */
export function tooManyMutations({ quota, retryAfter }: Taken): GraphQLError | undefined {
  if (retryAfter === undefined) return undefined;
  const message = `At most ${quota.limit} mutations per minute are allowed.`;
  return rateLimited(message, quota, { retryAfter });
}

/** Limits the request's statements and time until the returned function is called. */
export function startBounds({ database }: RequestContext): () => void {
  database.bounds = {
    statements: database.statements + requestBounds.statements,
    deadline: performance.now() + requestBounds.milliseconds,
  };
  return () => {
    database.bounds = undefined;
  };
}

/**
 * Charges for invalid documents, because parsing and validating them takes time too. Rejects all documents before parsing
 * if the budget is empty.
 */
export function chargeInvalid<Incoming extends object>(
  limits: Limits,
  principal: (incoming: Incoming) => Key,
): Plugin<Incoming> {
  const charge = (incoming: unknown) =>
    limits.charge('points', principal(incoming as Incoming), prices.notExecuted);

  return {
    async onParams({ context }) {
      const excess = overBudget(1, await limits.read('points', principal(context as Incoming)));
      if (excess) throw excess;
    },
    onParse:
      ({ context }) =>
      ({ result }) => {
        if (result instanceof Error) charge(context);
      },
    onValidate:
      ({ context }) =>
      ({ valid }) => {
        if (!valid) charge(context);
      },
  };
}
