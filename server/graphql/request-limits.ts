/** Plugins that limit the cost of an operation and the resources of its execution. */
import {
  type ExecutionArgs,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import type { Context } from './context.ts';
import { createPricing } from './cost.ts';
import { rootFields } from './document-limits.ts';
import { apiError } from './errors.ts';
import { maxCost, maxCostPerEvent, requestBounds } from './limits.ts';
import type { MutationRateLimit } from './mutation-rate-limit.ts';

const pricings = new WeakMap<GraphQLSchema, ReturnType<typeof createPricing>>();

/** The error of an operation that costs more than `most` points, otherwise undefined. */
function tooCostly(
  { schema, document, variableValues, operationName }: ExecutionArgs,
  most: number,
): GraphQLError | undefined {
  const costOf = pricings.get(schema) ?? createPricing(schema);
  pricings.set(schema, costOf);
  const cost = Math.ceil(costOf(document, variableValues ?? {}, operationName));
  if (cost <= most) return undefined;
  const [points, limit] = [cost, most].map((figure) => figure.toLocaleString('en'));
  return apiError(
    'QUERY_TOO_COMPLEX',
    `The document costs ${points} points, the limit is ${limit}. Ask for fewer entries, counts or nested lists.`,
    { cost, maxCost: most },
  );
}

/** Rejects operations that cost too much. */
export const limitCost: Plugin = {
  onExecute({ args, setResultAndStopExecution }) {
    const error = tooCostly(args, maxCost);
    if (error) setResultAndStopExecution({ errors: [error] });
  },
  onSubscribe({ args, setResultAndStopExecution }) {
    const error = tooCostly(args, maxCostPerEvent);
    if (error) setResultAndStopExecution({ errors: [error] });
  },
};

/** The key that mutations are counted by. Demo visitors share accounts, so theirs is the client. */
function writerOf({ viewer }: Context, { mode }: Settings): string {
  const person = viewer && (viewer.session.impersonatedBy ?? viewer.user.id);
  const client = currentRequest()?.client ?? 'unknown';
  return mode === 'demo' ? client : (person ?? client);
}

/** Limits mutations per minute. A request over the limit is rejected as a whole. */
export const limitMutations = (settings: Settings, spend: MutationRateLimit): Plugin<Context> => ({
  async onExecute({ args, context, setResultAndStopExecution }) {
    const operation = getOperationAST(args.document, args.operationName);
    if (operation?.operation !== 'mutation') return;
    const retryAfter = await spend(
      writerOf(context, settings),
      rootFields(args.document, operation),
    );
    if (retryAfter === undefined) return;
    const error = apiError(
      'RATE_LIMITED',
      `At most ${settings.mutationsPerMinute} mutations per minute are allowed. Try again in ${retryAfter} seconds.`,
      { retryAfter },
    );
    setResultAndStopExecution({ errors: [error] });
  },
});

/** The JSON of a response, or of an error if it is too long. */
function boundedJson(answer: unknown): string {
  const json = JSON.stringify(answer);
  if (Buffer.byteLength(json) <= requestBounds.answerBytes) return json;
  const most = requestBounds.answerBytes.toLocaleString('en');
  const error = apiError(
    'QUERY_TOO_COMPLEX',
    `The response exceeds ${most} bytes. Request fewer entries or fields.`,
  );
  return JSON.stringify({ errors: [error] });
}

/** Limits the statements, time and bytes of a request. Event streams are not limited as a whole. */
export const limitUse: Plugin = {
  onExecute() {
    const scope = currentRequest();
    if (!scope) return undefined;
    scope.bounds = {
      statements: scope.statements + requestBounds.statements,
      deadline: performance.now() + requestBounds.milliseconds,
    };
    return {
      onExecuteDone() {
        scope.bounds = undefined;
      },
    };
  },
  onResultProcess({ result }) {
    if ('data' in result) Object.assign(result, { stringify: boundedJson });
  },
};
