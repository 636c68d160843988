import { isIP } from 'node:net';

export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/i.test(host);
}

export function hasIpAddress(address: string): boolean {
  return isIP((URL.parse(address)?.hostname ?? '').replace(/[[\]]/g, '')) !== 0;
}

export function isConfidential(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}

/** https, and not a loopback address. */
export function isPublic(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' && !isLoopback(url.hostname);
}

export function isOrigin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.href === `${url.origin}/` && !/[?#]/.test(address);
}

/**
 * True if a pooler such as PgBouncer may run each transaction in another session (Prisma's `?pgbouncer=true`). Then
 * don't rely on session state such as named statements or timeouts.
 */
export const isPooled = (databaseUrl: string) =>
  URL.parse(databaseUrl)?.searchParams.get('pgbouncer') === 'true';

const secretMinLength = 32;
/** 32 random hexadecimal digits have fewer than 10 distinct ones in 1 of 10,000 cases. */
const secretMinDistinct = 10;
const publicSecrets = ['better-auth-secret-12345678901234567890', 'openssl rand'];

/** Why a signing secret is unsafe, or undefined if it is fine. A guessed secret lets attackers forge sessions. */
export function secretProblem(secret: string): string | undefined {
  if (secret.length < secretMinLength) return `must have at least ${secretMinLength} characters`;
  const isPublic = publicSecrets.some((known) => secret.includes(known));
  const isPoor = new Set(secret).size < secretMinDistinct;
  if (isPublic || isRepeated(secret) || isPoor || isSequence(secret)) {
    return 'must be random: this one can be guessed';
  }
  return undefined;
}

/** As in `abcabcab`. */
function isRepeated(text: string): boolean {
  const periods = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1);
  return periods.some((period) => text.startsWith(text.slice(period)));
}

/** As in `abcdef` or `987654`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const steps = codes.filter((code, index) => Math.abs(code - (codes[index - 1] ?? 0)) <= 1);
  return steps.length > text.length / 2;
}
