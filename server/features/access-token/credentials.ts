/**
 * Access tokens and how requests send them: `Authorization: Bearer …` (RFC 6750) or `x-api-key: …`. A token is `atr_`, 32
 * random base62 digits and their CRC-32 in 6 base62 digits. Secret scanners recognize it, and a mistyped token is rejected
 * without a database query.
 */
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'atr_';
const randomLength = 32;
const checksumLength = 6;
/** `atr_` and 8 of the random digits: enough to recognize a token, while 143 bits stay secret. */
const startLength = prefix.length + 8;

const pattern = new RegExp(
  `^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let place = 0; place < checksumLength; place += 1) {
    text = (digits[rest % digits.length] ?? '') + text;
    rest = Math.floor(rest / digits.length);
  }
  return text;
}

export function newAccessToken(): string {
  const random = Array.from({ length: randomLength }, () => digits[randomInt(digits.length)]).join(
    '',
  );
  return prefix + random + checksumOf(random);
}

const anywhere = new RegExp(
  `(?<![0-9A-Za-z_])${prefix}[0-9A-Za-z]{${randomLength + checksumLength}}(?![0-9A-Za-z_])`,
);

export const containsAccessToken = (text: string) => text.includes(prefix) && anywhere.test(text);

export function isAccessToken(text: string): boolean {
  const [, random, checksum] = pattern.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

export const startOf = (token: string) => token.slice(0, startLength);

const bearer = /^Bearer +(\S+)$/i;
const isBearer = /^Bearer\b/i;
const basic = /^Basic +(\S+)$/i;

export const acceptedForms = 'Authorization: Bearer atr_… or x-api-key: atr_…';

/** Headers that browsers send automatically, with text that others can choose. */
const notCredentials = new Set(['cookie', 'referer']);

/** Valid or not, wherever access tokens are accepted. */
export function hasPlacedToken(headers: Headers): boolean {
  return isBearer.test(headers.get('authorization') ?? '') || headers.get('x-api-key') !== null;
}

/**
 * True if an access token is only sent in an unsupported form, such as `token atr_…`. Other credentials are ignored:
 * a proxy that asks for a password forwards it.
 */
export function hasMisplacedToken(headers: Headers): boolean {
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
export function hasToken(headers: Headers): boolean {
  return hasPlacedToken(headers) || hasMisplacedToken(headers);
}

/** Whether a request is authenticated by an access token only, which any origin may send. */
export function isTokenOnly(headers: Headers): boolean {
  return headers.get('cookie') === null && hasToken(headers);
}

export function hasTwoTokens(headers: Headers): boolean {
  const authorization = headers.get('authorization');
  const key = headers.get('x-api-key');
  return (
    isBearer.test(authorization ?? '') &&
    key !== null &&
    bearer.exec(authorization ?? '')?.[1] !== key
  );
}

/** Returns the request's token, or undefined if it is malformed. Requests with two tokens are rejected earlier. */
export function readToken(headers: Headers): string | undefined {
  const token = headers.get('x-api-key') ?? bearer.exec(headers.get('authorization') ?? '')?.[1];
  return token && isAccessToken(token) ? token : undefined;
}
