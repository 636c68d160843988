/** Sends responses: whole and compressed, or as streams. */
import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { type Exchange, isLong } from './exchange.ts';

const compress = promisify(gzip);

/** Minimum size of a compressed response, in bytes. */
const compressedFrom = 1_024;

/** How long the body of a rejected request is discarded, so that its client reads the response. */
const lingerMs = 500;

export function acceptsEncoding(header: string, coding: string): boolean {
  const accepted = parseAccept(header);
  const match =
    accepted.find(({ type }) => type.toLowerCase() === coding) ??
    accepted.find(({ type }) => type === '*');
  return match !== undefined && match.q > 0;
}

const bytesOf = new WeakMap<ReadableStream, Uint8Array>();

/** Creates a response's body from `bytes`. They are sent without being copied, so they must not change. */
export function directBody(bytes: Uint8Array): ReadableStream {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  bytesOf.set(body, bytes);
  return body;
}

/** A response that is written piece by piece. */
type StreamWriter = {
  write(outgoing: ServerResponse): void;
  /** Ends a stream that isn't written. */
  cancel(): void;
};

const writers = new WeakMap<Response, StreamWriter>();

/** Marks a response as a stream. All others are sent whole. */
export function asStream(response: Response, writer: StreamWriter): Response {
  writers.set(response, writer);
  return response;
}

export const streamOf = (response: Response) => writers.get(response);

/** The compression of a stream that its client accepts. */
export function startCompression(outgoing: ServerResponse) {
  outgoing.setHeader('vary', 'Accept-Encoding');
  if (!acceptsEncoding(outgoing.req.headers['accept-encoding']?.toString() ?? '', 'gzip'))
    return [];
  outgoing.setHeader('content-encoding', 'gzip');
  return [createGzip()];
}

function setHeaders(outgoing: ServerResponse, { headers }: Response): void {
  for (const [name, value] of headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
}

async function readBytes(response: Response, isText: boolean): Promise<string | Uint8Array> {
  const bytes = response.body && bytesOf.get(response.body);
  if (bytes) return bytes;
  return isText ? response.text() : new Uint8Array(await response.arrayBuffer());
}

/** Ends a response without resetting a connection whose body is still arriving, which would discard the response. */
function endAfterBody({ incoming, outgoing }: Exchange): void {
  const end = () => {
    clearTimeout(timer);
    outgoing.end();
  };
  const timer = setTimeout(end, lingerMs);
  incoming.once('end', end).once('close', end).resume();
}

/** Sends a response. Its headers are added to those that are already set. */
export async function send(exchange: Exchange, response: Response): Promise<void> {
  const { incoming, outgoing, headers } = exchange;
  const writer = streamOf(response);
  if (outgoing.destroyed) return writer?.cancel();
  outgoing.statusCode = response.status;
  setHeaders(outgoing, response);
  if (writer) {
    // Proxies may buffer responses, which shields the server from slow readers, but must not buffer streams.
    outgoing.setHeader('x-accel-buffering', 'no');
    return writer.write(outgoing);
  }
  if (incoming.method === 'HEAD' || response.status === 204 || response.status === 304) {
    return void outgoing.end();
  }
  const type = response.headers.get('content-type') ?? '';
  const isCompressible =
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) && !response.headers.has('content-encoding');
  let body = await readBytes(response, isCompressible);
  if (isCompressible && Buffer.byteLength(body) >= compressedFrom && !outgoing.hasHeader('etag')) {
    const vary = [response.headers.get('vary'), 'Accept-Encoding'];
    outgoing.setHeader('vary', vary.filter(Boolean).join(', '));
    if (acceptsEncoding(headers.get('accept-encoding') ?? '', 'gzip')) {
      outgoing.setHeader('content-encoding', 'gzip');
      body = await compress(body);
    }
  }
  outgoing.setHeader('content-length', Buffer.byteLength(body));
  if (!incoming.complete && isLong(incoming)) outgoing.setHeader('connection', 'close');
  if (incoming.complete || outgoing.getHeader('connection') !== 'close') {
    return void outgoing.end(body);
  }
  outgoing.write(body);
  endAfterBody(exchange);
}
