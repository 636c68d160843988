/** Finishes a result for its client: complete errors, its cost and limits, and a bounded size. */
import {
  type DocumentNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, RequestCost } from '#server/graphql/context.ts';
import { apiError, invalidRequest } from '#server/graphql/errors.ts';
import { requestBounds } from '#server/graphql/limits/limits.ts';
import { type Policy, rateLimitHeaders } from '#server/http/headers.ts';
import type { Log } from '#server/log/log.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';

/** Clients have to ask for the cost, because our own pages don't read it. Those with an access token always get it. */
export function showsCost({ viewer, headers }: Context): boolean {
  return viewer?.accessToken != null || headers.get('x-include-cost') !== null;
}

/** Reports limits to clients: `extensions.cost`, `RateLimit` and `RateLimit-Policy`. */
export function reportCost(
  result: ExecutionResult,
  { requested, points, mutations }: RequestCost,
  mutationPolicy: Policy,
): ExecutionResult {
  const { limit, remaining } = points;
  const cost = {
    requested,
    limit,
    remaining,
    ...(mutations && { mutations: { limit: mutations.limit, remaining: mutations.remaining } }),
  };
  const others = (result.extensions?.http as { headers?: object } | undefined)?.headers;
  const limits = mutations
    ? rateLimitHeaders([points, mutations])
    : rateLimitHeaders([points], [mutationPolicy]);
  return { ...result, extensions: { cost, http: { headers: { ...others, ...limits } } } };
}

/** `maskError` doesn't see validation errors. */
const complete = (error: GraphQLError) =>
  error.extensions.requestId ? error : invalidRequest(error);

/** Adds a code and the request ID to every error of a result. Logs the codes and security events. */
export function completeErrors(log: Log, result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(complete);
  // Log each code once per request.
  for (const code of new Set(errors.map(({ extensions }) => String(extensions.code)))) {
    log.debug({ code }, 'graphql.error');
    const event = eventOfError(200, code);
    if (event) securityEvent(log, event, code);
  }
  return { ...result, errors };
}

function boundedJson(answer: unknown): string {
  const json = JSON.stringify(answer);
  // UTF-16 units take at most three bytes, so most responses needn't be measured.
  if (json.length * 3 <= requestBounds.answerBytes) return json;
  if (Buffer.byteLength(json) <= requestBounds.answerBytes) return json;
  const most = requestBounds.answerBytes.toLocaleString('en');
  const error = apiError(
    'QUERY_TOO_COMPLEX',
    `The response exceeds ${most} bytes. Request fewer entries or fields.`,
  );
  return JSON.stringify({ errors: [error] });
}

/** Limits the size of a result's JSON, including errors. Yoga calls `stringify` of a result. */
export const boundBytes = (result: ExecutionResult): ExecutionResult =>
  ({ ...result, stringify: boundedJson }) as ExecutionResult;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** For root fields that are the same for everyone: how long caches may keep the value. */
    cacheSeconds?: number;
  }
}

/** Lowest `cacheSeconds` of the root fields. Undefined if any field isn't public. */
function cacheSeconds(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
): number | undefined {
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'query') return undefined;
  const fields = schema.getQueryType()?.getFields() ?? {};
  const seconds = operation.selectionSet.selections.map((selection) =>
    selection.kind === 'Field' ? fields[selection.name.value]?.extensions.cacheSeconds : undefined,
  );
  return seconds.every((each) => each !== undefined) ? Math.min(...seconds) : undefined;
}

/** Adds `Cache-Control` to successful GET responses of public fields. */
export function publicAnswers(): Plugin<{ request: Request }> {
  const kept = new WeakMap<Request, number>();
  return {
    onExecute: ({ args: { schema, document, operationName, contextValue } }) => ({
      onExecuteDone({ result }) {
        const { request } = contextValue as { request: Request };
        const isPlain = 'data' in result && !result.errors && !result.extensions;
        if (request.method !== 'GET' || !isPlain) return;
        const seconds = cacheSeconds(schema, document, operationName);
        if (seconds !== undefined) kept.set(request, seconds);
      },
    }),
    onResponse({ request, response }) {
      const seconds = kept.get(request);
      if (seconds === undefined) return;
      response.headers.set('cache-control', `public, max-age=${seconds}`);
      // `setup` contains the request's language.
      response.headers.append('vary', 'Accept-Language, Cookie');
    },
  };
}
