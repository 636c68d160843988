/** `node` and `nodes`: records of every entity with a `readPermission`, by their ids. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Entity } from '#server/database/entity.ts';
import { modelOfId } from '#server/database/ids.ts';
import { type EntityModel, entities } from '#server/entities.ts';
import { limits } from '#shared/limits.ts';
import { builder } from './builder.ts';
import {
  type Context,
  canSeeWithin,
  roleIn,
  type Viewer,
  viewerCan,
  viewerCanIn,
  viewerOrganizations,
} from './context.ts';
import { apiError } from './errors.ts';
import { priced } from './price.ts';
import { selection } from './selection.ts';
import { describedWithout } from './without-organizations.ts';

const fetched = entities.filter(({ readPermission }) => readPermission);

/** What IDs are, with the prefixes of those that `node` takes. */
function describeId(among: readonly Entity[]): string {
  const prefixes = among.map(({ idPrefix }) => `\`${idPrefix}_\``).join(', ');
  return `Opaque ID, unique over all types. Its prefix names the type: ${prefixes}.`;
}

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` and `nodes` fetch by its ID.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: describeId(fetched),
      extensions: describedWithout(describeId(fetched.filter(({ organization }) => !organization))),
    }),
  }),
  resolveType: ({ id }) => modelOfId(id) ?? null,
});

const byModel = new Map(entities.map((entity) => [entity.model, entity]));

/** Whether records of `entity` exist for the API: those of organizations only where there are any. */
const isShown = ({ organization }: Pick<Entity, 'organization'>, { settings }: Context) =>
  settings.organizations || !organization;

/** Whether the viewer may fetch any record of `entity`. */
export function canRead(
  entity: Pick<Entity, 'readPermission' | 'organization'>,
  context: Context,
): boolean {
  const { readPermission } = entity;
  return (
    readPermission !== undefined && isShown(entity, context) && viewerCan(context, readPermission)
  );
}

/** Whether the viewer may receive the changes of a record, which may belong to an organization. */
export function canReceive(
  entity: Pick<Entity, 'readPermission' | 'organization'>,
  organizationId: string | null,
  context: Context,
): boolean {
  const mayReadAll = canRead(entity, context);
  if (organizationId === null || !entity.organization) {
    return mayReadAll && canSeeWithin(context, organizationId);
  }
  const { permission } = entity.organization;
  return (
    mayReadAll ||
    (permission
      ? viewerCanIn(context, organizationId, permission)
      : roleIn(context, organizationId) !== undefined)
  );
}

/** What `node` needs of a Prisma delegate. */
type Delegate = {
  findUnique(query: object): Promise<{ id: string } | null>;
  findMany(query: object): Promise<{ id: string }[]>;
};

function delegateOf({ database }: Context, model: EntityModel): Delegate {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<EntityModel>;
  return database[name] as unknown as Delegate;
}

type Condition = (context: Context) => object;
const conditions = new Map<EntityModel, Condition>();

/** Limits `node` to the records of a type that its lists show. */
export function nodesOnlyWhere(model: EntityModel, condition: Condition): void {
  conditions.set(model, condition);
}

/**
 * Users see themselves, and the admin who is impersonating them; of other types, only their own records. A
 * token sees of these itself.
 */
function ownRecords({ user, session, token }: Viewer, owner: 'id' | 'userId'): object {
  if (token && owner === 'userId') return { id: token.id };
  const impersonator = owner === 'id' ? session?.impersonatedBy : null;
  return { [owner]: { in: impersonator ? [user.id, impersonator] : [user.id] } };
}

type ViewerCondition = (context: Context) => object | null;
const viewerConditions = new Map<EntityModel, ViewerCondition>();

/** Lets `node` find further records of a type that belong to the viewer. */
export function nodesOfViewer(model: EntityModel, condition: ViewerCondition): void {
  viewerConditions.set(model, condition);
}

/** Members see the records of their organizations. */
function ofOrganizations(
  { column, permission }: NonNullable<Entity['organization']>,
  context: Context,
): object {
  const ids = viewerOrganizations(context).filter(
    (id) => !permission || viewerCanIn(context, id, permission),
  );
  return { [column]: { in: ids } };
}

/** The condition for the records of `entity` that the viewer may fetch; null if there are none. */
function fetchable(entity: Entity & { model: EntityModel }, context: Context): object | null {
  const { model, owner, organization } = entity;
  const { viewer } = context;
  const visible = conditions.get(model)?.(context);
  if (canRead(entity, context)) return visible ?? {};
  if (!viewer || !isShown(entity, context)) return null;
  if (organization) {
    const own = viewerConditions.get(model)?.(context);
    const among = [ofOrganizations(organization, context), ...(own ? [own] : [])];
    return { AND: [visible ?? {}, { OR: among }] };
  }
  return owner ? { AND: [visible ?? {}, ownRecords(viewer, owner)] } : null;
}

/** What the document selects of a record of `model`. */
const selected = (model: EntityModel, context: Context, info: GraphQLResolveInfo) =>
  selection(context, info, { typeName: model }).select as Record<string, unknown>;

/** How to read a changed record, which the viewer may see (`canReceive`). */
export function nodeQuery(id: string, context: Context, info: GraphQLResolveInfo) {
  const entity = byModel.get(modelOfId(id) as EntityModel);
  if (!entity || !(canRead(entity, context) || entity.organization)) return null;
  const delegate = delegateOf(context, entity.model);
  return {
    /** What the document selects. */
    select: selected(entity.model, context, info),
    /** Reads the record, with all columns unless `select` is given. */
    read: (select?: object) => delegate.findUnique({ ...(select && { select }), where: { id } }),
  };
}

type Visibility = { column: string; isVisible(record: { id: string }, context: Context): boolean };
const visibilities = new Map<EntityModel, Visibility>();

/** Hides records from `node` by one of their columns, which is read with them. */
export function nodesVisibleIf(model: EntityModel, visibility: Visibility): void {
  visibilities.set(model, visibility);
}

/** What to select of a record of `model`, and whether the viewer sees it. */
function visibleSelection(model: EntityModel, context: Context, info: GraphQLResolveInfo) {
  const visibility = visibilities.get(model);
  const select = selected(model, context, info);
  if (!visibility) return { select, isVisible: () => true };
  return {
    select: { ...select, [visibility.column]: true },
    isVisible: (record: { id: string }) => visibility.isVisible(record, context),
  };
}

/** The record with this id. Null if it does not exist or the viewer may not see it. */
async function findNode(id: string, context: Context, info: GraphQLResolveInfo) {
  const entity = byModel.get(modelOfId(id) as EntityModel);
  const where = entity && fetchable(entity, context);
  if (!where) return null;
  const { select, isVisible } = visibleSelection(entity.model, context, info);
  const delegate = delegateOf(context, entity.model);
  // Prisma reads the records of several fields at once only where there is no other condition.
  const [record] =
    Object.keys(where).length === 0
      ? [await delegate.findUnique({ select, where: { id } })]
      : await delegate.findMany({ select, where: { AND: [{ id }, where] } });
  return record && isVisible(record) ? record : null;
}

/** The records with these ids that the viewer may see, by one statement for each type. */
async function findNodes(ids: readonly string[], context: Context, info: GraphQLResolveInfo) {
  const idsOfModels = Map.groupBy(new Set(ids), modelOfId);
  const found = await Promise.all(
    Array.from(idsOfModels, async ([model, ofModel]) => {
      const entity = byModel.get(model as EntityModel);
      const where = entity && fetchable(entity, context);
      if (!where) return [];
      const { select, isVisible } = visibleSelection(entity.model, context, info);
      const records = await delegateOf(context, entity.model).findMany({
        select,
        where: { AND: [{ id: { in: ofModel } }, where] },
      });
      return records.filter(isVisible);
    }),
  );
  const byId = new Map(found.flat().map((record) => [record.id, record]));
  return ids.map((id) => byId.get(id) ?? null);
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description:
      'The object with this ID. Null if it does not exist or you may not see it. Requires signing in.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'ID of the object.' }) },
    resolve: (_root, { id }, context, info) => findNode(id, context, info),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description:
      'The objects with these IDs, in the given order, with null where `node` would return null. Requires signing in.',
    extensions: priced({ statements: fetched.length, entries: { argument: 'ids' } }),
    authScopes: { signedIn: true },
    args: {
      ids: t.arg.idList({
        required: true,
        description: `IDs of the objects, at most ${limits.nodesMax}.`,
      }),
    },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > limits.nodesMax) {
        throw apiError('BAD_REQUEST', `At most ${limits.nodesMax} IDs are allowed.`);
      }
      return findNodes(ids, context, info);
    },
  }),
}));
