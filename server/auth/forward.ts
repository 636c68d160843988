import { violatedConstraint } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { constraintErrors } from '#server/database/tables.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode, UserErrorCode } from '#shared/errors.ts';
import type { Auth } from './auth.ts';
import { impersonationErrors } from './impersonation/hooks.ts';
import { callLibrary } from './library-call.ts';

export type Refuse = (
  request: Request,
  status: number,
  code: string,
  headers?: Record<string, string>,
) => Response;

type ForwardDeps = {
  auth: Auth;
  settings: Settings;
  log: Log;
  refuse: Refuse;
  isKnownCode: (code: string) => boolean;
};

/** Forwards requests to better-auth and translates its responses and errors. Throws if the database is unavailable. */
export function createForward({ auth, settings, log, refuse, isKnownCode }: ForwardDeps) {
  function requestFor({ method, headers: given }: Request, body: unknown, url: string): Request {
    const headers = new Headers(auth.withCurrentSignatures(given));
    // The library requires an origin with cookies. Programs send none, and handler.ts has already checked it.
    if (!headers.has('origin')) headers.set('origin', settings.baseUrl);
    if (body === undefined) return new Request(url, { method, headers });
    headers.set('content-type', 'application/json');
    return new Request(url, { method, headers, body: JSON.stringify(body) });
  }

  /** @throws a database error that better-auth swallowed */
  async function ask(request: Request): Promise<Response> {
    const { result, statementError } = await callLibrary(() => auth.handler(request));
    if (statementError && hidesError(request, result, statementError)) throw statementError;
    return result;
  }

  function answerError(request: Request, error: unknown): Response {
    if (databaseFault(error)) throw error;
    const constraint = violatedConstraint(error) ?? '';
    const code = constraintErrors[constraint]?.code ?? codesByConstraint[constraint];
    if (code) return refuse(request, 400, code);
    log.error({ err: error }, 'auth.failed');
    return refuse(request, 500, 'INTERNAL_ERROR');
  }

  return async function forward(request: Request, body: unknown, url: string): Promise<Response> {
    let response: Response;
    try {
      response = await ask(requestFor(request, body, url));
    } catch (error) {
      return answerError(request, error);
    }
    if (response.status >= 300 && response.status < 400) return new Response(null, response);
    const content = await response.json().catch(() => null);
    const { status, code } = mapLibraryError(response.status, content, isKnownCode);
    const cleaned = response.ok
      ? Response.json(withoutTokens(content), { status: response.status })
      : refuse(request, status, code);
    // A read that finds no session would remove its cookie, which another tab may have replaced.
    const cookies =
      content === null && request.method === 'GET' ? [] : response.headers.getSetCookie();
    for (const cookie of cookies) {
      cleaned.headers.append('set-cookie', cookie);
    }
    return cleaned;
  };
}

function hidesError({ method }: Request, { ok, status }: Response, error: unknown): boolean {
  // The library answers a failed list with an empty one, and a full disk with a rejection or redirect.
  return (ok && method === 'GET') || status >= 500 || (!ok && databaseFault(error) !== undefined);
}

/** Session tokens belong only in the cookie, which scripts can't read (OWASP ASVS 5.0 3.3.4). */
function withoutTokens(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { token: _token, session, ...rest } = answer as Record<string, unknown>;
  if (session === undefined) return rest;
  return { ...rest, session: withoutTokens(session) };
}

type ErrorAnswer = { status: number; code: string };
type OurCode = ApiErrorCode | UserErrorCode | 'SESSION_EXPIRED';

const codesByMessage: Readonly<Record<string, { status: number; code: OurCode }>> = {
  ...impersonationErrors,
};

/** For unique constraints that the library checks before it inserts, which concurrent requests pass. */
const codesByConstraint: Readonly<Record<string, string>> = {
  passkey_credentialID_key: 'PREVIOUSLY_REGISTERED',
};

const statusCodes: Readonly<Record<number, OurCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

function codeOfStatus(status: number): OurCode {
  return statusCodes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR');
}

/** Status and code for an error of better-auth. Some have no code. `isKnown` returns whether a code has a text. */
function mapLibraryError(
  status: number,
  content: { code?: unknown; message?: unknown } | null,
  isKnown: (code: string) => boolean,
): ErrorAnswer {
  if (typeof content?.code === 'string' && isKnown(content.code))
    return { status, code: content.code };
  const byMessage =
    typeof content?.message === 'string' ? codesByMessage[content.message] : undefined;
  return byMessage ?? { status, code: codeOfStatus(status) };
}
