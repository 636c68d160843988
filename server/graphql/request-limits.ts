/** Limits on the cost of an operation and on the resources of its execution. */
import { type DocumentNode, type GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import type { Context } from './context.ts';
import { rateLimitHeaders } from './cost-report.ts';
import { rootFields } from './document-limits.ts';
import { apiError } from './errors.ts';
import { requestBounds } from './limits.ts';
import type { MutationRateLimit } from './mutation-rate-limit.ts';
import type { Budget } from './point-budget.ts';
import { principalOf } from './principal.ts';

/** A valid document with what it is executed with. */
export type OperationArgs = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Record<string, unknown> | null | undefined;
  contextValue: Context;
};

/** The error of an operation that costs more than `most` points, otherwise undefined. */
export function tooCostly(cost: number, most: number): GraphQLError | undefined {
  if (cost <= most) return undefined;
  const [points, limit] = [cost, most].map((figure) => figure.toLocaleString('en'));
  return apiError(
    'QUERY_TOO_COMPLEX',
    `The document costs ${points} points, the limit is ${limit}. Ask for fewer entries, counts or nested lists.`,
    { cost, maxCost: most },
  );
}

/** The error of an operation that costs more points than are left of the budget: it is not executed. */
export function overBudget(cost: number, budget: Budget): GraphQLError | undefined {
  const retryAfter = budget.spend(cost);
  if (retryAfter === undefined) return undefined;
  const [points, left, limit] = [cost, budget.remaining, budget.limit].map((figure) =>
    figure.toLocaleString('en'),
  );
  return apiError(
    'RATE_LIMITED',
    `The document costs ${points} points, but ${left} of ${limit} per minute are left. Try again in ${retryAfter} seconds.`,
    { retryAfter, cost },
    rateLimitHeaders(budget),
  );
}

/** The error of a request with more mutations than its principal may send per minute: none is executed. */
export async function overMutationLimit(
  { document, operationName, contextValue }: OperationArgs,
  { settings, spend }: { settings: Settings; spend: MutationRateLimit },
): Promise<GraphQLError | undefined> {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'mutation') return undefined;
  const { key } = principalOf(contextValue, settings);
  const retryAfter = await spend(key, rootFields(document, operation));
  if (retryAfter === undefined) return undefined;
  return apiError(
    'RATE_LIMITED',
    `At most ${settings.mutationsPerMinute} mutations per minute are allowed. Try again in ${retryAfter} seconds.`,
    { retryAfter },
  );
}

/** The JSON of a response, or of an error if it is too long. */
function boundedJson(answer: unknown): string {
  const json = JSON.stringify(answer);
  // At most three bytes per UTF-16 unit: most responses need not be measured.
  if (json.length * 3 <= requestBounds.answerBytes) return json;
  if (Buffer.byteLength(json) <= requestBounds.answerBytes) return json;
  const most = requestBounds.answerBytes.toLocaleString('en');
  const error = apiError(
    'QUERY_TOO_COMPLEX',
    `The response exceeds ${most} bytes. Request fewer entries or fields.`,
  );
  return JSON.stringify({ errors: [error] });
}

/** Limits the statements and the time of the request from now on, until the returned function is called. */
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

/** Limits the bytes of a result's JSON. */
export function boundBytes(result: object): void {
  if ('data' in result) Object.assign(result, { stringify: boundedJson });
}
