import type * as z from 'zod/mini';
import type { UserError } from '#client/lib/errors.ts';
import { defaultCode } from '#shared/rules/default-code.ts';

/** A schema whose messages are error codes. */
export type Rules<Values> = z.ZodMiniType<Values>;

/** Error codes by field name. An empty name means the form itself. */
export type FieldErrors = Record<string, string>;

export type FormValues = Record<string, string | boolean | string[]>;

/**
 * The form's values by field name, as texts. A checkbox is true or false; checkboxes with a `value` attribute share a
 * name, whose value is the list of those checked.
 */
export function readValues(form: HTMLFormElement): FormValues {
  const data = new FormData(form);
  const values: FormValues = Object.fromEntries([...data].map(([name, text]) => [name, `${text}`]));
  for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox][name]')) {
    const { name, checked } = box;
    values[name] = box.hasAttribute('value') ? data.getAll(name).map(String) : checked;
  }
  return values;
}

/** The first error of each field. Errors without a field use the empty name. */
export function errorsByField(errors: readonly UserError[]): FieldErrors {
  const found: FieldErrors = {};
  for (const { code, field } of errors) found[field?.at(-1) ?? ''] ??= code;
  return found;
}

/**
 * Applies the rules; `values` is undefined for invalid input. Rules that couldn't be loaded are undefined: everything
 * passes, and the server validates.
 */
export function validate<Values>(
  rules: Rules<Values> | undefined,
  input: FormValues,
): { values: Values | undefined; errors: FieldErrors } {
  if (!rules) return { values: input as Values, errors: {} };
  const result = rules.safeParse(input, defaultCode);
  const issues = result.error?.issues ?? [];
  const errors = issues.map(({ message, path }) => ({ code: message, field: path.map(String) }));
  return { values: result.data, errors: errorsByField(errors) };
}
