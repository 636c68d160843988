/** `node` and `nodes`: records of every entity with a `readPermission`, by their ids. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Entity } from '#server/database/entity.ts';
import { modelOfId } from '#server/database/ids.ts';
import { type EntityModel, entities } from '#server/entities.ts';
import { limits } from '#shared/limits.ts';
import { builder } from './builder.ts';
import { type Context, viewerCan } from './context.ts';
import { apiError } from './errors.ts';
import { priced } from './price.ts';
import { selection } from './selection.ts';

const prefixes = entities
  .filter(({ readPermission }) => readPermission)
  .map(({ idPrefix }) => `\`${idPrefix}_\``)
  .join(', ');

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` and `nodes` fetch by its ID.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: `Opaque ID, unique over all types. Its prefix names the type: ${prefixes}.`,
    }),
  }),
  resolveType: ({ id }) => modelOfId(id) ?? null,
});

const byModel = new Map(entities.map((entity) => [entity.model, entity]));

/** Whether the viewer may fetch any record of `entity`. */
export function canRead(
  { readPermission }: Pick<Entity, 'readPermission'>,
  context: Context,
): boolean {
  return readPermission !== undefined && viewerCan(context, readPermission);
}

/** What `node` needs of a Prisma delegate. */
type Delegate = { findUnique(query: object): Promise<{ id: string } | null> };

function delegateOf({ database }: Context, model: EntityModel): Delegate {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<EntityModel>;
  return database[name] as unknown as Delegate;
}

/** How to read the record with this id. Null if the viewer may not see records of its type. */
export function nodeQuery(id: string, context: Context, info: GraphQLResolveInfo) {
  const entity = byModel.get(modelOfId(id) as EntityModel);
  if (!entity || !canRead(entity, context)) return null;
  const delegate = delegateOf(context, entity.model);
  return {
    /** What the document selects. */
    select: selection(context, info, { typeName: entity.model }).select as Record<string, unknown>,
    /** Reads the record, with all columns unless `select` is given. */
    read: (select?: object) => delegate.findUnique({ ...(select && { select }), where: { id } }),
  };
}

/** The record with this id. Null if it does not exist or the viewer may not see it. */
async function findNode(id: string, context: Context, info: GraphQLResolveInfo) {
  const query = nodeQuery(id, context, info);
  return query ? query.read(query.select) : null;
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
    // Prisma asks for records of one type at once.
    extensions: priced({ statements: 2, entries: { argument: 'ids' } }),
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
      return Promise.all(ids.map((id) => findNode(id, context, info)));
    },
  }),
}));
