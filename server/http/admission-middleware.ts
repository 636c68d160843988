/**
 * The gate before whatever asks the database: a request gets through when there is room, all of it has
 * arrived, and its turn has come. Pages and health checks do not pass here.
 */
import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { currentRequest } from '#server/log/request-context.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import { type Admission, retryAfter } from './admission.ts';
import { readBody } from './body.ts';
import type { Client } from './fair-queue.ts';
import { createUnreadResponses } from './unread-responses.ts';

/** What stands behind the gate, and how it words a refusal. */
export type AdmissionEndpoint = {
  handle(request: Request): Promise<Response>;
  refuse(request: Request, status: number, code: ApiErrorCode): Response;
};

type AdmissionRequest = {
  request: Request;
  /** The headers that the door shall see. */
  headers: Headers;
  client: Client;
  outgoing: HttpBindings['outgoing'] | undefined;
};

/** Passes requests through; without an admission everybody has room. */
export function createAdmissionMiddleware(admission: Admission | undefined) {
  const unread = createUnreadResponses();

  /** The answer as bytes, which count as unread until the client has them. */
  async function counted(
    response: Response,
    { network }: Client,
    outgoing: AdmissionRequest['outgoing'],
  ): Promise<Response> {
    if (!response.body || !(outgoing instanceof ServerResponse)) return response;
    const bytes = await response.arrayBuffer();
    unread.hold(network, outgoing, bytes.byteLength);
    return new Response(bytes, response);
  }

  return async function admit(
    { request, headers, client, outgoing }: AdmissionRequest,
    { handle, refuse }: AdmissionEndpoint,
  ): Promise<Response> {
    const reject = (status: 429 | 503) => {
      const code = status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE';
      const response = refuse(request, status, code);
      response.headers.set('retry-after', retryAfter());
      return response;
    };
    if (admission && !admission.canAccept(client)) return reject(503);
    const whole = await readBody(request, headers);
    if (typeof whole === 'number') {
      const response = refuse(request, whole, 'BAD_REQUEST');
      response.headers.set('connection', 'close');
      return response;
    }
    const place = await admission?.acquire(client);
    if (admission && !place) return reject(503);
    const scope = currentRequest();
    if (scope) scope.slot = place;
    try {
      // The client has left while it waited: nothing is done that nobody reads.
      if (outgoing instanceof ServerResponse && outgoing.req.socket.destroyed) return reject(503);
      const response = await handle(whole);
      if (!admission) return response;
      if (!isStream(response)) return await counted(response, client, outgoing);
      const end = admission.openStream(client);
      const isRefused = typeof end !== 'function';
      // A client that has left already will not close its connection once more.
      const hasLeft = outgoing?.destroyed;
      if (isRefused || hasLeft) await discard(response);
      if (isRefused) return reject(end === 'too many' ? 503 : 429);
      if (hasLeft) end();
      else outgoing?.once('close', end);
      return response;
    } finally {
      place?.release();
    }
  };
}

/** Streams are known by the answer: Accept headers of many kinds, and none at all, ask for one. */
const isStream = ({ headers }: Response) =>
  /^(text\/event-stream|multipart\/mixed)/.test(headers.get('content-type') ?? '');

/** Ends a stream that nobody will read. Yoga's can only be cancelled after their first chunk, a comment. */
async function discard({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}
