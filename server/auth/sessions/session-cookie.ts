/** Cookies that better-auth signs, read without the database and with every accepted secret. It only knows the current one. */
import { createHmac } from 'node:crypto';
import { isOneOf, type Secrets } from '#server/auth/hmac.ts';
import { cookiePrefix } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';

type Cookies = { secrets: Secrets; settings: Settings };

export const signatureOf = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64');

/** The signed text without its signature. Undefined if none of the secrets made it, and for other encodings of it. */
function verify(sent: string, secrets: readonly string[]): string | undefined {
  try {
    const text = decodeURIComponent(sent);
    const end = text.lastIndexOf('.');
    const value = text.slice(0, end);
    const signatures = secrets.map((secret) => signatureOf(value, secret));
    return end > 0 && isOneOf(signatures, text.slice(end + 1)) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const sessionCookie = 'session_token';

export const sessionCookieName = (settings: Settings) =>
  `${cookiePrefix(settings)}.${sessionCookie}`;

/** What the first cookie of this name says. Undefined unless it is signed. */
export function readSignedCookie(
  { secrets, settings }: Cookies,
  cookies: string | null | undefined,
  name: string,
): string | undefined {
  const start = `${cookiePrefix(settings)}.${name}=`;
  const pair = cookies?.split(';').find((each) => each.trim().startsWith(start));
  return pair && verify(pair.trim().slice(start.length), secrets);
}

/** Reads the token of a session, which may have ended. */
export const createSessionCookie =
  (secrets: Secrets, settings: Settings) =>
  (cookies: string | null | undefined): string | undefined =>
    readSignedCookie({ secrets, settings }, cookies, sessionCookie);

export type ReadSessionToken = ReturnType<typeof createSessionCookie>;

/**
 * The headers with cookies that the current secret has signed. The browser receives the new signature when better-auth
 * renews its session.
 */
export function withCurrentSignatures({ secrets, settings }: Cookies, headers: Headers): Headers {
  const [current, ...former] = secrets;
  const prefix = `${cookiePrefix(settings)}.`;
  const cookies = headers.get('cookie');
  if (former.length === 0 || !cookies?.includes(prefix)) return headers;
  const renewed = cookies.split(';').map((pair) => {
    const [name = '', sent = ''] = pair.split(/=(.*)/s, 2);
    const value = name.trim().startsWith(prefix) ? verify(sent, former) : undefined;
    return value
      ? `${name}=${encodeURIComponent(`${value}.${signatureOf(value, current)}`)}`
      : pair;
  });
  const copy = new Headers(headers);
  copy.set('cookie', renewed.join(';'));
  return copy;
}
