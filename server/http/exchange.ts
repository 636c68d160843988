/** A request on its way to its response. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '@atrium/fair-admission';
import type { RequestContext } from '#server/log/request-context.ts';

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

/** Builds the request that handlers read, with its whole body. */
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
