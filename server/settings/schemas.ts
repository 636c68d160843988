/** Schemas and rules of the settings' values. Each message completes "NAME …". */

import { isIP } from 'node:net';
import * as z from 'zod';
import { emailPattern } from '#shared/rules/account.ts';

/** How a setting is read and described. `.env.example` is generated from these. */
export type Variable = {
  schema: z.ZodType;
  description: string;
  example?: string;
} & (
  | { isSecret?: true; isPublic?: never }
  /** Managers see the value on the system page. They see numbers, true and false of every setting that isn't secret. */
  | { isSecret?: never; isPublic?: true }
);

export type Variables = Readonly<Record<string, Variable>>;
type Schemas<Given extends Variables> = { [Name in keyof Given]: Given[Name]['schema'] };
export type ValuesOf<Given extends Variables> = z.infer<z.ZodObject<Schemas<Given>>>;

export const schemasOf = <Given extends Variables>(variables: Given) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, { schema }]) => [name, schema]),
  ) as Schemas<Given>;

export function exampleOf({ schema, example }: Variable): string {
  return example ?? String(schema.safeParse(undefined).data ?? '');
}

const trueOrFalse = z.enum(['true', 'false'], 'must be true or false');

export const flag = (fallback: boolean) =>
  trueOrFalse.default(fallback ? 'true' : 'false').transform((value) => value === 'true');

export const optionalFlag = () => trueOrFalse.transform((value) => value === 'true').optional();

export const optionalNumber = (min: number, max: number, orElse = '') => {
  const problem = `must be a whole number from ${min} to ${max}${orElse}`;
  return z.coerce.number(problem).int(problem).min(min, problem).max(max, problem).optional();
};

export const wholeNumber = (min: number, max: number, fallback: number, orElse = '') =>
  optionalNumber(min, max, orElse).unwrap().default(fallback);

export const shortText = (max: number) =>
  z.string().max(max, `must have at most ${max} characters`);

export const url = (protocol: RegExp, problem: string) => z.url({ protocol, error: problem });

export const webUrl = (problem = 'must be a URL') => url(/^https?$/, problem);

export const confidentialUrl = () =>
  webUrl().refine(isConfidential, 'must be a URL that begins with https://');

export const emailAddress = z.email({ pattern: emailPattern, error: 'must be an email address' });

export const list = () =>
  z
    .string()
    .default('')
    .transform((values) => values.split(',').map((value) => value.trim()))
    .transform((values) => values.filter(Boolean));

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

type Names<Values> = Readonly<Record<string, keyof Values>>;
type Together<Values, Given extends Names<Values>> = {
  [Key in keyof Given]: NonNullable<Values[Given[Key]]>;
};

/** Returns the values by their keys if all are set, or the missing names if only some are. */
export function readTogether<Values extends object, const Given extends Names<Values>>(
  values: Values,
  names: Given,
): { all?: Together<Values, Given>; missing: (keyof Values)[] } {
  const entries = Object.entries(names).map(([key, name]) => ({ key, name, value: values[name] }));
  const missing = entries.filter(({ value }) => value === undefined).map(({ name }) => name);
  if (missing.length > 0) return { missing: missing.length < entries.length ? missing : [] };
  const all = Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  return { all: all as Together<Values, Given>, missing };
}
