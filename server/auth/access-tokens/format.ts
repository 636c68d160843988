/**
 * Access token format: `atr_`, 32 random base62 digits and their CRC-32 in 6 base62 digits. Secret
 * scanners recognize it, and a mistyped token is rejected without a database query.
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
