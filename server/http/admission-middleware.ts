/**
 * Admission of requests that use the database: a request is handled once there is a free slot and all
 * of its body has arrived. Pages and health checks are not admitted this way.
 */
import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Handler } from 'hono';
import { clientAddressHeader } from '#server/auth/auth.ts';
import { hasDuplicateCookie } from '#server/auth/browser-cookies.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import { type Admission, retryAfter } from './admission.ts';
import { readBody } from './body.ts';
import type { ClientIdentity } from './client-identity.ts';
import type { Client } from './fair-queue.ts';
import type { AppEnvironment } from './request-log.ts';
import { createUnreadResponses } from './unread-responses.ts';

/** What handles admitted requests, and the form of its rejections. */
export type AdmissionEndpoint = {
  handle(request: Request): Promise<Response>;
  reject(request: Request, status: number, code: ApiErrorCode): Response;
};

type AdmissionDeps = {
  /** Left out, every request is admitted at once. */
  admission: Admission | undefined;
  identity: ClientIdentity;
  settings: Settings;
};

type Outgoing = HttpBindings['outgoing'] | undefined;

/** Returns a function that makes an endpoint a Hono handler behind admission control. */
export function createAdmissionMiddleware({ admission, identity, settings }: AdmissionDeps) {
  const unread = createUnreadResponses();

  /** Buffers the response, which counts as unread until the client has all of it. */
  async function buffer(response: Response, client: Client, outgoing: Outgoing) {
    if (!response.body || !(outgoing instanceof ServerResponse)) return response;
    const bytes = await response.arrayBuffer();
    unread.hold(client.network, outgoing, bytes.byteLength);
    return new Response(bytes, response);
  }

  /** Counts a stream until its connection closes. Returns a status if there are too many. */
  async function countStream(response: Response, client: Client, outgoing: Outgoing) {
    const opened = admission?.openStream(client);
    const isRejected = typeof opened === 'string';
    // If the client has left, `close` is not emitted again.
    const hasLeft = outgoing?.destroyed;
    if (isRejected || hasLeft) await discard(response);
    if (isRejected) return opened === 'too many' ? 503 : 429;
    if (hasLeft) opened?.();
    else if (opened) outgoing?.once('close', opened);
    return response;
  }

  async function admit(
    { handle, reject }: AdmissionEndpoint,
    request: Request,
    { headers, client, outgoing }: { headers: Headers; client: Client; outgoing: Outgoing },
  ): Promise<Response> {
    const rejectBusy = (status: 429 | 503) => {
      const response = reject(
        request,
        status,
        status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE',
      );
      response.headers.set('retry-after', retryAfter());
      return response;
    };
    if (admission && !admission.canAccept(client)) return rejectBusy(503);
    const complete = await readBody(request, headers);
    if (typeof complete === 'number') {
      const response = reject(request, complete, 'BAD_REQUEST');
      response.headers.set('connection', 'close');
      return response;
    }
    const slot = await admission?.acquire(client);
    if (admission && !slot) return rejectBusy(503);
    const requestContext = currentRequest();
    if (requestContext) requestContext.slot = slot;
    try {
      // The client left while it was queued.
      if (outgoing instanceof ServerResponse && outgoing.req.socket.destroyed) {
        return rejectBusy(503);
      }
      const response = await handle(complete);
      if (!admission) return response;
      if (!isStream(response)) return await buffer(response, client, outgoing);
      const stream = await countStream(response, client, outgoing);
      return typeof stream === 'number' ? rejectBusy(stream) : stream;
    } finally {
      slot?.release();
    }
  }

  return function admitted(endpoint: AdmissionEndpoint): Handler<AppEnvironment> {
    return async (context) => {
      const request = context.req.raw;
      const { incoming, outgoing } = context.env ?? {};
      const headers = new Headers(request.headers);
      const address = identity.addressOf(
        incoming?.socket.remoteAddress,
        headers.get('x-forwarded-for'),
      );
      const requestContext = context.get('requestContext');
      requestContext.client = address;
      requestContext.closeConnection = outgoing && (() => void outgoing.destroy());
      // Only the server sets this header: a client's own value is dropped.
      headers.delete(clientAddressHeader);
      if (address) headers.set(clientAddressHeader, address);
      if (hasDuplicateCookie(headers, settings)) {
        return endpoint.reject(request, 400, 'BAD_REQUEST');
      }
      const client = identity.clientAt(address, headers.get('cookie'));
      return admit(endpoint, request, { headers, client, outgoing });
    };
  };
}

/** Recognized by the response: a request may ask for a stream in many ways, and without `Accept` too. */
const isStream = ({ headers }: Response) =>
  /^(text\/event-stream|multipart\/mixed)/.test(headers.get('content-type') ?? '');

/** Ends a stream without a reader. Yoga's can only be cancelled after their first chunk, a comment. */
async function discard({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}
