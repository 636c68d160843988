/** Reads the access token of a request: `Authorization: Bearer …` (RFC 6750) or `x-api-key: …`. */
import type { HeaderReader } from '#server/http/headers.ts';
import { containsAccessToken, isAccessToken } from './format.ts';

const bearer = /^Bearer +(\S+)$/i;
const isBearer = /^Bearer\b/i;
const basic = /^Basic +(\S+)$/i;

export const acceptedForms = 'Authorization: Bearer atr_… or x-api-key: atr_…';

/** Headers that browsers send automatically, with text that others can choose. */
const notCredentials = new Set(['cookie', 'referer']);

/** Valid or not, wherever access tokens are accepted. */
export function hasPlacedToken(headers: HeaderReader): boolean {
  return isBearer.test(headers.get('authorization') ?? '') || headers.get('x-api-key') !== null;
}

/**
 * True if an access token is only sent in an unsupported form, such as `token atr_…`. Other credentials are ignored:
 * a proxy that asks for a password forwards it.
 */
export function hasMisplacedToken(headers: HeaderReader): boolean {
  if (hasPlacedToken(headers)) return false;
  const authorization = headers.get('authorization') ?? '';
  const password = Buffer.from(basic.exec(authorization)?.[1] ?? '', 'base64').toString('latin1');
  if (/atr_/i.test(authorization) || password.includes('atr_')) return true;
  for (const [name, value] of headers.entries()) {
    if (!notCredentials.has(name) && containsAccessToken(value)) return true;
  }
  return false;
}

/**
 * True for an attempt at a token too. After misplaced tokens were rejected, use `hasPlacedToken`, which doesn't scan
 * all headers.
 */
export function hasToken(headers: HeaderReader): boolean {
  return hasPlacedToken(headers) || hasMisplacedToken(headers);
}

/** Whether a request is authenticated by an access token only, which any origin may send. */
export function isTokenOnly(headers: HeaderReader): boolean {
  return headers.get('cookie') === null && hasToken(headers);
}

export function hasTwoTokens(headers: HeaderReader): boolean {
  const authorization = headers.get('authorization');
  const key = headers.get('x-api-key');
  return (
    isBearer.test(authorization ?? '') &&
    key !== null &&
    bearer.exec(authorization ?? '')?.[1] !== key
  );
}

/** Returns the request's token, or undefined if it is malformed. Requests with two tokens are rejected earlier. */
export function readToken(headers: HeaderReader): string | undefined {
  const token = headers.get('x-api-key') ?? bearer.exec(headers.get('authorization') ?? '')?.[1];
  return token && isAccessToken(token) ? token : undefined;
}
