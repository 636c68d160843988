/** Subscription responses: Server-Sent Events in distinct connections mode (graphql-sse). */
import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { asStream } from '#server/http/response-bodies.ts';

/** Interval of comments that keep proxies from closing idle connections. */
const pingMilliseconds = 12_000;
const tickMilliseconds = 250;

const encoder = new TextEncoder();
const comment = encoder.encode(':\n\n');
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
  // Keeps the compression middleware from buffering events.
  'content-encoding': 'none',
};

type Results = AsyncIterator<ExecutionResult>;
/** Sends a comment, unless the client reads too slowly. */
type Ping = () => void;

/** Open streams and the time of their next ping, soonest first. One timer serves all of them. */
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

/** Encoded results, cached because many streams share them. */
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

/**
 * Streams results. When they end, breaks the connection without the protocol's `complete`, which would tell clients not
 * to reconnect.
 */
export function eventResponse(results: Results): Response {
  let ping: Ping | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!ping) {
          ping = () => (controller.desiredSize ?? -1) >= 0 && controller.enqueue(comment);
          keepAlive(ping);
          // Some browsers deliver the headers only with the first byte.
          return controller.enqueue(comment);
        }
        const { done, value } = await results.next();
        if (!done) return controller.enqueue(messageOf(value));
        forget(ping);
        controller.error(new Error('The server ended the stream.'));
      },
      async cancel() {
        if (ping) forget(ping);
        await results.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  resultsOf.set(body, results);
  return new Response(asStream(body), { headers });
}

/**
 * Writes a response of `eventResponse` directly to its connection. Avoids the objects that a web stream and its request
 * keep while open. Returns false for any other response.
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
    // Omit the last chunk, so clients treat this as a lost connection and reconnect.
    if (done) outgoing.socket?.destroySoon();
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
