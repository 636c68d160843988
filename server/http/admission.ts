/**
 * Admission of requests. Those that use the database are handled once their whole body has arrived and a slot is free.
 * On all other routes, clients take turns: each request is cheap, but many together would delay other clients.
 */

import type { IncomingMessage } from 'node:http';
import type { Admission, Client } from '@atrium/fair-admission';
import { type AdmissionLimits, defaultLimits, retryAfter } from '@atrium/fair-admission';
import { connectionLimits } from '#server/http/connections.ts';
import {
  type Exchange,
  readBody,
  readHeaders,
  streamOf,
  toRequest,
} from '#server/http/exchange.ts';
import { hasDuplicateCookie, refusalHeaders } from '#server/http/headers.ts';
import { healthPaths } from '#server/http/readiness.ts';
import { clientNetwork, createClientAddress } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode } from '#shared/errors.ts';

/** Limits of requests that use the database, by measurements. Times are in milliseconds. */
export const admissionLimits: AdmissionLimits = {
  ...defaultLimits,
  /** One per connection, each with a body of up to 100 kB. */
  queuedPerNetwork: connectionLimits.perNetwork,
};

/**
 * Limits for requests that don't use the database. They wait longer, because a page that misses a
 * script stays blank.
 */
export const pageLimits: AdmissionLimits = {
  ...admissionLimits,
  expectedWait: 4_000,
  longestWait: 5_000,
};

export const busyMessage = 'The service is busy. Try again shortly.';

type Body = Buffer<ArrayBuffer> | undefined;

/** What uses the database. */
export type HttpEndpoint = {
  /** Value of the `Allow` header. */
  methods: string;
  /** Called once the whole body has arrived and a slot is free. */
  handle(exchange: Exchange, body: Body): Promise<Response>;
  reject(headers: Headers, status: number, code: ApiErrorCode): Response;
};

/** Passes an endpoint's requests to a function of a `Request`. */
export const handlerOf =
  (handle: (request: Request, exchange: Exchange) => Promise<Response>): HttpEndpoint['handle'] =>
  (exchange, body) =>
    handle(toRequest(exchange, body), exchange);

const streamPolicy = { name: 'streams', limit: admissionLimits.streamsPerNetwork };

function busyResponse({ reject }: HttpEndpoint, headers: Headers): Response {
  const response = reject(headers, 503, 'SERVICE_UNAVAILABLE');
  response.headers.set('retry-after', retryAfter());
  return response;
}

/** After an interruption, all streams reopen together, and must not delay what people click. */
const opensStream = (headers: Headers) =>
  headers.get('accept')?.includes('text/event-stream') ?? false;

/** Without `admission`, every request is admitted immediately. */
export function createAdmit(admission: Admission | undefined, settings: Settings) {
  /** Counts a stream until its connection closes. Returns a refusal if there are too many. */
  function refuseStream(
    endpoint: HttpEndpoint,
    { client, headers, outgoing }: Exchange,
    response: Response,
  ): Response | undefined {
    const stream = streamOf(response);
    if (!stream || !admission) return undefined;
    const opened = admission.openStream(client);
    if (typeof opened === 'string') {
      stream.cancel();
      if (opened === 'too many') return busyResponse(endpoint, headers);
      const refusal = endpoint.reject(headers, 429, 'RATE_LIMITED');
      const added = refusalHeaders(streamPolicy, Number(retryAfter()));
      for (const [name, value] of Object.entries(added)) refusal.headers.set(name, value);
      return refusal;
    }
    // `close` doesn't fire again if the client has already disconnected.
    if (outgoing.destroyed) opened?.();
    else if (opened) outgoing.once('close', opened);
    return undefined;
  }

  return async function admit(endpoint: HttpEndpoint, exchange: Exchange): Promise<Response> {
    const { headers, incoming, outgoing } = exchange;
    const busy = () => busyResponse(endpoint, headers);
    const client = { ...exchange.client, isBackground: opensStream(headers) };
    if (admission && !admission.canAccept(client)) return busy();
    if (incoming.method === 'HEAD') {
      const response = endpoint.reject(headers, 405, 'BAD_REQUEST');
      response.headers.set('allow', endpoint.methods);
      return response;
    }
    if (hasDuplicateCookie(headers, settings)) return endpoint.reject(headers, 400, 'BAD_REQUEST');
    const body = await readBody(incoming);
    if (typeof body === 'number') {
      const response = endpoint.reject(headers, body, 'BAD_REQUEST');
      response.headers.set('connection', 'close');
      return response;
    }
    const slot = await admission?.acquire(client);
    if (admission && !slot) return busy();
    exchange.context.slot = slot;
    try {
      if (outgoing.destroyed) return busy();
      const response = await endpoint.handle(exchange, body);
      return refuseStream(endpoint, { ...exchange, client }, response) ?? response;
    } finally {
      slot?.release();
    }
  };
}

/** Returns a function that runs `work` when it is the client's turn, or answers with 503 if that takes too long. */
export function createTurns(admission: Admission | undefined) {
  return async function inTurn(
    { client, url }: Exchange,
    work: () => Response | Promise<Response>,
  ): Promise<Response> {
    const slot = await admission?.acquire(client);
    // A load balancer would remove a busy instance.
    if (admission && !slot && !healthPaths.has(url.pathname)) {
      return new Response(busyMessage, { status: 503, headers: { 'retry-after': retryAfter() } });
    }
    try {
      return await work();
    } finally {
      slot?.release();
    }
  };
}

type Identity = { address: string | undefined; client: Client };
type IdentityDeps = {
  /** Key of the person who sent a request, by verified credentials only. Without one, the network is the key. */
  findClientKey(headers: Headers): Omit<Client, 'network'> | undefined;
  settings: Settings;
};

/** Identifies the client that admission control counts a request for. */
export function createClientIdentity({ findClientKey, settings }: IdentityDeps) {
  const addressOf = createClientAddress(settings.trustedProxies);

  return function identify(incoming: IncomingMessage, headers = readHeaders(incoming)): Identity {
    const address = addressOf(incoming.socket.remoteAddress, headers.get('x-forwarded-for'));
    const network = clientNetwork(address ?? 'unknown');
    return { address, client: { network, ...(findClientKey(headers) ?? { key: network }) } };
  };
}

export type ClientIdentity = ReturnType<typeof createClientIdentity>;
