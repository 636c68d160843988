/** Requests under /api/auth: closed unless open-paths.ts opens them, bodies checked, errors masked. */
import type { Translate } from '#server/i18n.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { currentRequest } from '#server/request-scope.ts';
import type { RequestErrorCode, UserErrorCode } from '#shared/errors.ts';
import { type Auth, authBasePath } from './auth.ts';
import { openPaths } from './open-paths.ts';

type AuthHandlerParts = { auth: Auth; translate: Translate; demo: boolean };

/** Answers requests to better-auth. */
export function createAuthHandler({ auth, translate, demo }: AuthHandlerParts) {
  function refuse(
    request: Request,
    status: number,
    code: RequestErrorCode | UserErrorCode | string,
  ) {
    const t = translate(languageOfRequest(request.headers));
    const known = t(`errors:${code}`, { defaultValue: '' });
    return Response.json(
      { code, message: known || t('errors:UNKNOWN_ERROR') },
      { status, ...(status === 503 ? { headers: { 'retry-after': '1' } } : {}) },
    );
  }

  return async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const door = `${request.method} ${pathname.slice(authBasePath.length)}`;
    const open = Object.hasOwn(openPaths, door) ? openPaths[door] : undefined;
    if (!open) return refuse(request, 404, 'NOT_FOUND');
    if (demo && !open.inDemo) return refuse(request, 403, 'DEMO_MODE');

    let forwarded = request;
    if (open.body) {
      if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
        return refuse(request, 415, 'BAD_REQUEST');
      }
      const body = await request.json().catch(() => undefined);
      const checked = open.body.safeParse(body);
      if (!checked.success) {
        const issue = checked.error.issues[0];
        const ours = issue && /^[A-Z_]+$/.test(issue.message) ? issue.message : 'BAD_REQUEST';
        return refuse(request, 400, ours);
      }
      forwarded = new Request(request.url, {
        method: request.method,
        headers: request.headers,
        body: JSON.stringify(checked.data),
      });
    }

    const response = await auth.handler(forwarded);
    // The library answers "no session" or an error of its own when its store cannot be reached.
    if (currentRequest()?.databaseAway) return refuse(request, 503, 'SERVICE_UNAVAILABLE');
    if (response.status < 400) return response;
    const { code } = await response
      .clone()
      .json()
      .catch(() => ({}));
    const masked = refuse(request, response.status, code ?? 'UNKNOWN_ERROR');
    for (const cookie of response.headers.getSetCookie())
      masked.headers.append('set-cookie', cookie);
    return masked;
  };
}
