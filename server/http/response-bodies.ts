/** Bodies of responses: compressed, sent directly or as a stream. */
import { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';

export const compress = promisify(gzip);

/** Minimum size of a compressed response, in bytes. */
export const compressedFrom = 1_024;
export const encoding = 'gzip';

export function acceptsEncoding(header: string, coding: string): boolean {
  const accepted = parseAccept(header);
  const match =
    accepted.find(({ type }) => type.toLowerCase() === coding) ??
    accepted.find(({ type }) => type === '*');
  return match !== undefined && match.q > 0;
}

type Encoded<T> = { body: T | Buffer; bytes: number; headers: Record<string, string> };

export async function encode<T extends string | Uint8Array>(
  plain: T,
  acceptEncoding: string | undefined,
): Promise<Encoded<T>> {
  const bytes = Buffer.byteLength(plain);
  if (bytes < compressedFrom) return { body: plain, bytes, headers: {} };
  const headers = { vary: 'Accept-Encoding' };
  if (!acceptsEncoding(acceptEncoding ?? '', encoding)) return { body: plain, bytes, headers };
  const body = await compress(plain);
  return { body, bytes: body.byteLength, headers: { ...headers, 'content-encoding': encoding } };
}

/**
 * Bytes of bodies that skip the adapter's copies. A `Response` copies its bytes when it is rebuilt from another one, as
 * happens for each header that middleware adds.
 */
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

/** Reads a whole body, compresses it if that helps, and adds its length. */
export async function buffer(response: Response, headers: Headers): Promise<Response> {
  if (!response.body) return response;
  const plain = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const isCompressible = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type);
  const encoded = isCompressible && (await encode(plain, headers.get('accept-encoding') ?? ''));
  const body = encoded ? encoded.body : plain;
  const buffered = new Response(directBody(body), response);
  const added = Object.entries(encoded ? encoded.headers : {});
  for (const [name, value] of added) buffered.headers.append(name, value);
  buffered.headers.set('content-length', String(body.byteLength));
  return buffered;
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
