import * as z from 'zod/mini';

/** Null if there is no value or an empty form field, else checked by `rule`. */
export const optional = <Output>(rule: z.ZodMiniType<Output, unknown>) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : (value ?? null)) as unknown),
    z.nullable(rule),
  );
