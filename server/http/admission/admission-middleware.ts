/**
 * Admission of requests that use the database. A request is handled once its whole body has arrived
 * and a slot is free. Pages and health checks use in-turn.ts instead, and the fast path only the slots.
 */
import { ServerResponse } from 'node:http';
import type { Admission } from '@atrium/fair-admission';
import type { Client } from '@atrium/fair-admission/fair-queue';
import { retryAfter } from '@atrium/fair-admission/rejection';
import type { HttpBindings } from '@hono/node-server';
import type { Handler } from 'hono';
import { readBody } from '#server/http/body.ts';
import { type HeaderReader, hasDuplicateCookie, setClientAddress } from '#server/http/headers.ts';
import { refusalHeaders } from '#server/http/rate-limit-headers.ts';
import type { AppEnvironment } from '#server/http/request-log.ts';
import { buffer, isStream } from '#server/http/response-bodies.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import { admissionLimits } from './admission-limits.ts';
import type { ClientIdentity } from './client-identity.ts';

export const busyMessage = 'The service is busy. Try again shortly.';

export function createInSlot(admission: Admission | undefined) {
  /** Returns the result of `work`, or `busy` if no slot was free in time or the client disconnected. */
  return async function inSlot<T>(
    client: Client,
    outgoing: ServerResponse | undefined,
    work: () => Promise<T>,
  ): Promise<T | 'busy'> {
    const slot = await admission?.acquire(client);
    if (admission && !slot) return 'busy';
    const request = currentRequest();
    if (request) request.slot = slot;
    try {
      if (outgoing?.req.socket.destroyed) return 'busy';
      return await work();
    } finally {
      slot?.release();
    }
  };
}

export type InSlot = ReturnType<typeof createInSlot>;

export type AdmissionEndpoint = {
  /** Value of the `Allow` header. */
  methods: string;
  handle(request: Request): Promise<Response>;
  reject(headers: HeaderReader, status: number, code: ApiErrorCode): Response;
};

type AdmissionDeps = {
  /** If undefined, every request is admitted immediately. */
  admission: Admission | undefined;
  inSlot: InSlot;
  identity: ClientIdentity;
  settings: Settings;
};

const streamPolicy = { name: 'streams', limit: admissionLimits.streamsPerNetwork };

export function busyResponse(
  { reject }: AdmissionEndpoint,
  headers: HeaderReader,
  status: 429 | 503,
): Response {
  const code = status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE';
  const response = reject(headers, status, code);
  const wait = retryAfter();
  const added =
    status === 429 ? refusalHeaders(streamPolicy, Number(wait)) : { 'retry-after': wait };
  for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
  return response;
}

type Outgoing = HttpBindings['outgoing'] | undefined;

/** After an interruption, all streams reopen together, and must not delay what people click. */
const opensStream = (headers: Headers) =>
  headers.get('accept')?.includes('text/event-stream') ?? false;

export function createAdmissionMiddleware(deps: AdmissionDeps) {
  const { admission, inSlot, identity, settings } = deps;

  /** Counts a stream until its connection closes. Returns a status if there are too many. */
  async function countStream(response: Response, client: Client, outgoing: Outgoing) {
    const opened = admission?.openStream(client);
    const isRejected = typeof opened === 'string';
    // `close` doesn't fire again if the client has already disconnected.
    const hasLeft = outgoing?.destroyed;
    if (isRejected || hasLeft) await discard(response);
    if (isRejected) return opened === 'too many' ? 503 : 429;
    if (hasLeft) {
      opened?.();
      // The adapter would print an error about the cancelled body.
      return new Response(null, response);
    }
    if (opened) outgoing?.once('close', opened);
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
      if (!isStream(response)) return buffer(response, headers);
      // Proxies may buffer responses, which shields the server from slow readers, but must not buffer streams.
      response.headers.set('x-accel-buffering', 'no');
      if (!admission) return response;
      return countStream(response, client, outgoing);
    });
    if (result === 'busy') return rejectBusy(503);
    return typeof result === 'number' ? rejectBusy(result) : result;
  }

  return function admitted(endpoint: AdmissionEndpoint): Handler<AppEnvironment> {
    return async (context) => {
      const request = context.req.raw;
      // Hono routes HEAD to the GET handler, which would do all of its work for a discarded body.
      if (request.method === 'HEAD') {
        const response = endpoint.reject(request.headers, 405, 'BAD_REQUEST');
        response.headers.set('allow', endpoint.methods);
        return response;
      }
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
      const isBackground = opensStream(headers);
      const client = { ...identity.clientAt(address, headers), isBackground };
      return admit(endpoint, request, { headers, client, outgoing });
    };
  };
}

/** Cancels an unread stream. Some can only be cancelled after their first chunk. */
async function discard({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  await reader?.read();
  await reader?.cancel();
}
