/**
 * Plain GraphQL requests, from node:http to the operation and back. Everything that is not a POST of a
 * document that Yoga has checked before goes through the web framework.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hasDuplicateCookie } from '#server/auth/browser-cookies.ts';
import { type GraphqlHandler, graphqlPath } from '#server/graphql/handler.ts';
import { findMediaType, type JsonAnswer, type MediaType } from '#server/graphql/json-answer.ts';
import { findKnownDocument } from '#server/graphql/known-documents.ts';
import { findRejection } from '#server/graphql/request-checks.ts';
import type { OperationArgs } from '#server/graphql/request-limits.ts';
import type { TrustedDocuments } from '#server/graphql/trusted-documents.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest, runInRequest } from '#server/log/request-context.ts';
import { startRequestSpan } from '#server/log/tracing.ts';
import type { Settings } from '#server/settings.ts';
import { type AdmissionEndpoint, busyResponse } from './admission-middleware.ts';
import { bodyBytes, isText } from './body.ts';
import type { ClientIdentity } from './client-identity.ts';
import { isTokenOnly } from './cors.ts';
import { encode } from './encode.ts';
import type { FailureResponse } from './failure.ts';
import { type HeaderReader, hasRepeatedHeader, readerOf, toHeaders } from './headers.ts';
import { createHostCheck } from './host.ts';
import type { InSlot } from './in-slot.ts';
import type { Readiness } from './readiness.ts';
import { logRequest, serverTiming } from './request-log.ts';
import type { UnreadResponses } from './unread-responses.ts';

type FastPathDeps = {
  graphql: GraphqlHandler;
  trusted: TrustedDocuments;
  inSlot: InSlot;
  unread: UnreadResponses;
  /** Rejections in the form of the GraphQL endpoint. */
  endpoint: AdmissionEndpoint;
  identity: ClientIdentity;
  settings: Settings;
  readiness: Readiness;
  log: Log;
  failure: FailureResponse;
  /** Headers of every response. */
  headers: Record<string, string>;
};

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse };

/** What is known of a plain request before its body is read. */
type Plain = { mediaType: MediaType; reader: HeaderReader };

type Operation = Pick<OperationArgs, 'document' | 'operationName' | 'variableValues'>;

/** Parameters of a GraphQL request that this way understands. */
const parameters = new Set(['query', 'documentId', 'operationName', 'variables']);

/** The JSON of a body; undefined if it is none. */
function parse(body: Buffer): unknown {
  try {
    return isText(body) ? JSON.parse(body.toString()) : undefined;
  } catch {
    return undefined;
  }
}

/** The operation of a body; undefined if it is not plain, or its document not known. */
function findOperation(body: Buffer, trusted: TrustedDocuments): Operation | undefined {
  const sent = parse(body);
  if (typeof sent !== 'object' || sent === null) return undefined;
  if (!Object.keys(sent).every((name) => parameters.has(name))) return undefined;
  const { query: text, documentId, operationName, variables } = sent as Record<string, unknown>;
  if (documentId != null && (typeof documentId !== 'string' || text != null)) return undefined;
  const query = documentId == null ? text : trusted.textOf(documentId);
  if (typeof query !== 'string') return undefined;
  if (operationName != null && typeof operationName !== 'string') return undefined;
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) {
    return undefined;
  }
  const document = findKnownDocument(query, operationName);
  return document && { document, operationName, variableValues: variables as never };
}

/** Reads the body; undefined if the client left. Node's parser never reads beyond Content-Length. */
function readAll(incoming: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () =>
      done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    incoming.once('close', () => done(undefined));
    incoming.once('error', () => done(undefined));
  });
}

