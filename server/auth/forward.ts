import { violatedConstraint } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { constraintErrors } from '#server/database/tables.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import type { Call } from './endpoint.ts';
import { impersonationErrors } from './impersonation/endpoints.ts';
import { callLibrary } from './storage.ts';

/** Answers a request with better-auth, whose responses and errors it translates. Throws if the database is unavailable. */
export async function forward(call: Call, body: unknown, url: string, sent: Headers) {
  const request = requestFor(call, body, url, sent);
  let response: Response;
  try {
    response = await ask(call, request);
  } catch (error) {
    return answerError(call, error);
  }
  if (response.status >= 300 && response.status < 400) return new Response(null, response);
  const content = await response.json().catch(() => null);
  const answer = response.ok
    ? Response.json(withoutTokens(content), { status: response.status })
    : refuseAs(call, response.status, content);
  // A read that finds no session would remove its cookie, which another tab may have replaced.
  if (content === null && request.method === 'GET') return answer;
  for (const cookie of response.headers.getSetCookie()) answer.headers.append('set-cookie', cookie);
  return answer;
}

function requestFor({ request, settings }: Call, body: unknown, url: string, sent: Headers) {
  const { method } = request;
  const headers = new Headers(sent);
  // The library requires an origin with cookies. Programs send none, and handler.ts has already checked it.
  if (!headers.has('origin')) headers.set('origin', settings.baseUrl);
  if (body === undefined) return new Request(url, { method, headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

/** @throws a database error that better-auth swallowed */
async function ask({ auth }: Call, request: Request): Promise<Response> {
  const { result, statementError } = await callLibrary(() => auth.handler(request));
  const { ok, status } = result;
  // The library answers a failed list with an empty one, and a full disk with a rejection or redirect.
  const hidesError =
    (ok && request.method === 'GET') || status >= 500 || (!ok && databaseFault(statementError));
  if (statementError && hidesError) throw statementError;
  return result;
}

/** For unique constraints that the library checks before it inserts, which concurrent requests pass. */
const codesByConstraint: Readonly<Record<string, string>> = {
  passkey_credentialID_key: 'PREVIOUSLY_REGISTERED',
};

/** Refuses what violates a constraint, and logs other errors. Throws if the database is unavailable. */
export function answerError({ log, refuse }: Pick<Call, 'log' | 'refuse'>, error: unknown) {
  if (databaseFault(error)) throw error;
  const constraint = violatedConstraint(error) ?? '';
  const code = constraintErrors[constraint]?.code ?? codesByConstraint[constraint];
  if (code) return refuse(400, code);
  log.error({ err: error }, 'auth.failed');
  return refuse(500, 'INTERNAL_ERROR');
}

/** Session tokens belong only in the cookie, which scripts can't read (OWASP ASVS 5.0 3.3.4). */
function withoutTokens(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { token: _token, session, ...rest } = answer as Record<string, unknown>;
  if (session === undefined) return rest;
  return { ...rest, session: withoutTokens(session) };
}

const statusCodes: Readonly<Record<number, ApiErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

type Content = { code?: unknown; message?: unknown } | null;

/** Refuses with the code of an error of better-auth if it has a text, or else one by its message or status. */
function refuseAs({ translate, refuse }: Call, status: number, content: Content): Response {
  const { code, message } = content ?? {};
  if (typeof code === 'string' && translate('en')(`errors:${code}`, { defaultValue: '' }))
    return refuse(status, code);
  const known = impersonationErrors[String(message)];
  if (known) return refuse(known.status, known.code);
  return refuse(status, statusCodes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR'));
}
