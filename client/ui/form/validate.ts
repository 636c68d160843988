import type * as z from 'zod/mini';
import type { UserError } from '#client/lib/errors.ts';
import type { FieldErrors } from './form-context.ts';

/** A schema whose messages are error codes. */
export type Rules<Values> = z.ZodMiniType<Values>;

/** The form's current values by field name. */
export function readValues(form: HTMLFormElement): Record<string, string> {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** The first error of each field; those without a field are under the empty name. */
export function errorsByField(errors: readonly UserError[]): FieldErrors {
  const found: FieldErrors = {};
  for (const { code, field } of errors) found[field?.at(-1) ?? ''] ??= code;
  return found;
}

/**
 * Applies the rules; `values` is undefined if the input is invalid. Rules that could not be loaded
 * are undefined: everything passes, and the server validates.
 */
export function validate<Values>(
  rules: Rules<Values> | undefined,
  input: Record<string, string>,
): { values: Values | undefined; errors: FieldErrors } {
  if (!rules) return { values: input as Values, errors: {} };
  const result = rules.safeParse(input);
  const issues = result.error?.issues ?? [];
  const errors = issues.map(({ message, path }) => ({ code: message, field: path.map(String) }));
  return { values: result.data, errors: errorsByField(errors) };
}
