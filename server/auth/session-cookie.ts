import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Settings } from '#server/settings.ts';
import { cookiePrefix } from './browser-cookies.ts';

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

/** Name of the session cookie. */
export const sessionCookieName = (settings: Settings) => `${cookiePrefix(settings)}.session_token`;

/**
 * Reads the session cookie from a Cookie header, without the database. A token is returned only with its
 * valid signature, but its session may have ended.
 */
export function createSessionCookie(secret: string, settings: Settings) {
  const name = sessionCookieName(settings);
  return function readSessionCookie(cookies: string | null | undefined): SignedToken | undefined {
    const value = cookies ? cookieValue(cookies, name) : undefined;
    const end = value?.lastIndexOf('.') ?? -1;
    if (!value || end < 1) return undefined;
    const token = value.slice(0, end);
    const signature = value.slice(end + 1);
    const given = Buffer.from(signature, 'base64');
    const expected = createHmac('sha256', secret).update(token).digest();
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs ? { token, signature } : undefined;
  };
}

export type ReadSessionCookie = ReturnType<typeof createSessionCookie>;
