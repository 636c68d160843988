import type { ZodType } from 'zod';
import { clientAddressHeader, isCrossSite, refusalHeaders } from '#server/http/headers.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import { clientNetwork } from '#server/network/client-address.ts';
import { createOutbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import { can } from '#shared/permissions.ts';
import { hasToken } from './access-tokens/credentials.ts';
import { type AuthSession, authBasePath, createAuth } from './auth.ts';
import { createCaptcha } from './email-code/captcha.ts';
import { createCodeLimits } from './email-code/code-limits.ts';
import type { Call, Challenge, Endpoint, QuerySchema } from './endpoint.ts';
import { findEndpoint } from './endpoints.ts';
import { answerError, forward } from './forward.ts';
import { continueWithPasskey } from './passkeys/pending-endpoints.ts';
import { findSession } from './sessions/active-session.ts';
import { createBrowserCookies, withCurrentSignatures } from './sessions/cookies.ts';
import { currentSignIn, type Services } from './sign-in.ts';
import { isFresh } from './viewer.ts';

type Denial = [status: number, code: string];

function findDenial(
  { who, forbiddenCode, refusesImpersonation, fresh }: Endpoint,
  viewer: AuthSession | null,
  { demo }: Settings,
): Denial | undefined {
  if (who === 'anyone') return undefined;
  if (!viewer) return [401, 'UNAUTHENTICATED'];
  if (who !== 'viewer' && !can(viewer.user.role, who)) return [403, forbiddenCode ?? 'FORBIDDEN'];
  if (refusesImpersonation && viewer.session.impersonatedBy) return [403, 'FORBIDDEN'];
  // The people of a demo are made up.
  if (demo) return undefined;
  return fresh && !isFresh(viewer.session) ? [403, 'SESSION_NOT_FRESH'] : undefined;
}

/** Signing in: better-auth, and what answers /api/auth. */
export function createAuthentication(deps: Omit<Services, 'outbound'>) {
  const { settings, hmac, log, translate, limits } = deps;
  const services: Services = { ...deps, outbound: createOutbound(log, settings) };
  const auth = createAuth(services);
  const challenges: Challenge[] = [...createCaptcha(services, auth)];
  const codeLimits = createCodeLimits(services);
  const cookies = createBrowserCookies(settings, hmac);
  const shared = { ...services, auth, challenges, codeLimits, cookies };

  const refuserOf =
    (headers: Headers): Call['refuse'] =>
    (status, code, more = {}) => {
      const t = translate(languageOfRequest(headers));
      const message = t(`errors:${code}`, { defaultValue: '' }) || t('errors:UNKNOWN_ERROR');
      const response = Response.json({ code, message }, { status, headers: more });
      if (status === 503) response.headers.set('retry-after', '1');
      return response;
    };

  async function answer(endpoint: Endpoint, request: Request): Promise<Response> {
    const headers = withCurrentSignatures(services, request.headers);
    const refuse = refuserOf(headers);
    if (hasToken(headers)) return refuse(403, 'ACCESS_TOKEN_REFUSED');
    if (request.method !== 'GET' && isCrossSite(headers, settings.origins)) {
      return refuse(403, 'INVALID_ORIGIN');
    }
    if (settings.demo && !endpoint.demo) return refuse(403, 'DEMO_MODE');
    const { body, error } = await readBody(request, endpoint.body);
    if (error) return refuse(...error);
    const url = readQuery(request.url, endpoint.query);
    if (!url) return refuse(400, 'BAD_REQUEST');
    const client = headers.get(clientAddressHeader) ?? 'unknown';
    const refuseTooMany: Call['refuseTooMany'] = (seconds, policy) =>
      refuse(429, 'RATE_LIMITED', refusalHeaders(policy, seconds));
    if (endpoint.isWrite) {
      const { retryAfter, quota } = await limits.take('auth', clientNetwork(client));
      if (retryAfter) return refuseTooMany(retryAfter, quota);
    }
    Object.assign(currentSignIn(), { headers, method: endpoint.signInMethod });
    const isOpen = endpoint.who === 'anyone';
    const { session: viewer } = isOpen
      ? { session: null }
      : await findSession(shared, headers, { disableRefresh: true });
    const denial = findDenial(endpoint, viewer, settings);
    if (denial) return refuse(...denial);
    const call: Call = {
      ...shared,
      request,
      headers,
      client,
      body,
      viewer,
      refuse,
      refuseTooMany,
      forward: (sent = body, path = undefined, as = headers) =>
        forward(call, sent, path ? new URL(authBasePath + path, url).href : url, as),
    };
    const answered = endpoint.handle ? endpoint.handle(call) : call.forward();
    const response = await answered.catch((failure: unknown) => answerError(call, failure));
    await continueWithPasskey(call, response);
    return response;
  }

  return {
    auth,
    async handleAuth(request: Request): Promise<Response> {
      const path = new URL(request.url).pathname.slice(authBasePath.length);
      const endpoint = findEndpoint(request.method, path);
      if (!endpoint) return refuserOf(request.headers)(404, 'NOT_FOUND');
      const response = await answer(endpoint, request);
      await logEndpointEvent(log, endpoint, response);
      return response;
    },
  };
}

type Content = { code?: string; user?: { id?: string } } | null;

const newSession = /session_token=[^;]/;

async function logEndpointEvent(
  log: Log,
  { event, failureEvent }: Endpoint,
  response: Response,
): Promise<void> {
  const { status } = response;
  const content: Content = await response
    .clone()
    .json()
    .catch(() => null);
  const userId = content?.user?.id;
  if (status >= 400) {
    const code = content?.code;
    const isFailure = status === 400 && code !== 'BAD_REQUEST';
    const refused = (isFailure && failureEvent) || eventOfError(status, code);
    if (refused) securityEvent(log, refused, code);
    return;
  }
  if (event === 'authn_login_success') {
    // Attribute the event to the user who signed in, not to the previous one.
    if (userId) noteViewer({ user: { id: userId }, session: null, accessToken: null });
    const isSignedIn = response.headers.getSetCookie().some((cookie) => newSession.test(cookie));
    securityEvent(log, isSignedIn ? event : 'authn_login_fail');
    return;
  }
  if (event === 'authn_impersonate_success') {
    securityEvent(log, event, undefined, { targetId: userId });
    return;
  }
  if (event) securityEvent(log, event);
}

type Body = { body?: unknown; error?: Denial };

async function readBody(request: Request, schema: ZodType | undefined): Promise<Body> {
  if (!schema) return {};
  const sent = await readJson(request);
  if (sent === undefined) return { error: [415, 'BAD_REQUEST'] };
  const { data, error } = schema.safeParse(sent);
  if (!error) return { body: data };
  // Our rules use codes as messages. zod's own messages are for developers.
  const message = error.issues[0]?.message ?? '';
  return { error: [400, /^[A-Z_]+$/.test(message) ? message : 'BAD_REQUEST'] };
}

/**
 * Returns the JSON body, null if it doesn't parse, or undefined for another content type. A missing
 * body needs no content type (RFC 9110 8.3) and is read as an empty object.
 */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\b/i.test(type)) return undefined;
  const text = await request.text();
  if (text === '') return {};
  if (type === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function readQuery(address: string, schema: QuerySchema | undefined): string | undefined {
  if (!schema) return address;
  const url = new URL(address);
  const entries = [...url.searchParams];
  const query = schema.safeParse(Object.fromEntries(entries)).data;
  if (!query || new Set(entries.map(([key]) => key)).size < entries.length) return undefined;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  url.search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return url.href;
}
