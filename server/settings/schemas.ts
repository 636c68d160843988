/** Schemas of the settings' values. Each message completes "NAME …". */
import * as z from 'zod';
import { emailPattern } from '#shared/rules/account.ts';
import { isConfidential } from './rules.ts';

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
