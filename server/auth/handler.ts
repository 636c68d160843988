import type { ZodType } from 'zod';
import { hasToken } from '#server/features/access-token/credentials.ts';
import { continueWithPasskey } from '#server/features/passkey/pending-endpoints.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { clientAddressHeader, isCrossSite } from '#server/http/headers.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import { clientNetwork } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';
import { can } from '#shared/permissions.ts';
import { authBasePath, createAuth } from './auth.ts';
import { createCaptcha } from './email-code/captcha.ts';
import { createCodeLimits } from './email-code/code-limits.ts';
import type { Call, Challenge, Endpoint } from './endpoint.ts';
import { findEndpoint } from './endpoints.ts';
import { type RefusedRequest, refusal, refusalOf, requireNoWait } from './refusal.ts';
import {
  createBrowserCookies,
  readSessionToken,
  withCurrentSignatures,
} from './sessions/cookies.ts';
import { readSession, type SessionViewer } from './sessions/session-store.ts';
import { currentSignIn, type Services } from './sign-in.ts';
import { callLibrary } from './storage.ts';
import { isFresh } from './viewer.ts';

function requirePermission(
  { who, forbiddenCode, refusesImpersonation, fresh }: Endpoint,
  viewer: SessionViewer | null,
  demo: Settings['demo'],
): void {
  if (who === 'anyone') return;
  if (!viewer) throw refusal(401, 'UNAUTHENTICATED');
  if (who !== 'viewer' && !can(viewer.user.role, who))
    throw refusal(403, forbiddenCode ?? 'FORBIDDEN');
  if (refusesImpersonation && viewer.session.impersonatedBy) throw refusal(403, 'FORBIDDEN');
  // The people of a demo are made up.
  if (!demo && fresh && !isFresh(viewer.session)) throw refusal(403, 'SESSION_NOT_FRESH');
}

/** Session tokens belong only in the cookie, which scripts can't read (OWASP ASVS 5.0 3.3.4). */
function withoutTokens<T>(answer: T): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { token: _token, session, ...rest } = answer as Record<string, unknown>;
  return { ...rest, ...(session !== undefined && { session: withoutTokens(session) }) } as T;
}

/** Signing in: better-auth, and what answers /api/auth. */
export function createAuthentication(services: Services) {
  const { settings, hmac, log, limits } = services;
  const auth = createAuth(services);
  const challenges: Challenge[] = [...createCaptcha(services, auth)];
  const codeLimits = createCodeLimits(services);
  const cookies = createBrowserCookies(settings, hmac);
  const shared = { ...services, auth, challenges, codeLimits, cookies };

  async function answer(
    endpoint: Endpoint,
    request: Request,
    headers: Headers,
    answered: Headers,
  ): Promise<object | null> {
    if (hasToken(headers)) throw refusal(403, 'ACCESS_TOKEN_REFUSED');
    if (request.method !== 'GET' && isCrossSite(headers, settings.origins))
      throw refusal(403, 'INVALID_ORIGIN');
    if (settings.demo && !endpoint.demo) throw refusal(403, 'DEMO_MODE');
    const input = await readInput(request, endpoint.input);
    const client = headers.get(clientAddressHeader) ?? 'unknown';
    if (endpoint.isWrite) {
      const { retryAfter, quota } = await limits.take('auth', clientNetwork(client));
      requireNoWait(retryAfter, quota);
    }
    currentSignIn().method = endpoint.signInMethod;
    const token = endpoint.who === 'anyone' ? undefined : readSessionToken(services, headers);
    const viewer = token ? await readSession(services.database, token) : null;
    if (viewer) noteViewer(viewer);
    requirePermission(endpoint, viewer, settings.demo);
    const { renews: method } = endpoint;
    if (viewer && token && method)
      currentSignIn().renews = { id: viewer.session.id, token, method };
    const setCookie = (line: string) => answered.append('set-cookie', line);
    const library: Call['library'] = async (ask, as = headers) => {
      const call = () => ask(auth.api, { headers: as, returnHeaders: true });
      const { response, headers: given } = await callLibrary(call, request.method === 'GET');
      for (const line of given?.getSetCookie() ?? []) setCookie(line);
      return response;
    };
    const call: Call = { ...shared, request, headers, client, input, viewer, setCookie, library };
    const content = await endpoint.handle(call);
    const { signedInAs } = currentSignIn();
    if (signedInAs) cookies.remember(headers, signedInAs).forEach(setCookie);
    return content;
  }

  return {
    auth,
    async handleAuth(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname.slice(authBasePath.length);
      const endpoint = findEndpoint(request.method, path);
      if (!endpoint) return errorResponse(request.headers, 404, 'NOT_FOUND');
      const headers = withCurrentSignatures(services, request.headers);
      const answered = new Headers();
      let refused: RefusedRequest | undefined;
      const content = await answer(endpoint, request, headers, answered).catch((error: unknown) => {
        refused = refusalOf(services, error);
        return null;
      });
      const response = refused
        ? errorResponse(headers, refused.status, refused.code, refused.headers)
        : content instanceof Response
          ? content
          : Response.json(withoutTokens(content));
      const lines = refused ? [] : answered.getSetCookie();
      for (const line of lines) response.headers.append('set-cookie', line);
      await continueWithPasskey(services, headers, response);
      logEndpointEvent(endpoint, content, refused);
      return response;
    },
  };

  function logEndpointEvent(
    { event, failureEvent }: Endpoint,
    content: { user?: { id?: string } } | null,
    refused: RefusedRequest | undefined,
  ): void {
    if (refused) {
      const { status, code } = refused;
      const isFailure = status === 400 && code !== 'BAD_REQUEST';
      const logged = (isFailure && failureEvent) || eventOfError(status, code);
      if (logged) securityEvent(log, logged, code);
      return;
    }
    const userId = content?.user?.id;
    if (event === 'authn_login_success') {
      // Attribute the event to the user who signed in, not to the previous one.
      if (userId) noteViewer({ user: { id: userId }, session: null, accessToken: null });
      securityEvent(log, currentSignIn().signedInAs ? event : 'authn_login_fail');
    } else if (event === 'authn_impersonate_success') {
      securityEvent(log, event, undefined, { targetId: userId });
    } else if (event) securityEvent(log, event);
  }
}

/** Reads the body of a POST or the query of a GET. @throws {APIError} the code of the rule that it breaks */
async function readInput(request: Request, schema: ZodType | undefined): Promise<unknown> {
  const isQuery = request.method === 'GET';
  const sent = isQuery ? readQuery(request.url, schema) : await readJson(request);
  if (!schema) return sent;
  const { data, error } = schema.safeParse(sent);
  if (!error) return data;
  // Our rules use codes as messages. zod's own messages are for developers.
  const message = error.issues[0]?.message ?? '';
  throw refusal(400, !isQuery && /^[A-Z_]+$/.test(message) ? message : 'BAD_REQUEST');
}

/** The JSON body, or null if it doesn't parse. A missing one needs no content type (RFC 9110 8.3), and is an empty object. */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type');
  const isJson = type !== null && /^application\/json\b/i.test(type);
  const text = type === null || isJson ? await request.text() : undefined;
  if (text === '') return {};
  if (!isJson || text === undefined) throw refusal(415, 'BAD_REQUEST');
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Null if a parameter occurs twice. The library reads a query without a schema, and takes the last one. */
function readQuery(address: string, schema: ZodType | undefined): unknown {
  const entries = [...new URL(address).searchParams];
  const query = Object.fromEntries(entries);
  return schema && Object.keys(query).length < entries.length ? null : query;
}
