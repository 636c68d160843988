/** Accepts cookies signed with a previous secret. better-auth only knows the current one. */

import type { Secrets } from '#server/auth/hmac.ts';
import { cookiePrefix } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import { isSignature, signatureOf } from './session-cookie.ts';

function renewed(sent: string, [current, ...former]: Secrets): string | undefined {
  try {
    const text = decodeURIComponent(sent);
    const end = text.lastIndexOf('.');
    const value = text.slice(0, end);
    if (end < 1 || !isSignature(text.slice(end + 1), value, former)) return undefined;
    return encodeURIComponent(`${value}.${signatureOf(value, current)}`);
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that re-signs the cookies in `headers` with the current secret. The browser
 * receives the new signature when better-auth renews its session.
 */
export function createSignatureRenewal(secrets: Secrets, settings: Settings) {
  const prefix = `${cookiePrefix(settings)}.`;

  function renew(pair: string): string {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    const better = name.trim().startsWith(prefix) ? renewed(value, secrets) : undefined;
    return better ? `${name}=${better}` : pair;
  }

  return function withCurrentSignatures(headers: Headers): Headers {
    const cookies = headers.get('cookie');
    if (secrets.length === 1 || !cookies?.includes(prefix)) return headers;
    const copy = new Headers(headers);
    copy.set('cookie', cookies.split(';').map(renew).join(';'));
    return copy;
  };
}
