/** The response of a subscription: Server-Sent Events in distinct connections mode (graphql-sse). */
import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';

/** Milliseconds between comments that keep proxies from closing an idle connection. */
const pingMilliseconds = 12_000;
const tickMilliseconds = 250;

const encoder = new TextEncoder();
const comment = encoder.encode(':\n\n');
const complete = encoder.encode('event: complete\ndata:\n\n');
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // Keeps the compression middleware from buffering events.
  'content-encoding': 'none',
};

type Results = AsyncIterator<ExecutionResult>;
/** Sends a comment unless the client reads too slowly. */
type Ping = () => void;

/** Open streams and when each is due for a ping, soonest first: one timer for all of them. */
const open = new Map<Ping, number>();
let timer: NodeJS.Timeout | undefined;

function pingDue(): void {
  const now = performance.now();
  for (const [ping, due] of open) {
    if (due > now) break;
    open.delete(ping);
    keepAlive(ping);
    ping();
  }
}

function keepAlive(ping: Ping): void {
  open.set(ping, performance.now() + pingMilliseconds);
  timer ??= setInterval(pingDue, tickMilliseconds).unref();
}

function forget(ping: Ping): void {
  open.delete(ping);
  if (open.size) return;
  clearInterval(timer);
  timer = undefined;
}

/** Messages of results, which many streams share. */
const messages = new WeakMap<ExecutionResult, Uint8Array>();

function messageOf(result: ExecutionResult): Uint8Array {
  let message = messages.get(result);
  if (!message) {
    message = encoder.encode(`event: next\ndata: ${JSON.stringify(result)}\n\n`);
    messages.set(result, message);
  }
  return message;
}

const resultsOf = new WeakMap<ReadableStream, Results>();

/** The response of a stream. Its body ends with the results, or ends them when the client leaves. */
export function eventResponse(results: Results): Response {
  let ping: Ping | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!ping) {
          ping = () => (controller.desiredSize ?? -1) >= 0 && controller.enqueue(comment);
          keepAlive(ping);
          // Some browsers deliver the headers with the first byte only.
          return controller.enqueue(comment);
        }
        const { done, value } = await results.next();
        if (!done) return controller.enqueue(messageOf(value));
        forget(ping);
        controller.enqueue(complete);
        controller.close();
      },
      async cancel() {
        if (ping) forget(ping);
        await results.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  resultsOf.set(body, results);
  return new Response(body, { headers });
}

/**
 * Sends a response of `eventResponse` over its connection, without the objects that a web stream and its
 * request keep for as long as it is open. Returns false for any other response.
 */
export function sendEvents(response: Response, outgoing: ServerResponse): boolean {
  if (response.headers.get('content-type') !== headers['content-type']) return false;
  const results = response.body && resultsOf.get(response.body);
  if (!results) return false;
  const ping = () => {
    if (!outgoing.writableEnded && !outgoing.writableNeedDrain) outgoing.write(comment);
  };
  const next = () => void results.next().then(send, () => outgoing.destroy());
  const send = ({ done, value }: IteratorResult<ExecutionResult>) => {
    if (outgoing.destroyed) return;
    if (done) outgoing.end(complete);
    else if (outgoing.write(messageOf(value))) next();
    else outgoing.once('drain', next);
  };
  outgoing.once('close', () => {
    forget(ping);
    void results.return?.();
  });
  const cookies = response.headers.getSetCookie();
  outgoing.writeHead(response.status, {
    ...Object.fromEntries(response.headers),
    ...(cookies.length && { 'set-cookie': cookies }),
  });
  outgoing.write(comment);
  keepAlive(ping);
  next();
  return true;
}
