/** GraphQL over HTTP. Accepts JSON only, and cookies only from the product's own pages. */
import { ReadableStream as NodeStream } from 'node:stream/web';
import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Auth, AuthSession } from '#server/auth/auth.ts';
import type { FormerAdmins } from '#server/auth/former-admins.ts';
import { findSession } from '#server/auth/session.ts';
import { touchSession } from '#server/auth/session-activity.ts';
import type { SessionWatch } from '#server/auth/session-watch.ts';
import type { Changes } from '#server/database/changes.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { isCrossSite } from '#server/http/csrf.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import type { Context } from './context.ts';
import { documentCache, limitDocuments } from './document-limits.ts';
import { errorExtensions } from './error-extensions.ts';
import { maskError } from './errors.ts';
import type { MutationRateLimit } from './mutation-rate-limit.ts';
import { limitCost, limitMutations, limitUse } from './request-limits.ts';

export const graphqlPath = '/api/graphql';

type GraphqlDeps = {
  schema: GraphQLSchema;
  database: Database;
  auth: Auth;
  formerAdmins: FormerAdmins;
  mailer: Mailer;
  changes: Changes;
  sessionWatch: SessionWatch;
  settings: Settings;
  spend: MutationRateLimit;
  translate: Translate;
  log: Log;
};

/** The server context of a request to Yoga. */
type Incoming = { viewer: AuthSession | null };

/** A GraphQL error response for a request without a valid operation. */
export function refuse(
  status: number,
  code: ApiErrorCode,
  message: string,
  headers = {},
): Response {
  const requestId = currentRequest()?.requestId;
  return Response.json(
    { errors: [{ message, extensions: { code, requestId } }] },
    { status, headers },
  );
}

/**
 * Wraps a stream of Yoga in a native one. Node's Response treats Yoga's ponyfills as plain iterables,
 * which it closes twice when the client disconnects.
 */
function nativeStream(body: ReadableStream): ReadableStream {
  return NodeStream.from(body) as ReadableStream;
}

/** Answers GraphQL requests. */
export function createGraphqlHandler({
  schema,
  database,
  auth,
  formerAdmins,
  mailer,
  changes,
  sessionWatch,
  settings,
  spend,
  translate,
  log,
}: GraphqlDeps) {
  const yoga = createYoga<Incoming, Context>({
    schema,
    graphqlEndpoint: graphqlPath,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    logging: false,
    maskedErrors: {
      maskError: (error) => {
        const masked = maskError(error);
        if (masked.extensions.code === 'INTERNAL_ERROR') {
          const { originalError } = error as { originalError?: Error };
          log.error(
            { requestId: currentRequest()?.requestId, err: originalError ?? error },
            'graphql.failed',
          );
        }
        return masked;
      },
    },
    parserAndValidationCache: documentCache,
    plugins: [
      limitDocuments,
      errorExtensions(log),
      limitCost,
      limitMutations(settings, spend),
      limitUse,
    ],
    context: ({ request, viewer }) => {
      const language = languageOfRequest(request.headers, new URL(request.url));
      return {
        database,
        auth,
        formerAdmins,
        mailer,
        changes,
        sessionWatch,
        settings,
        requestId: currentRequest()?.requestId ?? '',
        log,
        viewer,
        language,
        t: translate(language),
      };
    },
  });

  return async function handle(request: Request): Promise<Response> {
    if (request.method === 'POST') {
      if (isCrossSite(request.headers, settings.origins)) {
        securityEvent(log, 'malicious_cross_site', 'FORBIDDEN');
        return refuse(403, 'FORBIDDEN', 'Cross-site requests are rejected.');
      }
      if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
        return refuse(415, 'BAD_REQUEST', 'Send JSON, with the content type application/json.');
      }
    } else if (request.method !== 'GET') {
      return refuse(405, 'BAD_REQUEST', 'Use POST, or GET for queries.', { allow: 'GET, POST' });
    }
    if (request.headers.has('authorization') || request.headers.has('x-api-key')) {
      securityEvent(log, 'authn_login_fail', 'UNAUTHENTICATED');
      return refuse(401, 'UNAUTHENTICATED', 'Invalid access token.', {
        'www-authenticate': 'Bearer',
      });
    }
    try {
      const { session, cookies } = await findSession(auth, request.headers);
      const scope = currentRequest();
      if (scope) scope.viewerId = session?.user.id;
      if (session && settings.recordsVisitors) await touchSession(database, session.session);
      const response = await yoga.fetch(request, { viewer: session });
      const answer = new Response(response.body && nativeStream(response.body), response);
      for (const cookie of cookies) answer.headers.append('set-cookie', cookie);
      return answer;
    } catch (error) {
      if (!databaseFault(error)) throw error;
      return refuse(503, 'SERVICE_UNAVAILABLE', 'The service is unavailable. Try again shortly.', {
        'retry-after': '1',
      });
    }
  };
}
