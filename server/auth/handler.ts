/** Requests under /api/auth: closed unless open-paths.ts opens them, bodies checked, errors masked. */
import { isCrossSite } from '#server/http/cross-site.ts';
import type { Translate } from '#server/i18n.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { currentRequest } from '#server/request-scope.ts';
import type { Settings } from '#server/settings.ts';
import type { WriteBudget } from '#server/write-budget.ts';
import type { RequestErrorCode, UserErrorCode } from '#shared/errors.ts';
import { type Auth, authBasePath } from './auth.ts';
import type { CodeDoors } from './code-doors.ts';
import { openPaths } from './open-paths.ts';
import type { ProviderDoors } from './provider-doors.ts';
import { SessionUnavailable } from './session.ts';
import type { Visit } from './visit.ts';

type AuthHandlerParts = {
  auth: Auth;
  codeDoors: CodeDoors;
  providerDoors: ProviderDoors;
  translate: Translate;
  settings: Settings;
  /** The budget of writes that have no other one, by client address. */
  spend: WriteBudget;
};

/** Answers requests to better-auth. */
export function createAuthHandler(parts: AuthHandlerParts) {
  const { auth, codeDoors, providerDoors, translate, settings, spend } = parts;
  const demo = settings.mode === 'demo';

  function refuse(
    request: Request,
    status: number,
    code: RequestErrorCode | UserErrorCode | string,
    headers: Record<string, string> = {},
  ) {
    const t = translate(languageOfRequest(request.headers));
    const known = t(`errors:${code}`, { defaultValue: '' });
    return Response.json(
      { code, message: known || t('errors:UNKNOWN_ERROR') },
      { status, headers: { ...(status === 503 ? { 'retry-after': '1' } : {}), ...headers } },
    );
  }

  /** Lets better-auth answer, and takes out of its answer what is none of the browser's business. */
  async function forward(request: Request, body: unknown): Promise<Response> {
    const headers = new Headers(request.headers);
    // Programs name no origin, which the library wants beside a cookie; ours was checked before.
    if (!headers.has('origin')) headers.set('origin', settings.baseUrl);
    const response = await auth.handler(
      new Request(request.url, {
        method: request.method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    // A provider's answer sends the browser on.
    if (response.status >= 300 && response.status < 400) return new Response(null, response);
    const said = await response.json().catch(() => null);
    const cleaned =
      response.status < 300
        ? Response.json(withoutTokens(said), { status: response.status })
        : refuse(request, response.status, said?.code ?? 'UNKNOWN_ERROR');
    for (const cookie of response.headers.getSetCookie()) {
      cleaned.headers.append('set-cookie', cookie);
    }
    return cleaned;
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const door = `${request.method} ${pathname.slice(authBasePath.length)}`;
    const open = Object.hasOwn(openPaths, door) ? openPaths[door] : undefined;
    if (!open) return refuse(request, 404, 'NOT_FOUND');
    if (request.method !== 'GET' && isCrossSite(request.headers, settings.origins)) {
      return refuse(request, 403, 'INVALID_ORIGIN');
    }
    if (demo && !open.inDemo) return refuse(request, 403, 'DEMO_MODE');
    let body: unknown;
    if (open.body) {
      if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
        return refuse(request, 415, 'BAD_REQUEST');
      }
      const checked = open.body.safeParse(await request.json().catch(() => undefined));
      if (!checked.success) {
        const issue = checked.error.issues[0];
        const ours = issue && /^[A-Z_]+$/.test(issue.message) ? issue.message : 'BAD_REQUEST';
        return refuse(request, 400, ours);
      }
      body = checked.data;
    }
    const visit: Visit = {
      request,
      body,
      refuse: (...rest) => refuse(request, ...rest),
      forward: (sent = body) => forward(request, sent),
    };
    if (open.code) return codeDoors(open.code, visit);
    if (open.provider) return providerDoors(open.provider, visit);
    if (request.method === 'POST') {
      const wait = await spend(`auth ${currentRequest()?.client ?? 'unknown'}`);
      if (wait) return refuse(request, 429, 'RATE_LIMITED', { 'retry-after': String(wait) });
    }
    return visit.forward();
  }

  return async function handle(request: Request): Promise<Response> {
    const scope = currentRequest();
    const response = await answer(request).catch((error: unknown) => {
      if (scope?.databaseAway || scope?.databaseFull) return undefined;
      if (error instanceof SessionUnavailable) return undefined;
      throw error;
    });
    // The library answers "no session" or an error of its own when its store cannot be reached; a
    // redirect was made knowing that.
    const isDone =
      response &&
      (response.status === 302 ||
        (!scope?.databaseAway && !(scope?.databaseFull && response.status >= 400)));
    return isDone ? response : refuse(request, 503, 'SERVICE_UNAVAILABLE');
  };
}

/** The session's token is for the cookie alone, which scripts cannot read (OWASP ASVS 5.0 3.3.4). */
function withoutTokens(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { token: _token, session, ...rest } = answer as Record<string, unknown>;
  if (session === undefined) return rest;
  return { ...rest, session: withoutTokens(session) };
}
