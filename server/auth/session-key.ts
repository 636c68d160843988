/** Tells sessions apart without the database, for admission: by the signature of the session cookie. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The value of the cookie `name`, decoded; undefined where there is none that can be. */
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

/**
 * Reads a key of the session from a Cookie header. It only says that we signed the cookie, which may
 * belong to a session that has ended: never use it to decide who somebody is.
 */
export function createSessionKey(secret: string, cookieName: () => string | undefined) {
  return function sessionKey(cookies: string | null | undefined): string | undefined {
    const name = cookieName();
    const value = name && cookies ? cookieValue(cookies, name) : undefined;
    const end = value?.lastIndexOf('.') ?? -1;
    if (!value || end < 1) return undefined;
    const signature = Buffer.from(value.slice(end + 1), 'base64');
    const expected = createHmac('sha256', secret).update(value.slice(0, end)).digest();
    const isOurs = signature.length === expected.length && timingSafeEqual(signature, expected);
    return isOurs ? value.slice(end + 1) : undefined;
  };
}
