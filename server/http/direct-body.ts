/**
 * Writes response bodies to the connection without copying. A `Response` copies its bytes when it is
 * rebuilt from another one, as happens for each header that middleware adds.
 */
import type { ServerResponse } from 'node:http';

const bytesOf = new WeakMap<ReadableStream, Uint8Array>();

/** Creates a `Response` body from `bytes`. They are not copied, so they must not change. */
export function directBody(bytes: Uint8Array): ReadableStream {
  const body = new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  bytesOf.set(body, bytes);
  return body;
}

/** Sends a response whose body is a `directBody`. Returns false for all others. */
export function sendBytes({ status, headers, body }: Response, outgoing: ServerResponse): boolean {
  const bytes = body && bytesOf.get(body);
  // The adapter drains the rest of a rejected request, so that proxies can read the response.
  if (!bytes || !outgoing.req.complete) return false;
  const cookies = headers.getSetCookie();
  outgoing.writeHead(status, {
    ...Object.fromEntries(headers),
    ...(cookies.length && { 'set-cookie': cookies }),
    'content-length': bytes.byteLength,
  });
  outgoing.end(bytes);
  return true;
}
