/** Subscription responses: Server-Sent Events in distinct connections mode (graphql-sse). */
import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { asStream } from '#server/http/send.ts';

/** Interval of comments that keep proxies from closing idle connections. */
const pingMilliseconds = 12_000;
const tickMilliseconds = 250;

const encoder = new TextEncoder();
const comment = encoder.encode(':\n\n');
const headers = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache',
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

/**
 * Streams results without the objects that a web stream and its request keep while open. When they end, breaks the
 * connection without the protocol's `complete`, which would tell clients not to reconnect.
 */
export function eventResponse(results: Results): Response {
  const cancel = () => void results.return?.();
  return asStream(new Response(null, { headers }), {
    write: (outgoing) => writeEvents(results, outgoing),
    cancel,
  });
}

function writeEvents(results: Results, outgoing: ServerResponse): void {
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
  // Some browsers deliver the headers only with the first byte.
  outgoing.write(comment);
  keepAlive(ping);
  next();
}
