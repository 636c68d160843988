/**
 * Admission of requests that use the database: a request is handled once there is a free slot and all
 * of its body has arrived. Pages and health checks are not admitted this way.
 */
import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Handler } from 'hono';
import { hasDuplicateCookie } from '#server/auth/browser-cookies.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import { type Admission, retryAfter } from './admission.ts';
import { readBody } from './body.ts';
import type { ClientIdentity } from './client-identity.ts';
import type { Client } from './fair-queue.ts';
import { type HeaderReader, setClientAddress } from './headers.ts';
import type { InSlot } from './in-slot.ts';
import type { AppEnvironment } from './request-log.ts';
import type { UnreadResponses } from './unread-responses.ts';

/** What handles admitted requests, and the form of its rejections. */
export type AdmissionEndpoint = {
  handle(request: Request): Promise<Response>;
  reject(headers: HeaderReader, status: number, code: ApiErrorCode): Response;
};

type AdmissionDeps = {
  /** Left out, every request is admitted at once. */
  admission: Admission | undefined;
  inSlot: InSlot;
  unread: UnreadResponses;
  identity: ClientIdentity;
  settings: Settings;
};

/** The response to a request that cannot be handled in time, or to a stream too many. */
export function busyResponse(
  { reject }: AdmissionEndpoint,
  headers: HeaderReader,
  status: 429 | 503,
): Response {
  const code = status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE';
  const response = reject(headers, status, code);
  response.headers.set('retry-after', retryAfter());
  return response;
}

type Outgoing = HttpBindings['outgoing'] | undefined;

/** Returns a function that makes an endpoint a Hono handler behind admission control. */
export function createAdmissionMiddleware(deps: AdmissionDeps) {
  const { admission, inSlot, unread, identity, settings } = deps;

  /** Buffers the response, which counts as unread until the client has all of it. */
  async function buffer(response: Response, client: Client, outgoing: Outgoing) {
    if (!response.body || !(outgoing instanceof ServerResponse)) return response;
    const bytes = await response.arrayBuffer();
    unread.hold(client.network, outgoing, bytes.byteLength);
    const buffered = new Response(bytes, response);
    buffered.headers.set('content-length', String(bytes.byteLength));
    return buffered;
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
    endpoint: AdmissionEndpoint,
    request: Request,
    { headers, client, outgoing }: { headers: Headers; client: Client; outgoing: Outgoing },
  ): Promise<Response> {
    const rejectBusy = (status: 429 | 503) => busyResponse(endpoint, request.headers, status);
    if (admission && !admission.canAccept(client)) return rejectBusy(503);
    const complete = await readBody(request, headers);
    if (typeof complete === 'number') {
      const response = endpoint.reject(request.headers, complete, 'BAD_REQUEST');
      response.headers.set('connection', 'close');
      return response;
    }
    const connection = outgoing instanceof ServerResponse ? outgoing : undefined;
    const result = await inSlot(client, connection, async () => {
      const response = await endpoint.handle(complete);
      if (!admission) return response;
      if (!isStream(response)) return buffer(response, client, outgoing);
      return countStream(response, client, outgoing);
    });
    if (result === 'busy') return rejectBusy(503);
    return typeof result === 'number' ? rejectBusy(result) : result;
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
      setClientAddress(headers, address);
      if (hasDuplicateCookie(headers, settings)) {
        return endpoint.reject(headers, 400, 'BAD_REQUEST');
      }
      const client = identity.clientAt(address, headers.get('cookie'));
      return admit(endpoint, request, { headers, client, outgoing });
    };
  };
}

/** Recognized by the response: a request may ask for a stream in many ways, and without `Accept` too. */
const isStream = ({ headers }: Response) =>
  /^(text\/event-stream|multipart\/mixed|text\/csv)/.test(headers.get('content-type') ?? '');

/** Ends a stream without a reader. Yoga's can only be cancelled after their first chunk, a comment. */
async function discard({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}
