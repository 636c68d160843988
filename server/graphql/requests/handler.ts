/** GraphQL over HTTP. Accepts only JSON, and cookies only from the product's own pages. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Limits } from '#server/auth/limits/limit.ts';
import type { FindViewer, KnownPeople } from '#server/auth/sessions/active-session.ts';
import { touchSession } from '#server/auth/sessions/session-store.ts';
import { personOf, type Viewer } from '#server/auth/viewer.ts';
import { databaseFault } from '#server/database/fault.ts';
import { readToken } from '#server/features/access-token/credentials.ts';
import { touchToken } from '#server/features/access-token/token-notices.ts';
import type { FindTokenViewer } from '#server/features/access-token/token-reader.ts';
import { subscriptions } from '#server/features/live-events/subscription.ts';
import { type Context, type ContextServices, createContext } from '#server/graphql/context.ts';
import { badRequest, graphqlErrorResponse } from '#server/graphql/errors.ts';
import {
  checkParameters,
  documentCache,
  limitDocuments,
} from '#server/graphql/limits/document-limits.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { type RequestContext, runInRequest } from '#server/log/request-context.ts';
import { createOperations, type Execute } from './operation.ts';
import {
  findGraphqlRejection,
  invalidToken,
  tooManyWrongTokens,
  toResponse,
} from './request-checks.ts';
import { publicAnswers } from './result.ts';

export const graphqlPath = '/api/graphql';

/**
 * Reads the documents of the client, which sends their IDs instead of their text (codegen.ts). Empty if it
 * isn't built.
 */
export function readTrustedDocuments(folder: string) {
  const file = join(folder, 'documents.json');
  const byId = new Map<string, string>(
    existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8'))) : [],
  );
  const texts = new Set(byId.values());
  return {
    textOf: (id: string) => byId.get(id),
    has: (text: string | undefined) => text !== undefined && texts.has(text),
  };
}

type TrustedDocuments = ReturnType<typeof readTrustedDocuments>;

/** Accepts `documentId` instead of `query` (GraphQL over HTTP, appendix A "Persisted Documents"). */
function persistedDocuments(trusted: TrustedDocuments): Plugin {
  return {
    onParams({ request, params, setParams }) {
      const { documentId: sent, ...rest } = params as typeof params & { documentId?: unknown };
      const id =
        request.method === 'GET' ? new URL(request.url).searchParams.get('documentId') : sent;
      if (id === null || id === undefined) return;
      if (rest.query != null) throw badRequest('Send either documentId or query.');
      const query = typeof id === 'string' ? trusted.textOf(id) : undefined;
      if (query === undefined) {
        throw badRequest('No document has this documentId. Send its text in query.', {
          code: 'PERSISTED_DOCUMENT_NOT_FOUND',
        });
      }
      setParams({ ...rest, query });
    },
  };
}

type GraphqlDeps = {
  schema: GraphQLSchema;
  services: ContextServices;
  findViewer: FindViewer;
  findTokenViewer: FindTokenViewer;
  limits: Limits;
  trusted: TrustedDocuments;
  people: KnownPeople;
  acceleratedExecute?: Execute | undefined;
};

type Incoming = Pick<Context, 'viewer' | 'requestContext' | 'headers'>;

type Identified = { viewer: Viewer | null; cookies: string[] };

export function createGraphqlHandler(deps: GraphqlDeps) {
  const { schema, services, findViewer, findTokenViewer, trusted, people } = deps;
  const { settings, log, database } = services;
  const operations = createOperations(deps);
  const yoga = createYoga<Incoming, Context>({
    schema,
    graphqlEndpoint: graphqlPath,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    // Bodies are bounded before a slot is waited for.
    maxRequestBodySize: false,
    logging: false,
    maskedErrors: { maskError: operations.mask },
    parserAndValidationCache: documentCache,
    extraParamNames: ['documentId'],
    plugins: [
      checkParameters,
      persistedDocuments(trusted),
      limitDocuments,
      operations.plugin,
      publicAnswers(),
      subscriptions(operations.mask),
    ],
    context: ({ request: { url }, viewer, requestContext, headers }) =>
      createContext(services, { viewer, requestContext, headers, url }),
  });

  /** Authenticates a request by its token. Ignores cookies. */
  async function identifyToken(
    secret: string,
    context: RequestContext,
  ): Promise<Identified | Response> {
    const { client } = context;
    const found = await findTokenViewer(secret, client);
    if (!found) return toResponse(invalidToken, log);
    if ('wait' in found) return toResponse(tooManyWrongTokens(found.wait), log);
    const { viewer, use } = found;
    context.viewer = viewer;
    const { accessToken } = viewer;
    if (accessToken)
      people.note(accessToken.hash, settings.demo ? accessToken.hash : personOf(viewer));
    if (accessToken && !settings.demo) {
      await touchToken(services, { ...use, id: accessToken.id }, client);
    }
    return { viewer, cookies: [] };
  }

  /** Authenticates a request and records the user's activity. */
  async function identify({ headers, context }: Exchange): Promise<Identified | Response> {
    const secret = readToken(headers);
    if (secret) return identifyToken(secret, context);
    const { viewer, cookies } = await findViewer(headers);
    context.viewer = viewer;
    if (viewer?.session && !settings.demo) await touchSession(database, viewer.session);
    return { viewer, cookies };
  }

  /** Executes a request's operation, whose headers were checked before. */
  async function execute(exchange: Exchange, request: Request): Promise<Response> {
    const { headers, context } = exchange;
    const identified = await identify(exchange);
    if (identified instanceof Response) return identified;
    const { viewer, cookies } = identified;
    const response = await yoga.handleRequest(request, {
      viewer,
      headers,
      requestContext: context,
    });
    for (const cookie of cookies) response.headers.append('set-cookie', cookie);
    if (cookies.length > 0) response.headers.delete('cache-control');
    return response;
  }

  return {
    async handle(exchange: Exchange, body?: Buffer): Promise<Response> {
      const { incoming, url, headers } = exchange;
      const { method } = incoming;
      const rejection = findGraphqlRejection(method, headers, settings);
      if (rejection) return toResponse(rejection, log);
      // Yoga compares media types case-sensitively (RFC 9110 8.3.1).
      if (method === 'POST') incoming.headers['content-type'] = 'application/json';
      const { Request } = yoga.fetchAPI;
      const sent = { method, headers: incoming.headers, body: body?.toString() };
      try {
        return await execute(exchange, new Request(url.href, sent as RequestInit));
      } catch (error) {
        if (!databaseFault(error)) throw error;
        const message = 'The service is unavailable. Try again shortly.';
        return graphqlErrorResponse(503, 'SERVICE_UNAVAILABLE', message, { 'retry-after': '1' });
      }
    },

    /** Answers a query for an anonymous viewer. */
    async query(query: string): Promise<{ data: Record<string, unknown> }> {
      const request = new yoga.fetchAPI.Request(new URL(graphqlPath, settings.baseUrl).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const { headers } = request;
      const response = await runInRequest(randomUUID(), (requestContext) =>
        yoga.handleRequest(request, { viewer: null, headers, requestContext }),
      );
      return response.json();
    },
  };
}
