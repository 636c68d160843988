/**
 * A cookie of browsers that have changed something within the last seconds. While they have it, the primary answers
 * them at every instance, so that they see their change.
 */
import type { Database } from '#server/database/client.ts';
import { longestLag } from '#server/database/replicas.ts';
import type { HeaderReader } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import { cookiePrefix } from './browser-cookies.ts';

/** Longer than a standby that answers may be behind. */
const maxAge = Math.ceil(longestLag / 1_000) + 3;

/** Undefined where no standby answers. */
export function createChangeCookie(settings: Settings) {
  if (settings.databaseReplicaUrls.length === 0) return undefined;
  const name = `${cookiePrefix(settings)}.changed`;
  const secure = settings.secure ? '; Secure' : '';
  return {
    /** The Set-Cookie header. */
    issue: () => `${name}=1; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`,
    isIn: (headers: HeaderReader) => headers.get('cookie')?.includes(`${name}=`) ?? false,
  };
}

export type ChangeCookie = ReturnType<typeof createChangeCookie>;

type Handle = (request: Request) => Promise<Response>;

/** Requests to change something also set the cookie. */
export function withChangeCookie(
  handle: Handle,
  { database, changeCookie }: { database: Database; changeCookie: ChangeCookie },
): Handle {
  if (!changeCookie) return handle;
  return async (request) => {
    const response = await handle(request);
    if (request.method === 'GET') return response;
    database.$replicas()?.noteChange();
    const complete = new Response(response.body, response);
    complete.headers.append('set-cookie', changeCookie.issue());
    return complete;
  };
}
