import * as z from 'zod/mini';
import type { RuleErrorCode } from '#shared/errors.ts';

/** Range of the API's type Int, and of a column in PostgreSQL. */
const max = 2_147_483_647;

type NumberOptions = { required: RuleErrorCode; invalid: RuleErrorCode };

/** A whole number, also as typed into a form. Its messages are error codes. */
export const number = ({ required, invalid }: NumberOptions) =>
  z.pipe(
    z.transform((value: unknown) => {
      if (typeof value !== 'string') return value;
      return value.trim() === '' ? null : Number(value);
    }),
    z
      .number({
        error: ({ input }) => (input === null || input === undefined ? required : invalid),
      })
      .check(z.int(invalid), z.minimum(-max - 1, invalid), z.maximum(max, invalid)),
  );
