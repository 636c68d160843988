/**
 * Turning away what is too much, before anything else is done about it: no body is read, and none of
 * the machinery behind an answer runs. A refusal that costs as much as an answer helps nobody.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '#server/log/log.ts';
import { type Admission, busyMessage, retryAfter } from './admission.ts';
import { bodyBytes } from './body.ts';
import type { Client } from './fair-queue.ts';

type LoadSheddingDeps = {
  admission: Admission;
  clientOf(incoming: IncomingMessage): Client;
  /** What every answer carries. */
  headers: Record<string, string>;
  log: Log;
};

const busy = { code: 'SERVICE_UNAVAILABLE', message: busyMessage };

/** Each door's own shape of an error. */
function bodyFor(path: string, requestId: string): string | undefined {
  if (path.startsWith('/api/auth/')) return JSON.stringify(busy);
  if (path !== '/api/graphql') return undefined;
  const { code, message } = busy;
  return JSON.stringify({ errors: [{ message, extensions: { code, requestId } }] });
}

/** Answers requests for which there is no room; returns whether it did. */
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
      // What would have to be read first is not.
      ...(chunked || Number(length) > bodyBytes ? { connection: 'close' } : {}),
    });
    outgoing.end(body);
    log.info({ requestId, method: incoming.method, path, status: 503, ms: 0, sql: 0 }, 'request');
    return true;
  };
}

export type LoadShedding = ReturnType<typeof createLoadShedding>;
