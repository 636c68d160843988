/**
 * A cookie for browsers that made a change in the last few seconds. While it lasts, every instance
 * reads from the primary, so they see their own change.
 */

import { longestLag } from '@atrium/standby-reads';
import type { Database } from '#server/database/client.ts';
import { cookiePrefix, type HeaderReader } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';

/** In seconds. Longer than the maximum lag of a standby in use. */
const maxAge = Math.ceil(longestLag / 1_000) + 3;

export function createChangeCookie(settings: Settings) {
  if (settings.databaseReplicaUrls.length === 0) return undefined;
  const name = `${cookiePrefix(settings)}.changed`;
  const secure = settings.secure ? '; Secure' : '';
  return {
    issue: () => `${name}=1; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`,
    isIn: (headers: HeaderReader) => headers.get('cookie')?.includes(`${name}=`) ?? false,
  };
}

export type ChangeCookie = ReturnType<typeof createChangeCookie>;

type Handle = (request: Request) => Promise<Response>;

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
