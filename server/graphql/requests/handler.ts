/** GraphQL over HTTP. Accepts only JSON, and cookies only from the product's own pages. */
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { readToken } from '#server/auth/access-tokens/credentials.ts';
import { touchToken } from '#server/auth/access-tokens/token-activity.ts';
import type { FindTokenViewer } from '#server/auth/access-tokens/token-reader.ts';
import type { MutationRateLimit } from '#server/auth/limits/mutation-rate-limit.ts';
import type { FindViewer } from '#server/auth/sessions/active-session.ts';
import { type KnownPeople, personOf } from '#server/auth/sessions/known-people.ts';
import { touchSession } from '#server/auth/sessions/session-activity.ts';
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
import type { OperationArgs } from '#server/graphql/limits/request-limits.ts';
import { subscriptions } from '#server/graphql/live-events/subscription.ts';
import type { HeaderReader } from '#server/http/headers.ts';
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
  spend: MutationRateLimit;
  trusted: TrustedDocuments;
  people: KnownPeople;
  execute?: Execute | undefined;
  plugins: Plugin[];
};

type Incoming = { viewer: Viewer | null };

type Identified = { viewer: Viewer | null; cookies: string[] };

/**
 * Converts a Yoga stream to a native one. Node's Response treats Yoga's ponyfills as plain iterables and closes them
 * twice when the client disconnects.
 */
function nativeStream(body: ReadableStream): ReadableStream {
  return body instanceof NodeStream ? body : (NodeStream.from(body) as ReadableStream);
}

/** Answers GraphQL requests with or without Yoga, with the same checks, limits and errors. */
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
    logging: false,
    maskedErrors: { maskError: operations.mask },
    parserAndValidationCache: documentCache,
    extraParamNames: ['documentId'],
    plugins: [
      checkParameters,
      persistedDocuments(trusted),
      limitDocuments,
      ...deps.plugins,
      ...operations.plugins,
      publicAnswers(),
      subscriptions(operations.mask),
    ],
    context: ({ request, viewer }) =>
      createContext(services, { viewer, headers: request.headers, url: new URL(request.url) }),
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
  async function identify(
    headers: HeaderReader,
    toHeaders: () => Headers,
  ): Promise<Identified | Response> {
    const secret = readToken(headers);
    if (secret) return identifyToken(secret);
    const { viewer, cookies } = await findViewer(headers, toHeaders);
    const request = currentRequest();
    noteViewer(viewer);
    if (request) {
      request.showsTiming = viewerCan({ viewer }, 'apps:manager');
    }
    if (settings.demo) return { viewer, cookies };
    if (viewer?.session) await touchSession(database, viewer.session);
    return { viewer, cookies };
  }

  async function orUnavailable<T>(work: () => Promise<T>): Promise<T | Response> {
    try {
      return await work();
    } catch (error) {
      if (!databaseFault(error)) throw error;
      return refuse(503, 'SERVICE_UNAVAILABLE', 'The service is unavailable. Try again shortly.', {
        'retry-after': '1',
      });
    }
  }

  return {
    /** Answers any request through Yoga. */
    handle(request: Request): Promise<Response> {
      const { headers } = request;
      const rejection = findRejection(request.method, headers, settings);
      if (rejection) return Promise.resolve(toResponse(rejection, log));
      // Yoga compares media types case-sensitively (RFC 9110 8.3.1).
      if (request.method === 'POST') headers.set('content-type', 'application/json');
      return orUnavailable(async () => {
        const identified = await identify(headers, () => headers);
        if (identified instanceof Response) return identified;
        const { viewer, cookies } = identified;
        const response = await yoga.fetch(request, { viewer });
        const { body } = response;
        const complete = new Response(body && nativeStream(body), response);
        for (const cookie of cookies) complete.headers.append('set-cookie', cookie);
        if (cookies.length > 0) complete.headers.delete('cache-control');
        return complete;
      });
    },

    /**
     * Executes an operation without Yoga. Requires a document that Yoga has validated before, and a request that
     * `findRejection` accepts.
     */
    execute(
      operation: Operation,
      { headers, toHeaders }: ExecuteOptions,
    ): Promise<Executed | Response> {
      return orUnavailable(async () => {
        const identified = await identify(headers, toHeaders);
        if (identified instanceof Response) return identified;
        const contextValue = createContext(services, { viewer: identified.viewer, headers });
        const result = await operations.execute({ ...operation, schema, contextValue });
        return { result, cookies: identified.cookies };
      });
    },
  };
}

type Operation = Omit<OperationArgs, 'schema' | 'contextValue'>;

type ExecuteOptions = {
  headers: HeaderReader;
  toHeaders: () => Headers;
};

type Executed = { result: ExecutionResult; cookies: string[] };

export type GraphqlHandler = ReturnType<typeof createGraphqlHandler>;