/** Returns a listener that answers plain GraphQL requests and passes all others to `next`. */
export function createFastPath(deps: FastPathDeps) {
  const {
    graphql,
    trusted,
    endpoint,
    inSlot,
    unread,
    identity,
    settings,
    readiness,
    log,
    headers,
    failure,
  } = deps;

  const isAllowedHost = createHostCheck(settings);

  /** Undefined for a request that is not plain. */
  function findPlain(incoming: IncomingMessage): Plain | undefined {
    const { method, url, headers: sent } = incoming;
    const length = Number(sent['content-length']);
    if (method !== 'POST' || url !== graphqlPath || !(length > 0 && length <= bodyBytes)) {
      return undefined;
    }
    const reader = readerOf(incoming);
    if (
      sent['content-encoding'] !== undefined ||
      hasRepeatedHeader(incoming) ||
      !isAllowedHost(sent.host) ||
      hasDuplicateCookie(reader, settings) ||
      findRejection(method, reader, settings) ||
      // The framework adds the headers that pages of other origins need.
      (reader.get('origin') !== null && isTokenOnly(reader))
    ) {
      return undefined;
    }
    const mediaType = findMediaType(reader.get('accept'));
    return mediaType && { mediaType, reader };
  }

  async function answer(
    operation: Operation,
    { mediaType, reader }: Plain,
    { incoming, outgoing }: Exchange,
  ): Promise<JsonAnswer | Response> {
    const { address, client } = identity.of(incoming);
    const request = currentRequest();
    if (request) {
      request.client = address;
      request.closeConnection = () => void outgoing.destroy();
    }
    const options = { headers: reader, toHeaders: () => toHeaders(incoming, address), mediaType };
    const result = await inSlot(client, outgoing, () => graphql.answer(operation, options));
    return result === 'busy' ? busyResponse(endpoint, reader, 503) : result;
  }

  async function serve(plain: Plain, exchange: Exchange, next: Listener): Promise<void> {
    const { incoming, outgoing } = exchange;
    const body = await readAll(incoming);
    if (!body) return;
    const operation = findOperation(body, trusted);
    if (!operation) {
      // The framework reads this in place of the body.
      next(Object.assign(incoming, { rawBody: body }), outgoing);
      return;
    }
    const start = performance.now();
    await runInRequest(randomUUID(), async (request) => {
      startRequestSpan(request, () => ({
        ...{ method: 'POST', path: graphqlPath, traceparent: plain.reader.get('traceparent') },
        address: exchange.incoming.socket.remoteAddress,
      }));
      const given = await answer(operation, plain, exchange).catch((error) =>
        failure(error, plain.reader),
      );
      const timing = serverTiming(request, performance.now() - start);
      const added = {
        'x-request-id': request.requestId,
        ...(timing && { 'server-timing': timing }),
      };
      const status = await send(given, added, exchange);
      logRequest(log, { method: 'POST', path: graphqlPath, status }, performance.now() - start);
    });
  }

  async function send(
    given: JsonAnswer | Response,
    added: Record<string, string>,
    { incoming, outgoing }: Exchange,
  ): Promise<number> {
    const { status } = given;
    const text = given instanceof Response ? await given.text() : given.body;
    const encoded = await encode(text, incoming.headers['accept-encoding']);
    outgoing.writeHead(status, {
      ...headers,
      'cache-control': 'no-store',
      ...(given instanceof Response ? Object.fromEntries(given.headers) : given.headers),
      ...encoded.headers,
      'content-length': encoded.bytes,
      ...added,
      ...(readiness.isDraining() ? { connection: 'close' } : {}),
    });
    outgoing.end(encoded.body);
    // Most responses are with the kernel by now, unless they wait for an earlier one of their connection.
    if (outgoing.writableLength > 0 || !outgoing.socket) {
      unread.hold(identity.of(incoming).client.network, outgoing, encoded.bytes);
    }
    return status;
  }

  return function fastPath(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    next: Listener,
  ): void {
    const plain = findPlain(incoming);
    if (plain) void serve(plain, { incoming, outgoing }, next);
    else next(incoming, outgoing);
  };
}

export type FastPath = ReturnType<typeof createFastPath>;
