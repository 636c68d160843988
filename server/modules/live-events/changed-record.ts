import type { Change } from '#server/database/changes/change-buffer.ts';
import type { Entity } from '#server/database/entity.ts';
import { delegateOf } from '#server/database/models.ts';
import { matches, selectFor } from '#server/database/visible.ts';
import { visibleTo } from '#server/graphql/building/visible-records.ts';
import { type Context, viewerCan, viewerOrganizations } from '#server/graphql/context.ts';
import { createUntilNextChange } from './until-next-change.ts';

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
