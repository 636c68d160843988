/** Reads the access token of a request: `Authorization: Bearer …` (RFC 6750) or `x-api-key: …`. */
import type { HeaderReader } from '#server/http/headers.ts';
import { isAccessToken } from './format.ts';

const bearer = /^Bearer +(\S+)$/i;
const isBearer = /^Bearer\b/i;

/**
 * Whether a request carries an access token, or what should be one. Other schemes are not for the product: a
 * proxy that asks for a password passes it on.
 */
export function hasToken(headers: HeaderReader): boolean {
  return isBearer.test(headers.get('authorization') ?? '') || headers.get('x-api-key') !== null;
}

/** Whether a request carries two different tokens. */
export function hasTwoTokens(headers: HeaderReader): boolean {
  const authorization = headers.get('authorization');
  const key = headers.get('x-api-key');
  return (
    isBearer.test(authorization ?? '') &&
    key !== null &&
    bearer.exec(authorization ?? '')?.[1] !== key
  );
}

/** The token of a request that has one; undefined if it is malformed. Headers with two are refused before. */
export function readToken(headers: HeaderReader): string | undefined {
  const token = headers.get('x-api-key') ?? bearer.exec(headers.get('authorization') ?? '')?.[1];
  return token && isAccessToken(token) ? token : undefined;
}
