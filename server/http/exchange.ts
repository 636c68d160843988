import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { Client } from '@atrium/fair-admission';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import type { RequestContext } from '#server/log/request-context.ts';

/** A request on its way to its response. */
export type Exchange = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly url: URL;
  /** With the client's address for better-auth. */
  readonly headers: Headers;
  /** Whom admission control counts the request for. */
  readonly client: Client;
  readonly context: RequestContext;
};

export const readHeaders = ({ headers }: IncomingMessage): Headers =>
  new Headers(headers as Record<string, string>);

/**
 * The URL of a request below `origin`, whatever host it names. Undefined if it has no path, as in `OPTIONS *`, or an
 * invalid one.
 */
export function urlOf({ url: target = '' }: IncomingMessage, origin: string): URL | undefined {
  const path = target.startsWith('/') ? target : pathOf(target);
  return path === undefined ? undefined : (URL.parse(origin + path) ?? undefined);
}

/** Of a target in absolute form, as proxies send it (RFC 9112 3.2.2). */
function pathOf(target: string): string | undefined {
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

/** Builds the request that handlers besides GraphQL's read, with its whole body. */
export function toRequest(
  { incoming: { method = 'GET' }, url, headers }: Exchange,
  body: Uint8Array<ArrayBuffer> | undefined,
): Request {
  return new Request(url, { method, headers, ...(body && { body }) });
}

/** Maximum body size in bytes, ten times a repository with the longest description. */
export const bodyBytes = 100_000;

/** Too long (413), compressed (415), incomplete or not text (400). */
export type BodyError = 413 | 415 | 400;

/** Whether a body is announced that is longer than accepted, or of unknown length. */
export const isLong = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyBytes;

/**
 * Reads a whole body, or returns the status to reject its request with. Compressed bodies are rejected unread, since a
 * small one can expand into a large one (OWASP ASVS 5.0 4.3.1, 5.2.3).
 */
export async function readBody(
  incoming: IncomingMessage,
): Promise<Buffer<ArrayBuffer> | BodyError | undefined> {
  const { headers, method } = incoming;
  if (!/^(identity)?$/i.test(headers['content-encoding']?.trim() ?? '')) return 415;
  if (Number(headers['content-length'] ?? 0) > bodyBytes) return 413;
  if (method === 'GET') return undefined;
  const body = await readChunks(incoming);
  if (!Buffer.isBuffer(body)) return body;
  if (body.length === 0) return undefined;
  return isJson.test(headers['content-type'] ?? '') && !isText(body) ? 400 : body;
}

function readChunks(incoming: IncomingMessage): Promise<Buffer<ArrayBuffer> | 400 | 413> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const add = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyBytes) chunks.push(chunk);
      else done(413);
    };
    const fail = () => done(400);
    incoming.on('data', add).once('close', fail).once('error', fail);
    incoming.once('end', () => {
      // A response that stays open would keep the body by its listeners.
      incoming.off('data', add).off('close', fail).off('error', fail);
      done(Buffer.concat(chunks));
    });
  });
}

const isJson = /^application\/json\b/i;
const surrogateEscape = /\\ud[89a-f][0-9a-f]{2}/i;
const loneSurrogateEscape = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Whether a JSON body is UTF-8 (RFC 8259 8.1) without lone surrogates (RFC 7493 2.1). Decoders would
 * replace invalid bytes with U+FFFD, and PostgreSQL rejects lone surrogates.
 */
function isText(body: Buffer): boolean {
  if (!isUtf8(body)) return false;
  const text = body.toString();
  if (!surrogateEscape.test(text)) return true;
  try {
    // JSON.stringify escapes exactly the lone surrogates.
    return !loneSurrogateEscape.test(JSON.stringify(JSON.parse(text)));
  } catch {
    return false;
  }
}

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

const streamWriters = new WeakMap<Response, StreamWriter>();

/** Marks a response as a stream. All others are sent whole. */
export function asStream(response: Response, writer: StreamWriter): Response {
  streamWriters.set(response, writer);
  return response;
}

export const streamOf = (response: Response) => streamWriters.get(response);

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

/** Sends a response, whole and compressed. Or as a stream. Its headers are added to those that are already set. */
export async function send(exchange: Exchange, response: Response): Promise<void> {
  const { incoming, outgoing, headers } = exchange;
  const streamWriter = streamOf(response);
  if (outgoing.destroyed) {
    streamWriter?.cancel();
    return;
  }
  outgoing.statusCode = response.status;
  setHeaders(outgoing, response);
  if (streamWriter) {
    // Proxies may buffer responses, which shields the server from slow readers, but must not buffer streams.
    outgoing.setHeader('x-accel-buffering', 'no');
    return streamWriter.write(outgoing);
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
