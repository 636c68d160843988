/** Load shedding: excess requests are rejected before Hono runs, so that a rejection stays cheap. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#server/log/log.ts';
import { type Admission, busyMessage, retryAfter } from './admission.ts';
import { bodyBytes } from './body.ts';
import type { Client } from './fair-queue.ts';

type LoadSheddingDeps = {
  admission: Admission;
  clientOf(incoming: IncomingMessage): Client;
  /** Headers of every response. */
  headers: Record<string, string>;
  log: Log;
};

const busy = { code: 'SERVICE_UNAVAILABLE', message: busyMessage };

/** The error in the form of the endpoint; undefined for pages, which are never rejected. */
function bodyFor(path: string, requestId: string): string | undefined {
  if (path.startsWith('/api/auth/')) return JSON.stringify(busy);
  if (path !== '/api/graphql') return undefined;
  const { code, message } = busy;
  return JSON.stringify({ errors: [{ message, extensions: { code, requestId } }] });
}

/** Returns a function that rejects a request beyond capacity, and tells whether it did. */
export function createLoadShedding({ admission, clientOf, headers, log }: LoadSheddingDeps) {
  return function shedLoad(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    if (admission.canAccept(clientOf(incoming))) return false;
    const path = incoming.url?.split('?', 1)[0] ?? '';
    const requestId = randomUUID();
    const body = bodyFor(path, requestId);
    if (!body) return false;
    const { 'content-length': length = 0, 'transfer-encoding': chunked } = incoming.headers;
    outgoing.writeHead(503, {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      'retry-after': retryAfter(),
      'x-request-id': requestId,
      // Closing spares reading a long body before the next request.
      ...(chunked || Number(length) > bodyBytes ? { connection: 'close' } : {}),
    });
    outgoing.end(body);
    log.info({ requestId, method: incoming.method, path, status: 503, ms: 0, sql: 0 }, 'request');
    return true;
  };
}

export type LoadShedding = ReturnType<typeof createLoadShedding>;
