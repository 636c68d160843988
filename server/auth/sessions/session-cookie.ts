import { createHmac } from 'node:crypto';
import { isOneOf, type Secrets } from '#server/auth/hmac.ts';
import { cookiePrefix } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';

function cookieValue(cookies: string, name: string): string | undefined {
  for (const pair of cookies.split(';')) {
    const text = pair.trim();
    if (!text.startsWith(`${name}=`)) continue;
    try {
      return decodeURIComponent(text.slice(name.length + 1));
    } catch {
      return undefined;
    }
  }
  return undefined;
}

export const signatureOf = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64');

/** Compares text, because base64 decoders accept many spellings. */
export function isSignature(signature: string, value: string, secrets: readonly string[]): boolean {
  return isOneOf(
    secrets.map((secret) => signatureOf(value, secret)),
    signature,
  );
}

/** Maximum number of cached valid cookies, and the maximum length of one: a token and its signature. */
const maxKnown = 1_000;
const maxKnownLength = 128;

export const sessionCookieName = (settings: Settings) => `${cookiePrefix(settings)}.session_token`;

/**
 * Reads the session cookie without the database. Returns only tokens with a valid signature, but the
 * session may have ended.
 */
export function createSessionCookie(secrets: Secrets, settings: Settings) {
  const name = sessionCookieName(settings);
  const known = new Map<string, string>();

  function verify(value: string): string | undefined {
    const end = value.lastIndexOf('.');
    if (end < 1) return undefined;
    const token = value.slice(0, end);
    return isSignature(value.slice(end + 1), token, secrets) ? token : undefined;
  }

  return function readSessionToken(cookies: string | null | undefined): string | undefined {
    const value = cookies && cookieValue(cookies, name);
    if (!value) return undefined;
    const before = known.get(value);
    if (before) return before;
    const token = verify(value);
    if (token && value.length <= maxKnownLength) {
      if (known.size >= maxKnown) known.clear();
      known.set(value, token);
    }
    return token;
  };
}

export type ReadSessionToken = ReturnType<typeof createSessionCookie>;

/** Accepts cookies signed with a previous secret. better-auth only knows the current one. */
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
