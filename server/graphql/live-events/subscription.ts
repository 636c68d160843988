/** Subscriptions whose source executes its events itself, so streams can share results. */
import { createHash } from 'node:crypto';
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionResult,
  executeSubscriptionEvent,
  GraphQLError,
  validateSubscriptionArgs,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from '#server/graphql/context.ts';
import { coercionLimits } from '#server/graphql/limits/limits.ts';
import { eventResponse } from '#server/graphql/live-events/event-response.ts';

export type EventOperation = {
  /** Equal for streams with the same document and variables. */
  key: string;
  execute(event: object, context: Context): Promise<ExecutionResult>;
};

/** Returned by a field's `subscribe` function. */
export type EventSource = AsyncIterable<never> & {
  open(operation: EventOperation): AsyncIterableIterator<ExecutionResult>;
};

/** Parsed documents are cached, so equal ones are usually the same object. */
const documentKeys = new WeakMap<DocumentNode, number>();
let lastKey = 0;

function keyOf(document: DocumentNode, variables: object = {}, operationName = ''): string {
  let key = documentKeys.get(document);
  if (!key) {
    lastKey += 1;
    key = lastKey;
    documentKeys.set(document, key);
  }
  const rest = JSON.stringify([operationName, variables]);
  return `${key} ${createHash('sha256').update(rest).digest('base64')}`;
}

const isEventSource = (source: AsyncIterable<unknown>): source is EventSource => 'open' in source;

type SubscribeArgs = Parameters<typeof validateSubscriptionArgs>[0];
type Results = AsyncIterableIterator<ExecutionResult>;
type Mask = (error: unknown) => GraphQLError;

/** Drops the HTTP status, because the response's status was sent long ago. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http, ...extensions } = error.extensions;
  if (!http) return error;
  const { message, nodes, path } = error;
  return new GraphQLError(message, { nodes, path, extensions });
}

/**
 * Executes subscriptions and sends their results. Yoga would keep the request, its parsed parameters, a timer and
 * several iterators while the stream is open.
 */
export function subscriptions(mask: Mask): Plugin {
  const report = (error: unknown) => withoutStatus(mask(error));
  const resultsOf = new WeakMap<Request, Results>();

  async function subscribe(args: SubscribeArgs): Promise<unknown> {
    const { request, params, waitUntil, ...contextValue } = args.contextValue as Context & {
      request: Request;
      params: unknown;
      waitUntil: unknown;
    };
    const validated = validateSubscriptionArgs({ ...args, contextValue, options: coercionLimits });
    if (!('schema' in validated)) return { errors: validated };
    const source = await createSourceEventStream(validated);
    if (!isAsyncIterable(source)) return source;
    if (!isEventSource(source)) throw new TypeError('The field returned no event source.');
    const results = source.open({
      key: keyOf(args.document, args.variableValues ?? {}, args.operationName ?? ''),
      async execute(event, context) {
        const result = await executeSubscriptionEvent({
          ...validated,
          rootValue: event,
          contextValue: context,
        });
        return result.errors ? { ...result, errors: result.errors.map(report) } : result;
      },
    });
    resultsOf.set(request, results);
    return results;
  }

  return {
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe),
    onResultProcess({ request, resultProcessor, setResultProcessor }) {
      const results = resultsOf.get(request);
      // Yoga selects no processor if the client doesn't accept a stream.
      if (results && resultProcessor) {
        setResultProcessor(() => eventResponse(results), 'text/event-stream');
      }
    },
  };
}
