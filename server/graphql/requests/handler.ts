/** GraphQL over HTTP. Accepts only JSON, and cookies only from the product's own pages. */
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { readToken } from '#server/auth/access-tokens/credentials.ts';
import { touchToken } from '#server/auth/access-tokens/token-notices.ts';
import type { FindTokenViewer } from '#server/auth/access-tokens/token-reader.ts';
import type { Limits } from '#server/auth/limits/limit.ts';
import type { FindViewer } from '#server/auth/sessions/active-session.ts';
import { type KnownPeople, personOf } from '#server/auth/sessions/known-people.ts';
import { touchSession } from '#server/auth/sessions/session-store.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import { databaseFault } from '#server/database/fault.ts';
import {
  type Context,
  type ContextServices,
  createContext,
  viewerCan,
} from '#server/graphql/context.ts';
import {
  checkParameters,
  documentCache,
  limitDocuments,
} from '#server/graphql/limits/document-limits.ts';
import { subscriptions } from '#server/graphql/live-events/subscription.ts';
import type { Exchange } from '#server/http/exchange.ts';
import { currentRequest, noteViewer } from '#server/log/request-context.ts';
import { invalidToken, tooManyWrongTokens } from './access-token-checks.ts';
import { createOperations, type Execute } from './operation.ts';
import { publicAnswers } from './public-answer.ts';
import { findRejection, refuse, toResponse } from './request-checks.ts';
import { persistedDocuments, type TrustedDocuments } from './trusted-documents.ts';

export const graphqlPath = '/api/graphql';

type GraphqlDeps = {
  schema: GraphQLSchema;
  services: ContextServices;
  findViewer: FindViewer;
  findTokenViewer: FindTokenViewer;
  limits: Limits;
  trusted: TrustedDocuments;
  people: KnownPeople;
  execute?: Execute | undefined;
};

type Incoming = { viewer: Viewer | null; headers: Headers };

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
      ...operations.plugins,
      publicAnswers(),
      subscriptions(operations.mask),
    ],
    context: ({ request, viewer, headers }) =>
      createContext(services, { viewer, headers, url: new URL(request.url) }),
  });

  /** Authenticates a request by its token. Ignores cookies. */
  async function identifyToken(secret: string): Promise<Identified | Response> {
    const request = currentRequest();
    const found = await findTokenViewer(secret, request?.client);
    if (!found) return toResponse(invalidToken, log);
    if ('wait' in found) return toResponse(tooManyWrongTokens(found.wait), log);
    const { viewer, use } = found;
    if (viewer.accessToken) people.note(viewer.accessToken.hash, personOf(viewer));
    noteViewer(viewer);
    if (settings.demo) return { viewer, cookies: [] };
    if (viewer.accessToken) {
      await touchToken(services, { ...use, id: viewer.accessToken.id }, request?.client);
    }
    return { viewer, cookies: [] };
  }

  /** Authenticates a request and records the user's activity. */
  async function identify(headers: Headers): Promise<Identified | Response> {
    const secret = readToken(headers);
    if (secret) return identifyToken(secret);
    const { viewer, cookies } = await findViewer(headers);
    const request = currentRequest();
    noteViewer(viewer);
    if (request) {
      request.showsTiming = viewerCan({ viewer }, 'apps:manager');
    }
    if (settings.demo) return { viewer, cookies };
    if (viewer?.session) await touchSession(database, viewer.session);
    return { viewer, cookies };
  }

  /** Executes a request's operation, whose headers were checked before. */
  async function execute(request: Request, headers: Headers): Promise<Response> {
    const identified = await identify(headers);
    if (identified instanceof Response) return identified;
    const { viewer, cookies } = identified;
    const response = await yoga.handleRequest(request, { viewer, headers });
    for (const cookie of cookies) response.headers.append('set-cookie', cookie);
    if (cookies.length > 0) response.headers.delete('cache-control');
    return response;
  }

  return {
    async handle({ incoming, url, headers }: Exchange, body?: Buffer): Promise<Response> {
      const { method } = incoming;
      const rejection = findRejection(method, headers, settings);
      if (rejection) return toResponse(rejection, log);
      // Yoga compares media types case-sensitively (RFC 9110 8.3.1).
      if (method === 'POST') incoming.headers['content-type'] = 'application/json';
      const { Request } = yoga.fetchAPI;
      const sent = { method, headers: incoming.headers, body: body?.toString() };
      try {
        return await execute(new Request(url.href, sent as RequestInit), headers);
      } catch (error) {
        if (!databaseFault(error)) throw error;
        const message = 'The service is unavailable. Try again shortly.';
        return refuse(503, 'SERVICE_UNAVAILABLE', message, { 'retry-after': '1' });
      }
    },

    /** Answers a query for an anonymous viewer. */
    async query(query: string): Promise<{ data: Record<string, unknown> }> {
      const request = new yoga.fetchAPI.Request(new URL(graphqlPath, settings.baseUrl).href, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      const response = await yoga.handleRequest(request, {
        viewer: null,
        headers: request.headers,
      });
      return response.json();
    },
  };
}
