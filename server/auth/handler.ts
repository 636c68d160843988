/** Requests under /api/auth: closed unless open-paths.ts opens them, bodies checked, errors masked. */

import { violatedConstraint } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { constraintErrors } from '#server/database/tables.ts';
import type { MutationRateLimit } from '#server/graphql/mutation-rate-limit.ts';
import { isCrossSite } from '#server/http/csrf.ts';
import type { Translate } from '#server/i18n.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode, UserErrorCode } from '#shared/errors.ts';
import { type Auth, authBasePath } from './auth.ts';
import type { AuthRequest } from './auth-request.ts';
import type { EmailCodeEndpoints } from './email-code/endpoints.ts';
import { openPaths } from './endpoints.ts';
import { callLibrary } from './library-call.ts';
import { mapLibraryError } from './library-errors.ts';
import type { ProviderEndpoints } from './providers/endpoints.ts';

type AuthHandlerDeps = {
  auth: Auth;
  emailCode: EmailCodeEndpoints;
  providers: ProviderEndpoints;
  translate: Translate;
  settings: Settings;
  log: Log;
  /** The budget of writes that have no other one, by client address. */
  spend: MutationRateLimit;
};

/** Answers requests to better-auth. */
export function createAuthHandler(deps: AuthHandlerDeps) {
  const { auth, emailCode, providers, translate, settings, log, spend } = deps;
  const demo = settings.mode === 'demo';

  function refuse(
    request: Request,
    status: number,
    code: ApiErrorCode | UserErrorCode | string,
    headers: Record<string, string> = {},
  ) {
    const t = translate(languageOfRequest(request.headers));
    const known = t(`errors:${code}`, { defaultValue: '' });
    return Response.json(
      { code, message: known || t('errors:UNKNOWN_ERROR') },
      { status, headers: { ...(status === 503 ? { 'retry-after': '1' } : {}), ...headers } },
    );
  }

  const isKnown = (code: string) => translate('en')(`errors:${code}`, { defaultValue: '' }) !== '';

  /** @throws {DatabaseUnavailable} if the database could not be used */
  async function askLibrary(request: Request): Promise<Response> {
    const { result, statementError } = await callLibrary(() => auth.handler(request));
    if (statementError && hidesError(request, result, statementError)) throw statementError;
    return result;
  }

  /** Answers an error that better-auth did not expect. */
  function answerFault(request: Request, error: unknown): Response {
    if (databaseFault(error)) throw error;
    const violated = constraintErrors[violatedConstraint(error) ?? ''];
    if (violated) return refuse(request, 400, violated.code);
    log.error({ requestId: currentRequest()?.requestId, err: error }, 'auth.failed');
    return refuse(request, 500, 'INTERNAL_ERROR');
  }

  /** Lets better-auth answer, and takes out of its answer what is none of the browser's business. */
  async function forward(request: Request, body: unknown, url = request.url): Promise<Response> {
    const headers = new Headers(request.headers);
    if (body !== undefined) headers.set('content-type', 'application/json');
    // Programs name no origin, which the library wants beside a cookie; ours was checked before.
    if (!headers.has('origin')) headers.set('origin', settings.baseUrl);
    const asked = new Request(url, {
      method: request.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    let response: Response;
    try {
      response = await askLibrary(asked);
    } catch (error) {
      return answerFault(request, error);
    }
    // A provider's answer sends the browser on.
    if (response.status >= 300 && response.status < 400) return new Response(null, response);
    const said = await response.json().catch(() => null);
    const { status, code } = mapLibraryError(response.status, said, isKnown);
    const cleaned = response.ok
      ? Response.json(withoutTokens(said), { status: response.status })
      : refuse(request, status, code);
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
    const sent = open.body && (await readJson(request));
    if (open.body && sent === undefined) return refuse(request, 415, 'BAD_REQUEST');
    const checked = open.body?.safeParse(sent);
    if (checked?.error) return refuse(request, 400, codeOfIssue(checked.error.issues[0]?.message));
    const url = open.query ? withQuery(request.url, open.query) : request.url;
    if (!url) return refuse(request, 400, 'BAD_REQUEST');
    const body = checked?.data;
    const visit: AuthRequest = {
      request,
      body,
      refuse: (...rest) => refuse(request, ...rest),
      forward: (sent = body) => forward(request, sent, url),
    };
    if (open.code) return emailCode(open.code, visit);
    if (open.provider) return providers(open.provider, visit);
    if (request.method === 'POST') {
      const wait = await spend(`auth ${currentRequest()?.client ?? 'unknown'}`);
      if (wait) return refuse(request, 429, 'RATE_LIMITED', { 'retry-after': String(wait) });
    }
    return visit.forward();
  }

  return answer;
}

/** Whether the library made an answer of its own out of a failed statement. */
function hidesError({ method }: Request, { ok, status }: Response, error: unknown): boolean {
  // An empty list stands for a failed one; a full disk ends in a refusal or a redirect.
  return (ok && method === 'GET') || status >= 500 || (!ok && databaseFault(error) !== undefined);
}

/**
 * The JSON that was sent, or null if it is none; undefined if it is something else by its type. No
 * body at all is as good as an empty object: it needs no type (RFC 9110 8.3).
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

/** Our rules name their codes; what zod says by itself is for developers. */
function codeOfIssue(message = ''): string {
  return /^[A-Z_]+$/.test(message) ? message : 'BAD_REQUEST';
}

/** The address with its query as the schema reads it; undefined if that refuses it. */
function withQuery(address: string, schema: NonNullable<(typeof openPaths)[string]['query']>) {
  const url = new URL(address);
  const entries = [...url.searchParams];
  const query = schema.safeParse(Object.fromEntries(entries)).data;
  if (!query || new Set(entries.map(([key]) => key)).size < entries.length) return undefined;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  url.search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return url.href;
}

/** The session's token is for the cookie alone, which scripts cannot read (OWASP ASVS 5.0 3.3.4). */
function withoutTokens(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { token: _token, session, ...rest } = answer as Record<string, unknown>;
  if (session === undefined) return rest;
  return { ...rest, session: withoutTokens(session) };
}
