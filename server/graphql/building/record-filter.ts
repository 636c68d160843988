/** Filters of every list: by ID, and by time for programs that sync a copy. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { type BuilderTypes, builder } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description: 'A period of time. It is open where an end is omitted.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'At or after this time.' }),
    before: t.field({ type: 'DateTime', description: 'Before this time.' }),
  }),
});

type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

/** Filter fields of a list of `records`, combined with AND. */
export const recordFilterFields = (t: InputFields, records: string) => ({
  ids: t.idList({
    description: `Only ${records} with these IDs, at most ${limits.nodesMax}. Unknown IDs are ignored.`,
  }),
  createdAt: t.field({
    type: DateTimeFilter,
    description: `Only ${records} created in this period.`,
  }),
  updatedAt: t.field({
    type: DateTimeFilter,
    description: `Only ${records} last updated in this period. To keep a copy up to date, page by UPDATED_AT from a minute before the largest value read so far.`,
  }),
});

type Period = { from?: Date | null | undefined; before?: Date | null | undefined };

export type RecordFilter = {
  ids?: readonly string[] | null | undefined;
  createdAt?: Period | null | undefined;
  updatedAt?: Period | null | undefined;
};

/** Condition for times in a period. Undefined if it is open at both ends. */
export function within(column: string, { from, before }: Period) {
  if (!from && !before) return undefined;
  return { [column]: { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) } };
}

/**
 * Conditions of a filter; none for an empty filter.
 *
 * @throws BAD_REQUEST for too many IDs
 */
export function recordConditions(model: EntityModel, filter: RecordFilter | null | undefined) {
  const { ids, createdAt, updatedAt } = filter ?? {};
  if (ids && ids.length > limits.nodesMax) {
    throw apiError('BAD_REQUEST', `At most ${limits.nodesMax} IDs are allowed.`);
  }
  return [
    ids ? { id: { in: ids.filter((id) => isIdOf(model, id)) } } : undefined,
    createdAt ? within('createdAt', createdAt) : undefined,
    updatedAt ? within('updatedAt', updatedAt) : undefined,
  ].filter((condition) => condition !== undefined);
}
