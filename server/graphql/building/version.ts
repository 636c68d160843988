import { userError } from '#server/graphql/errors.ts';
import type { InputFields } from './mutation.ts';

export type Versioned = { expectedUpdatedAt?: Date | null | undefined };

/** Input field of updates: what `requireUnchanged` compares. */
export const expectedUpdatedAt = (t: InputFields) =>
  t.field({
    type: 'DateTime',
    description:
      'Value of `updatedAt` that the changes are based on: RECORD_CHANGED if the record was updated since. Omit to overwrite it.',
  });

/**
 * Call it with the locked record.
 *
 * @throws {UserErrors} RECORD_CHANGED if the record was updated since the client read it
 */
export function requireUnchanged(
  stored: { updatedAt: Date },
  { expectedUpdatedAt: expected }: Versioned,
) {
  if (expected && expected.getTime() !== stored.updatedAt.getTime()) {
    throw userError('RECORD_CHANGED', 'expectedUpdatedAt');
  }
}
