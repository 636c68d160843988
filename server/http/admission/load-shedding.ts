/** Load shedding: rejects excess requests before Hono runs, which keeps rejections cheap. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Admission } from '@atrium/fair-admission';
import type { Client } from '@atrium/fair-admission/fair-queue';
import { rejectBusy } from '@atrium/fair-admission/rejection';
import { bodyBytes } from '#server/http/body.ts';
import { healthPaths } from '#server/http/readiness.ts';
import type { Log } from '#server/log/log.ts';
import { busyMessage } from './admission-middleware.ts';

type LoadSheddingDeps = {
  admission: Admission;
  /** For requests that don't use the database. */
  pageAdmission: Admission;
  clientOf(incoming: IncomingMessage): Client;
  isDraining(): boolean;
  headers: Record<string, string>;
  log: Log;
};

const busy = { code: 'SERVICE_UNAVAILABLE', message: busyMessage };

type Kind = 'auth' | 'graphql' | 'page';

function kindOf(path: string): Kind | undefined {
  if (path.startsWith('/api/auth/')) return 'auth';
  if (path === '/api/graphql') return 'graphql';
  return healthPaths.has(path) ? undefined : 'page';
}

function bodyFor(kind: Kind, requestId: string): string {
  const { code, message } = busy;
  if (kind !== 'graphql') return JSON.stringify(busy);
  return JSON.stringify({ errors: [{ message, extensions: { code, requestId } }] });
}

/** Returns a function that rejects a request beyond capacity and returns whether it did. */
export function createLoadShedding(deps: LoadSheddingDeps) {
  const { admission, pageAdmission, clientOf, isDraining, headers, log } = deps;
  return function shedLoad(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const path = incoming.url?.split('?', 1)[0] ?? '';
    const kind = kindOf(path);
    if (!kind) return false;
    if ((kind === 'page' ? pageAdmission : admission).canAccept(clientOf(incoming))) return false;
    const requestId = randomUUID();
    rejectBusy(incoming, outgoing, {
      headers: {
        ...headers,
        'content-type': 'application/json',
        'x-request-id': requestId,
        ...(isDraining() && { connection: 'close' }),
      },
      body: bodyFor(kind, requestId),
      maxUnreadBytes: bodyBytes,
    });
    log.info({ requestId, method: incoming.method, path, status: 503, ms: 0, sql: 0 }, 'request');
    return true;
  };
}

export type LoadShedding = ReturnType<typeof createLoadShedding>;
