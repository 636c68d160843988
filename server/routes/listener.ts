/** Every request passes here: its ID and log line, the checks before anything else, and the way to its handler. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Admission } from '@atrium/fair-admission';
import { parseAccept } from 'hono/utils/accept';
import { databaseFault } from '#server/database/fault.ts';
import { crossOriginHeaders, isPreflight } from '#server/graphql/requests/request-checks.ts';
import {
  type ClientIdentity,
  createAdmit,
  createTurns,
  type HttpEndpoint,
} from '#server/http/admission.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { type Exchange, readHeaders, send, toRequest, urlOf } from '#server/http/exchange.ts';
import { clientAddressHeader, createChecks } from '#server/http/headers.ts';
import type { Readiness } from '#server/http/readiness.ts';
import { securityHeaders } from '#server/http/security-headers.ts';
import { brief, type Log } from '#server/log/log.ts';
import { idsOf, type RequestContext, runInRequest } from '#server/log/request-context.ts';
import { endRequestSpan, startRequestSpan } from '#server/log/tracing.ts';
import type { Settings } from '#server/settings.ts';

/** Where an endpoint answers: at `path`, or everywhere below it. */
export type Route = {
  path: string;
  isFolder?: true;
  /** Undefined for all. Other methods at the path are answered like other pages. */
  methods?: readonly string[];
  endpoint: HttpEndpoint;
};

type ListenerDeps = {
  settings: Settings;
  log: Log;
  readiness: Readiness;
  identify: ClientIdentity;
  admission: Admission | undefined;
  /** For what doesn't use the database: it is answered while the database is slow. */
  pageAdmission: Admission | undefined;
  graphql: Route;
  routes: readonly Route[];
  pages(request: Request): Response | Promise<Response>;
  /** CSP sources of the pages' inline scripts. */
  inlineScripts: readonly string[];
};

/** Whether a browser opened the API's URL, as opposed to a program sending a query. A link may contain a query. */
function wantsPage({ method }: IncomingMessage, headers: Headers): boolean {
  if (method !== 'GET') return false;
  const known = ['text/html', 'application/json', 'text/event-stream', 'multipart/mixed'];
  const accepted = parseAccept(headers.get('accept') ?? '').toSorted((a, b) => b.q - a.q);
  return accepted.find(({ type }) => known.includes(type))?.type === 'text/html';
}

const isAt = ({ path, isFolder }: Route, pathname: string) =>
  isFolder ? pathname.startsWith(`${path}/`) : pathname === path;

export function createListener(deps: ListenerDeps): RequestListener {
  const { settings, log, readiness, identify, graphql, routes, pages } = deps;
  const commonHeaders = new Headers(securityHeaders(settings, deps.inlineScripts));
  const findRejection = createChecks(settings, log);
  const admit = createAdmit(deps.admission, settings);
  const inTurn = createTurns(deps.pageAdmission);
  const { origin } = new URL(settings.baseUrl);

  function failure(error: unknown, { headers }: Exchange): Response {
    if (databaseFault(error)) return errorResponse(headers, 503, 'SERVICE_UNAVAILABLE');
    log.error({ err: error }, 'request.failed');
    return errorResponse(headers, 500, 'INTERNAL_ERROR');
  }

  function findEndpoint({ incoming, url, headers }: Exchange): HttpEndpoint | undefined {
    const { method = '' } = incoming;
    if (isAt(graphql, url.pathname)) {
      return wantsPage(incoming, headers) ? undefined : graphql.endpoint;
    }
    return routes.find(
      (route) => isAt(route, url.pathname) && (route.methods?.includes(method) ?? true),
    )?.endpoint;
  }

  async function answer(exchange: Exchange): Promise<Response> {
    const { incoming, outgoing, url, headers } = exchange;
    if (isAt(graphql, url.pathname)) {
      const added = crossOriginHeaders(incoming.method, headers);
      for (const [name, value] of Object.entries<string>(added)) outgoing.setHeader(name, value);
      if (isPreflight(incoming.method, headers)) return new Response(null, { status: 204 });
    }
    const endpoint = findEndpoint(exchange);
    if (endpoint) return admit(endpoint, exchange);
    return inTurn(exchange, () => pages(toRequest(exchange, undefined)));
  }

  function logRequest(context: RequestContext, answered: object): void {
    const { operation, points, database } = context;
    const { viewerId, impersonatorId } = idsOf(context);
    const { statements: sql, fault } = database;
    log.info({ ...answered, operation, viewerId, impersonatorId, sql, points, fault }, 'request');
  }

  async function respond(exchange: Exchange): Promise<void> {
    const start = performance.now();
    const { incoming, outgoing, url, headers, context } = exchange;
    const { method = '' } = incoming;
    const path = url.pathname;
    startRequestSpan(context, () => ({
      method,
      path: brief(path),
      traceparent: headers.get('traceparent') ?? undefined,
      address: incoming.socket.remoteAddress,
    }));
    outgoing.setHeaders(commonHeaders);
    outgoing.setHeader('x-request-id', context.requestId);
    const rejection = findRejection(incoming);
    const response = rejection
      ? Response.json(rejection.body, rejection)
      : await answer(exchange).catch((error: unknown) => failure(error, exchange));
    if (path.startsWith('/api/')) outgoing.setHeader('cache-control', 'no-store');
    if (readiness.isDraining()) outgoing.setHeader('connection', 'close');
    const { status } = response;
    await send(exchange, response);
    const ms = Math.round((performance.now() - start) * 10) / 10;
    logRequest(context, { method, path: brief(path), status, ms });
    endRequestSpan(context, status);
  }

  return function listener(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (incoming.socket.destroyed) return;
    const url = urlOf(incoming, origin);
    if (!url) {
      outgoing.writeHead(400, { connection: 'close' }).end();
      return;
    }
    const headers = readHeaders(incoming);
    const { address, client } = identify(incoming, headers);
    // Only the server sets it, so what the client sent is discarded.
    headers.delete(clientAddressHeader);
    if (address) headers.set(clientAddressHeader, address);
    runInRequest(randomUUID(), (context) => {
      context.client = address;
      return respond({ incoming, outgoing, url, headers, client, context });
    }).catch((error) => {
      log.error({ err: error }, 'request.failed');
      outgoing.destroy();
    });
  };
}
