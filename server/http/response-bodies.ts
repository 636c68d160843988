/**
 * Bodies that skip the adapter's copies. A `Response` copies its bytes when it is rebuilt from another one, as happens
 * for each header that middleware adds.
 */
import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

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
function sendBytes({ status, headers, body }: Response, outgoing: ServerResponse): boolean {
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

/** Tests call the app without a port, so bindings may be missing. */
type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Writes a response to its connection. Returns false for responses that it doesn't know. */
type Send = (response: Response, outgoing: ServerResponse) => boolean;

/** Sends direct bodies, and what `sendStream` knows, straight to their connection. Returns all other responses. */
export function withDirectResponses(fetch: Fetch, sendStream?: Send): Fetch {
  return async (request, bindings) => {
    const response = await fetch(request, bindings);
    const { outgoing } = (bindings ?? {}) as Partial<HttpBindings>;
    if (!(outgoing instanceof ServerResponse) || outgoing.destroyed) return response;
    const isSent = sendBytes(response, outgoing) || sendStream?.(response, outgoing);
    return isSent ? RESPONSE_ALREADY_SENT : response;
  };
}

/** Bodies to send as a stream, marked by their creator. All other bodies are buffered. */
const streams = new WeakSet<ReadableStream>();

export function asStream<Body extends ReadableStream>(body: Body): Body {
  streams.add(body);
  return body;
}

export const isStream = ({ body }: Response) => body !== null && streams.has(body);
