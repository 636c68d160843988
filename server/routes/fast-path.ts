/** Answers plain GraphQL requests without Hono and Yoga, as these would: docs/decisions/017-two-ways-into-the-schema.md. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type Answer,
  createFastPath as createListener,
  type Exchange,
  type FastPathOptions,
} from '@atrium/fast-path';
import { isTokenOnly } from '#server/auth/access-tokens/credentials.ts';
import { areTooDeep, documentCache } from '#server/graphql/limits/document-limits.ts';
import { type GraphqlHandler, graphqlPath } from '#server/graphql/requests/handler.ts';
import { findRejection } from '#server/graphql/requests/request-checks.ts';
import type { TrustedDocuments } from '#server/graphql/requests/trusted-documents.ts';
import {
  type AdmissionEndpoint,
  busyResponse,
  type InSlot,
} from '#server/http/admission/admission-middleware.ts';
import type { ClientIdentity } from '#server/http/admission/client-identity.ts';
import { bodyBytes, isText } from '#server/http/body.ts';
import type { FailureResponse } from '#server/http/failure.ts';
import {
  hasDuplicateCookie,
  hasLongList,
  hasRepeatedHeader,
  readerOf,
  toHeaders,
} from '#server/http/headers.ts';
import { createLocalCheck } from '#server/http/host.ts';
import type { Readiness } from '#server/http/readiness.ts';
import { logRequest, serverTiming } from '#server/http/request-log.ts';
import { encode } from '#server/http/response-bodies.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest, runInRequest } from '#server/log/request-context.ts';
import { startRequestSpan } from '#server/log/tracing.ts';
import type { Settings } from '#server/settings.ts';

type FastPathDeps = {
  graphql: GraphqlHandler;
  trusted: TrustedDocuments;
  inSlot: InSlot;
  endpoint: AdmissionEndpoint;
  identity: ClientIdentity;
  settings: Settings;
  readiness: Readiness;
  log: Log;
  failure: FailureResponse;
  headers: Record<string, string>;
};

type Operation = Parameters<FastPathOptions['answer']>[0];

/** Returns a plugin for Yoga, and creates a listener that passes all other requests to the framework. */
export function createFastPath() {
  const { plugin, listener } = createListener(documentCache.documentCache);
  return {
    plugin,
    listener: (deps: FastPathDeps) =>
      listener({
        path: graphqlPath,
        maxBytes: bodyBytes,
        isText,
        textOf: deps.trusted.textOf,
        areAllowed: (variables) => !areTooDeep(variables),
        ...createAnswers(deps),
      }),
  };
}

function createAnswers(deps: FastPathDeps): Pick<FastPathOptions, 'isPlain' | 'answer'> {
  const { graphql, endpoint, inSlot, identity, settings, readiness, log, failure } = deps;
  const findLocalRejection = createLocalCheck(settings);

  function isPlain(incoming: IncomingMessage): boolean {
    const { method = '', headers: sent } = incoming;
    const reader = readerOf(incoming);
    return !(
      hasRepeatedHeader(incoming) ||
      hasLongList(reader) ||
      findLocalRejection(sent.host, Object.keys(sent)) ||
      hasDuplicateCookie(reader, settings) ||
      findRejection(method, reader, settings) ||
      // Cross-origin responses need CORS headers, which the framework adds.
      (reader.get('origin') !== null && isTokenOnly(reader))
    );
  }

  async function execute(operation: Operation, exchange: Exchange): Promise<Answer | Response> {
    const { incoming, outgoing, toAnswer } = exchange;
    const headers = readerOf(incoming);
    const { address, client } = identity.of(incoming);
    const request = currentRequest();
    if (request) {
      request.client = address;
      request.closeConnection = () => void outgoing.destroy();
    }
    const options = { headers, toHeaders: () => toHeaders(incoming, address) };
    const executed = await inSlot(client, outgoing, () => graphql.execute(operation, options));
    if (executed === 'busy') return busyResponse(endpoint, headers, 503);
    if (executed instanceof Response) return executed;
    const { result, cookies } = executed;
    const answer = toAnswer(result);
    if (cookies.length > 0) answer.headers['set-cookie'] = cookies;
    return answer;
  }

  async function send(
    given: Answer | Response,
    added: Record<string, string>,
    { incoming, outgoing }: Exchange,
  ): Promise<number> {
    const { status } = given;
    const text = given instanceof Response ? await given.text() : given.body;
    const encoded = await encode(text, incoming.headers['accept-encoding']);
    outgoing.writeHead(status, {
      ...deps.headers,
      'cache-control': 'no-store',
      ...(given instanceof Response ? Object.fromEntries(given.headers) : given.headers),
      ...encoded.headers,
      'content-length': encoded.bytes,
      ...added,
      ...(readiness.isDraining() ? { connection: 'close' } : {}),
    });
    outgoing.end(encoded.body);
    return status;
  }

  async function answer(operation: Operation, exchange: Exchange): Promise<void> {
    const start = performance.now();
    const reader = readerOf(exchange.incoming);
    await runInRequest(randomUUID(), async (request) => {
      startRequestSpan(request, () => ({
        method: 'POST',
        path: graphqlPath,
        traceparent: reader.get('traceparent'),
        address: exchange.incoming.socket.remoteAddress,
      }));
      const given = await execute(operation, exchange).catch((error) => failure(error, reader));
      const timing = serverTiming(request, performance.now() - start);
      const added = {
        'x-request-id': request.requestId,
        ...(timing && { 'server-timing': timing }),
      };
      const status = await send(given, added, exchange);
      logRequest(log, { method: 'POST', path: graphqlPath, status }, performance.now() - start);
    });
  }

  return { isPlain, answer };
}
