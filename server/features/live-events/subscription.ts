/**
 * Subscriptions as Server-Sent Events in distinct connections mode (graphql-sse). Their source executes and writes its
 * events itself: Yoga would keep the request, its parsed parameters, a timer and several iterators for each stream.
 */
import type { ServerResponse } from 'node:http';
import {
  createSourceEventStream,
  executeSubscriptionEvent,
  GraphQLError,
  type OperationDefinitionNode,
  validateSubscriptionArgs,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from '#server/graphql/context.ts';
import { coercionLimits } from '#server/graphql/limits/limits.ts';
import { asStream } from '#server/http/exchange.ts';

type Message = Promise<Uint8Array>;

export type EventOperation = {
  /** Executes an event, and returns what clients are sent. */
  messageOf(event: object, context: Context): Message;
  /** Returns the message of another stream with the same document for an event that tells all of them the same. */
  shared(event: object, messageOf: () => Message): Message;
};

/** Returned by a field's `subscribe` function. */
export type EventSource = AsyncIterable<never> & {
  /** Writes events until the connection closes. */
  start(outgoing: ServerResponse, operation: EventOperation): void;
};

const isEventSource = (source: AsyncIterable<unknown>): source is EventSource => 'start' in source;

/** Parsed documents are cached, so that equal ones usually have the same operations. */
const messages = new WeakMap<object, Map<OperationDefinitionNode, Message>>();

function sharedMessage(
  event: object,
  operation: OperationDefinitionNode,
  messageOf: () => Message,
): Message {
  const known = messages.get(event) ?? new Map<OperationDefinitionNode, Message>();
  messages.set(event, known);
  const message = known.get(operation) ?? messageOf();
  known.set(operation, message);
  return message;
}

type SubscribeArgs = Parameters<typeof validateSubscriptionArgs>[0];

/** Drops the HTTP status, because the response's status was sent long ago. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http, ...extensions } = error.extensions;
  if (!http) return error;
  const { message, nodes, path } = error;
  return new GraphQLError(message, { nodes, path, extensions });
}

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

export function subscriptions(mask: (error: unknown) => GraphQLError): Plugin {
  const starts = new WeakMap<Request, (outgoing: ServerResponse) => void>();

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
    // Streams keep the operation, but nothing of the request's context.
    const { contextValue: _context, ...operationArgs } = validated;
    const { operation } = validated;
    const hasVariables = (operation.variableDefinitions ?? []).length > 0;
    const eventOperation: EventOperation = {
      async messageOf(event, context) {
        const { errors, ...result } = await executeSubscriptionEvent({
          ...operationArgs,
          rootValue: event,
          contextValue: context,
        });
        const reported = errors?.map((error) => withoutStatus(mask(error)));
        const json = JSON.stringify({ ...(reported && { errors: reported }), ...result });
        return Buffer.from(`event: next\ndata: ${json}\n\n`);
      },
      shared: (event, messageOf) =>
        hasVariables ? messageOf() : sharedMessage(event, operation, messageOf),
    };
    starts.set(request, (outgoing) => source.start(outgoing, eventOperation));
    return source;
  }

  return {
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe),
    onResultProcess({ request, resultProcessor, setResultProcessor }) {
      const write = starts.get(request);
      // Yoga selects no processor if the client doesn't accept a stream.
      if (!write || !resultProcessor) return;
      const response = () => asStream(new Response(null, { headers }), { write, cancel() {} });
      setResultProcessor(response, 'text/event-stream');
    },
  };
}
