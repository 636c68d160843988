import type { Change } from '#server/database/changes/change-buffer.ts';
import type { Changes } from '#server/database/changes/changes.ts';
import type { Entity } from '#server/database/entity.ts';
import { delegateOf } from '#server/database/models.ts';
import { matches, selectFor } from '#server/database/visible.ts';
import { visibleTo } from '#server/graphql/building/visible-records.ts';
import { type Context, viewerCan, viewerOrganizations } from '#server/graphql/context.ts';

/** Values kept at a time. Beyond this, all are computed again. */
const maxValues = 1_000;

type Values<T> = { batches: number; byKey: Map<string, Promise<T>> };

/**
 * Computes a value once for all streams of an instance. Discards it with the next batch of changes, so it is never
 * older than the change that a stream reports.
 */
export function createUntilNextChange<T>() {
  const valuesOf = new WeakMap<Changes, Values<T>>();

  return function once(changes: Changes, key: string, compute: () => Promise<T>): Promise<T> {
    let values = valuesOf.get(changes);
    if (!values || values.batches !== changes.batches || values.byKey.size >= maxValues) {
      values = { batches: changes.batches, byKey: new Map() };
      valuesOf.set(changes, values);
    }
    const { byKey } = values;
    const known = byKey.get(key);
    if (known) return known;
    const computed = compute();
    byKey.set(key, computed);
    // Let the next stream retry.
    computed.catch(() => byKey.delete(key));
    return computed;
  };
}

type Node = { id: string };
type Changed = Exclude<Change, { id: null }>;

/** The part of the record that the change itself contains. */
const toldOf = ({ id, organizationId }: Changed) => ({
  id,
  ...(organizationId !== undefined && { organizationId }),
});

const once = createUntilNextChange<Node | null>();

function canReceive(entity: Entity, context: Context): boolean {
  if (entity.isOfOrganizations) return true;
  return entity.readPermission !== undefined && viewerCan(context, entity.readPermission);
}

const isMemberSomewhere = (context: Context) => viewerOrganizations(context).length > 0;

/** Whether the viewer may learn that some records of an entity have changed. */
function canReceiveMany({ readPermission }: Entity, context: Context): boolean {
  if (!readPermission) return false;
  return viewerCan(context, readPermission) || isMemberSomewhere(context);
}

/** Whether the viewer may receive a change. A deleted record must be visible by its ID and organization alone. */
export async function canReceiveChange(
  change: Change,
  entity: Entity,
  context: Context,
): Promise<boolean> {
  if (!canReceive(entity, context)) return false;
  if (change.id === null) return canReceiveMany(entity, context);
  const { id, kind } = change;
  const visible = visibleTo(entity.model, context);
  const known = matches(visible, toldOf(change));
  if (known !== undefined || kind === 'delete') return known === true;
  const query = { where: { id }, select: selectFor(visible) };
  const record = await once(context.changes, `${id} ${JSON.stringify(query.select)}`, () =>
    delegateOf(context.database, entity.model).findUnique(query),
  );
  return record !== null && matches(visible, record) === true;
}
