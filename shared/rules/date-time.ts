import * as z from 'zod/mini';
import type { RuleErrorCode } from '#shared/errors.ts';

/** A time as the API reads it, or as typed into a form in the browser's time zone. Becomes ISO 8601 in UTC. */
export const dateTime = (required: RuleErrorCode) =>
  z.pipe(
    z.transform((value: unknown) => {
      const date = typeof value === 'string' ? new Date(value) : value;
      return date instanceof Date && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
    }),
    z.string(required),
  );
