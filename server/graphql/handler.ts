/** GraphQL over HTTP. Accepts JSON only, and cookies only from the product's own pages. */
import { ReadableStream as NodeStream } from 'node:stream/web';
import { type ExecutionResult, type GraphQLSchema, getOperationAST } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { hasToken, readToken } from '#server/auth/access-tokens/credentials.ts';
import { touchToken } from '#server/auth/access-tokens/token-activity.ts';
import type { FindTokenViewer } from '#server/auth/access-tokens/token-reader.ts';
import type { ViewerReader } from '#server/auth/active-session.ts';
import type { ChangeCookie } from '#server/auth/change-cookie.ts';
import { isSameViewer } from '#server/auth/expected-viewers.ts';
import { isActivityDue, touchSession } from '#server/auth/session-activity.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { HeaderReader } from '#server/http/headers.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type Context, type ContextServices, createContext, viewerCan } from './context.ts';
import { documentCache, limitDocuments } from './document-limits.ts';
import { type JsonAnswer, type MediaType, toJsonAnswer } from './json-answer.ts';
import { rememberValid } from './known-documents.ts';
import type { MutationRateLimit } from './mutation-rate-limit.ts';
import { createOperations } from './operation.ts';
import { publicAnswers } from './public-answer.ts';
import {
  findRejection,
  invalidToken,
  refuse,
  tooManyWrongTokens,
  toResponse,
} from './request-checks.ts';
import type { OperationArgs } from './request-limits.ts';
import { subscriptions } from './subscription.ts';
import { persistedDocuments, type TrustedDocuments } from './trusted-documents.ts';

export const graphqlPath = '/api/graphql';

type GraphqlDeps = {
  schema: GraphQLSchema;
  services: ContextServices;
  viewers: ViewerReader;
  findTokenViewer: FindTokenViewer;
  spend: MutationRateLimit;
  trusted: TrustedDocuments;
  changeCookie: ChangeCookie;
};

/** The server context of a request to Yoga. */
type Incoming = { viewer: Viewer | null };

/** Who sent a request, and the cookies to set. */
type Identified = { viewer: Viewer | null; cookies: string[] };

/**
 * Wraps a stream of Yoga in a native one. Node's Response treats Yoga's ponyfills as plain iterables,
 * which it closes twice when the client disconnects.
 */
function nativeStream(body: ReadableStream): ReadableStream {
  return body instanceof NodeStream ? body : (NodeStream.from(body) as ReadableStream);
}

/** Answers GraphQL requests, in one of two ways with the same checks, limits and errors. */
export function createGraphqlHandler(deps: GraphqlDeps) {
  const { schema, services, viewers, findTokenViewer, trusted, changeCookie } = deps;
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
      persistedDocuments(trusted),
      limitDocuments,
      rememberValid,
      operations.plugin,
      publicAnswers(),
      subscriptions(operations.mask),
    ],
    context: ({ request, viewer }) =>
      createContext(services, { viewer, headers: request.headers, url: new URL(request.url) }),
  });

  /** Who sent a request with a token. Its cookies do not count. */
  async function identifyToken(secret: string): Promise<Identified | Response> {
    const request = currentRequest();
    const found = await findTokenViewer(secret, request?.client);
    if (!found) return toResponse(invalidToken, log);
    if ('wait' in found) return toResponse(tooManyWrongTokens(found.wait), log);
    const { viewer, use } = found;
    if (request) request.viewerId = viewer.user.id;
    if (viewer.token && settings.recordsVisitors) {
      await touchToken(services, { ...use, id: viewer.token.id }, request?.client);
    }
    return { viewer, cookies: [] };
  }

  /** Who sent the request. Records that they are active. */
  async function identify(
    headers: HeaderReader,
    toHeaders: () => Headers,
  ): Promise<Identified | Response> {
    const secret = hasToken(headers) ? readToken(headers) : undefined;
    if (secret) return identifyToken(secret);
    const { viewer, cookies } = await viewers.findViewer(headers, toHeaders);
    const request = currentRequest();
    if (request) {
      request.viewerId = viewer?.user.id;
      request.showsTiming = viewerCan({ viewer }, 'apps:manager');
    }
    if (viewer?.session && settings.recordsVisitors) await touchSession(database, viewer.session);
    return { viewer, cookies };
  }

  /**
   * Executes a query for the viewer that is expected, while their session is read: what both need leaves
   * in one message. Undefined if the session belongs to another viewer or has changed in any way.
   */
  async function executeAhead(
    operation: Operation,
    headers: HeaderReader,
    identified: ReturnType<typeof identify>,
  ): Promise<ExecutionResult | undefined> {
    const { document, operationName } = operation;
    if (getOperationAST(document, operationName)?.operation !== 'query') return undefined;
    const expected = hasToken(headers) ? undefined : viewers.expectViewer(headers);
    if (!expected?.session || isActivityDue(expected.session)) return undefined;
    const contextValue = createContext(services, { viewer: expected, headers });
    const isExpected = identified.then(
      (found) => 'viewer' in found && found.viewer !== null && isSameViewer(found.viewer, expected),
      () => false,
    );
    return operations.executeAhead({ ...operation, schema, contextValue }, isExpected);
  }

  /** The cookies of an answer: one more after a mutation, where standbys answer. */
  function cookiesOf({ viewer, cookies }: Identified): string[] {
    const isDue = changeCookie && viewer?.session && currentRequest()?.hasChanged;
    return isDue ? [...cookies, changeCookie.issue()] : cookies;
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
    /** Answers any request, by Yoga. */
    handle(request: Request): Promise<Response> {
      const { headers } = request;
      const rejection = findRejection(request.method, headers, settings);
      if (rejection) return Promise.resolve(toResponse(rejection, log));
      return orUnavailable(async () => {
        const identified = await identify(headers, () => headers);
        if (identified instanceof Response) return identified;
        const { viewer } = identified;
        const response = await yoga.fetch(request, { viewer });
        const cookies = cookiesOf(identified);
        const { body } = response;
        const complete = new Response(body && nativeStream(body), response);
        for (const cookie of cookies) complete.headers.append('set-cookie', cookie);
        if (cookies.length > 0) complete.headers.delete('cache-control');
        return complete;
      });
    },

    /**
     * Answers an operation of a document that Yoga has checked before, without Yoga. `findRejection` must
     * have found nothing.
     */
    answer(
      operation: Operation,
      { headers, toHeaders, mediaType }: AnswerOptions,
    ): Promise<JsonAnswer | Response> {
      return orUnavailable(async () => {
        const identified = identify(headers, toHeaders);
        const ahead = executeAhead(operation, headers, identified);
        const [found, expected] = await Promise.all([identified, ahead]);
        if (found instanceof Response) return found;
        const { viewer } = found;
        const contextValue = () => createContext(services, { viewer, headers });
        const result =
          expected ??
          (await operations.execute({ ...operation, schema, contextValue: contextValue() }));
        const answer = toJsonAnswer(result, mediaType);
        const cookies = cookiesOf(found);
        if (cookies.length > 0) answer.headers['set-cookie'] = cookies;
        return answer;
      });
    },
  };
}

type Operation = Omit<OperationArgs, 'schema' | 'contextValue'>;

type AnswerOptions = {
  headers: HeaderReader;
  toHeaders: () => Headers;
  /** The content type of the answer. */
  mediaType: MediaType;
};

export type GraphqlHandler = ReturnType<typeof createGraphqlHandler>;
