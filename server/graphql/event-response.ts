/** The response of a subscription: Server-Sent Events in distinct connections mode (graphql-sse). */
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

type Controller = ReadableStreamDefaultController<Uint8Array>;

/** Open streams and when each is due for a ping, soonest first. */
const open = new Map<Controller, number>();
let timer: NodeJS.Timeout | undefined;

function ping(): void {
  const now = performance.now();
  for (const [controller, due] of open) {
    if (due > now) break;
    keepAlive(controller);
    // A client that reads nothing gets no second comment.
    if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(comment);
  }
}

function keepAlive(controller: Controller): void {
  open.delete(controller);
  open.set(controller, performance.now() + pingMilliseconds);
  timer ??= setInterval(ping, tickMilliseconds).unref();
}

function forget(controller: Controller): void {
  open.delete(controller);
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

/** Streams results until they end or the client leaves. */
export function sendEvents(results: AsyncIterator<ExecutionResult>): Response {
  let own: Controller;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        own = controller;
        // Some browsers deliver the headers with the first byte only.
        controller.enqueue(comment);
        keepAlive(controller);
      },
      async pull(controller) {
        const { done, value } = await results.next();
        if (!done) return controller.enqueue(messageOf(value));
        forget(controller);
        controller.enqueue(complete);
        controller.close();
      },
      async cancel() {
        forget(own);
        await results.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers });
}
