/** Identifies sessions for admission control without the database, by the signature of their cookie. */
import { createHmac, timingSafeEqual } from 'node:crypto';

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

/**
 * Reads the session's key from a Cookie header. The session may have ended: the key is for queueing,
 * never for authentication.
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
