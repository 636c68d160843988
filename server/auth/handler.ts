import type { ZodType } from 'zod';
import { isCrossSite } from '#server/http/headers.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import { clientNetwork } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';
import { can } from '#shared/permissions.ts';
import { hasToken } from './access-tokens/credentials.ts';
import { type Auth, type AuthSession, authBasePath } from './auth.ts';
import {
  type AuthRequest,
  clientAddressOf,
  type Endpoint,
  type HandlerName,
  type QuerySchema,
  refuseTooMany,
} from './endpoint.ts';
import { findEndpoint } from './endpoints.ts';
import { createForward, type Refuse } from './forward.ts';
import type { Limits } from './limits/limit.ts';
import { findSession } from './sessions/active-session.ts';
import { isFresh } from './sessions/session-rules.ts';
import { currentSignIn } from './sign-in.ts';

type AuthHandlerDeps = {
  auth: Auth;
  handlers: Record<HandlerName, (request: AuthRequest) => Promise<Response>>;
  translate: Translate;
  settings: Settings;
  log: Log;
  limits: Limits;
};

function findDenial(
  { who, forbiddenCode, refusesImpersonation, fresh }: Endpoint,
  { viewer, settings }: { viewer: AuthSession | null; settings: Settings },
): [status: number, code: string] | undefined {
  if (who === 'anyone') return undefined;
  if (!viewer) return [401, 'UNAUTHENTICATED'];
  if (who !== 'viewer' && !can(viewer.user.role, who)) return [403, forbiddenCode ?? 'FORBIDDEN'];
  if (refusesImpersonation && viewer.session.impersonatedBy) return [403, 'FORBIDDEN'];
  // The people of a demo are made up.
  if (settings.demo) return undefined;
  return fresh && !isFresh(viewer.session) ? [403, 'SESSION_NOT_FRESH'] : undefined;
}

export function createAuthHandler(deps: AuthHandlerDeps) {
  const { auth, handlers, translate, settings, log, limits } = deps;

  const refuse: Refuse = (request, status, code, headers = {}) => {
    const t = translate(languageOfRequest(request.headers));
    const message = t(`errors:${code}`, { defaultValue: '' }) || t('errors:UNKNOWN_ERROR');
    const response = Response.json({ code, message }, { status, headers });
    if (status === 503) response.headers.set('retry-after', '1');
    return response;
  };
  const isKnownCode = (code: string) =>
    translate('en')(`errors:${code}`, { defaultValue: '' }) !== '';
  const forward = createForward({ auth, settings, log, refuse, isKnownCode });

  async function answer(endpoint: Endpoint, request: Request): Promise<Response> {
    if (request.method !== 'GET' && isCrossSite(request.headers, settings.origins)) {
      return refuse(request, 403, 'INVALID_ORIGIN');
    }
    if (settings.demo && !endpoint.demo) return refuse(request, 403, 'DEMO_MODE');
    const { body, error } = await readBody(request, endpoint.body);
    if (error) return refuse(request, ...error);
    const url = readQuery(request.url, endpoint.query);
    if (!url) return refuse(request, 400, 'BAD_REQUEST');
    const authRequest: AuthRequest = {
      request,
      body,
      viewer: null,
      refuse: (...rest) => refuse(request, ...rest),
      forward: (sent = body, path = undefined, headers = request.headers) => {
        const { method } = request;
        const target = path ? new URL(authBasePath + path, url).href : url;
        return forward(new Request(url, { method, headers }), sent, target);
      },
    };
    currentSignIn().method = endpoint.signInMethod;
    if (!endpoint.handler && request.method === 'POST') {
      const network = clientNetwork(clientAddressOf(authRequest));
      const { retryAfter, quota } = await limits.take('auth', network);
      if (retryAfter) return refuseTooMany(authRequest, retryAfter, quota);
    }
    if (endpoint.who !== 'anyone') {
      const { session } = await findSession(auth, request.headers, { disableRefresh: true });
      const denial = findDenial(endpoint, { viewer: session, settings });
      if (denial) return refuse(request, ...denial);
      authRequest.viewer = session;
      if (session) currentSignIn().viewer = session;
    }
    return endpoint.handler ? handlers[endpoint.handler](authRequest) : authRequest.forward();
  }

  return async function handle(request: Request): Promise<Response> {
    const path = new URL(request.url).pathname.slice(authBasePath.length);
    const endpoint = findEndpoint(request.method, path);
    if (!endpoint) return refuse(request, 404, 'NOT_FOUND');
    const response = hasToken(request.headers)
      ? refuse(request, 403, 'ACCESS_TOKEN_REFUSED')
      : await answer(endpoint, request);
    await logEndpointEvent(log, endpoint, response);
    return response;
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

type Body = { body?: unknown; error?: [status: number, code: string] };

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
