import { createHmac } from 'node:crypto';
import type { Settings } from '#server/settings.ts';
import { cookiePrefix } from './browser-cookies.ts';
import { isSame, type Secrets } from './hmac.ts';

/** A session token, and the signature that better-auth added to it. */
export type SignedToken = { token: string; signature: string };

/** The decoded value of the cookie `name`; undefined if it is absent or malformed. */
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

/** The signature that better-auth gives a cookie. */
export const signatureOf = (value: string, secret: string) =>
  createHmac('sha256', secret).update(value).digest('base64');

/** Whether one of the secrets has signed the value of a cookie. */
export function isSignature(signature: string, value: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, 'base64');
  return secrets.some((secret) => isSame(given, Buffer.from(signatureOf(value, secret), 'base64')));
}

/** Valid cookies whose signature is not computed again, and their length: a token and its signature. */
const maxKnown = 1_000;
const maxKnownLength = 128;

/** Name of the session cookie. */
export const sessionCookieName = (settings: Settings) => `${cookiePrefix(settings)}.session_token`;

/**
 * Reads the session cookie from a Cookie header, without the database. A token is returned only with its
 * valid signature, but its session may have ended.
 */
export function createSessionCookie(secrets: Secrets, settings: Settings) {
  const name = sessionCookieName(settings);
  const known = new Map<string, SignedToken>();

  function verify(value: string): SignedToken | undefined {
    const end = value.lastIndexOf('.');
    if (end < 1) return undefined;
    const token = value.slice(0, end);
    const signature = value.slice(end + 1);
    return isSignature(signature, token, secrets) ? { token, signature } : undefined;
  }

  return function readSessionCookie(cookies: string | null | undefined): SignedToken | undefined {
    const value = cookies && cookieValue(cookies, name);
    if (!value) return undefined;
    const before = known.get(value);
    if (before) return before;
    const signed = verify(value);
    if (signed && value.length <= maxKnownLength) {
      if (known.size >= maxKnown) known.clear();
      known.set(value, signed);
    }
    return signed;
  };
}

export type ReadSessionCookie = ReturnType<typeof createSessionCookie>;
