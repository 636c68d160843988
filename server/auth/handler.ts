import { isCrossSite } from '#server/http/headers.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { clientNetwork } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';
import { can } from '#shared/permissions.ts';
import { hasToken } from './access-tokens/credentials.ts';
import { type Auth, type AuthSession, authBasePath } from './auth.ts';
import { type AuthRequest, clientAddressOf, refuseTooMany } from './auth-request.ts';
import type { Endpoint } from './endpoint.ts';
import { logEndpointEvent } from './endpoint-events.ts';
import { findEndpoint } from './endpoints.ts';
import { createForward, type Refuse } from './forward.ts';
import { readBody, readQuery } from './input.ts';
import type { Limits } from './limits/limit.ts';
import { findSession } from './sessions/session.ts';
import { isFresh } from './sessions/session-rules.ts';

type AuthHandlerDeps = {
  auth: Auth;
  handlers: Record<NonNullable<Endpoint['handler']>, (request: AuthRequest) => Promise<Response>>;
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
    const scope = currentRequest();
    if (scope) scope.signInMethod = endpoint.signInMethod;
    if (!endpoint.handler && request.method === 'POST') {
      const network = clientNetwork(clientAddressOf(authRequest));
      const { retryAfter, quota } = await limits.take('auth', network);
      if (retryAfter) return refuseTooMany(authRequest, retryAfter, quota);
    }
    if (endpoint.who !== 'anyone') {
      const { session, cookies } = await findSession(auth, request.headers, {
        disableRefresh: true,
      });
      const denial = findDenial(endpoint, { viewer: session, settings });
      if (denial) return withCookies(refuse(request, ...denial), cookies);
      authRequest.viewer = session;
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

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
