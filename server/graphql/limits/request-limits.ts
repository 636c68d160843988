/** Limits of a request that are checked before its operation is executed, or set for its execution. */
import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { MutationRateLimit } from '#server/auth/limits/mutation-rate-limit.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError, rateLimited } from '#server/graphql/errors.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Budget } from '#server/network/budget.ts';
import type { Settings } from '#server/settings.ts';
import { mutationPrincipal, pointQuota, type RequestCost } from './budgets.ts';
import { rootFields } from './document-limits.ts';
import { prices, requestBounds } from './limits.ts';

export type OperationArgs = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Record<string, unknown> | null | undefined;
  contextValue: Context;
};

export type MutationArgs = OperationArgs & { operation: OperationDefinitionNode };

export function tooCostly(cost: number, most: number): GraphQLError | undefined {
  if (cost <= most) return undefined;
  const [points, limit] = [cost, most].map((figure) => figure.toLocaleString('en'));
  return apiError(
    'QUERY_TOO_COMPLEX',
    `The document costs ${points} points, the limit is ${limit}. Ask for fewer entries, counts or nested lists.`,
    { cost, maxCost: most },
  );
}

/** Charges the budget, or returns an error if too few points are left. Don't execute the operation then. */
export function overBudget(cost: number, budget: Budget): GraphQLError | undefined {
  const retryAfter = budget.spend(cost);
  if (retryAfter === undefined) return undefined;
  const [points, left, limit] = [cost, budget.remaining, budget.limit].map((figure) =>
    figure.toLocaleString('en'),
  );
  const message = `The document costs ${points} points, but ${left} of ${limit} per minute are left.`;
  return rateLimited(message, pointQuota(budget), { retryAfter, cost });
}

/** Counts a request's mutations. Returns an error if there are too many. Don't execute any then. */
export async function countMutations(
  { document, operation, contextValue }: MutationArgs,
  cost: RequestCost,
  { settings, spend }: { settings: Settings; spend: MutationRateLimit },
): Promise<GraphQLError | undefined> {
  const principal = mutationPrincipal({ viewer: contextValue.viewer, demo: settings.demo });
  const { quota, retryAfter } = await spend(principal, rootFields(document, operation));
  cost.mutations = quota;
  if (retryAfter === undefined) return undefined;
  const message = `At most ${settings.mutationsPerMinute} mutations per minute are allowed.`;
  return rateLimited(message, quota, { retryAfter });
}

/** Limits the request's statements and time until the returned function is called. */
export function startBounds(): () => void {
  const request = currentRequest();
  if (!request) return () => {};
  request.bounds = {
    statements: request.statements + requestBounds.statements,
    deadline: performance.now() + requestBounds.milliseconds,
  };
  return () => {
    request.bounds = undefined;
  };
}

/**
 * Charges for invalid documents, because parsing and validating them takes time too. Rejects all documents before parsing
 * if the budget is empty.
 */
export function chargeInvalid<Incoming extends object>(
  budgetOf: (incoming: Incoming) => Budget,
): Plugin<Incoming> {
  const charge = (incoming: unknown) => budgetOf(incoming as Incoming).charge(prices.notExecuted);

  return {
    onParams({ context }) {
      const budget = budgetOf(context as Incoming);
      const excess = budget.remaining < 1 ? overBudget(1, budget) : undefined;
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
