/** `node` and `nodes`: fetch records of every entity with a `readPermission` by ID. */

import type { GraphQLResolveInfo } from 'graphql';
import { delegateOf, uncapitalized, wordsOf } from '#server/database/client.ts';
import { matches } from '#server/database/conditions.ts';
import { isIdOf, modelOfId } from '#server/database/ids.ts';
import { type EntityModel, entities } from '#server/entities.ts';
import { builder } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError } from '#server/graphql/errors.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import type { Permission } from '#shared/permissions.ts';
import { selection, typeOf } from './selection.ts';
import { shownEntity, visibleTo, visibleWhere } from './visible-records.ts';

const fetched = entities.filter(({ readPermission }) => readPermission);

const prefixes = fetched.map(({ idPrefix }) => `\`${idPrefix}_\``).join(', ');

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object that `node` and `nodes` fetch by its ID.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: `Opaque ID, unique over all types. Its prefix names the type: ${prefixes}.`,
    }),
  }),
  resolveType: ({ id }) => modelOfId(id) ?? null,
});

const selected = (model: EntityModel, context: Context, info: GraphQLResolveInfo) =>
  selection(context, info, { typeName: model }).select as Record<string, unknown>;

/** Fetches records with one statement per type. */
async function findNodes(ids: readonly string[], context: Context, info: GraphQLResolveInfo) {
  const idsOfModels = Map.groupBy(new Set(ids), modelOfId);
  const found = await Promise.all(
    Array.from(idsOfModels, async ([prefixed, ofModel]) => {
      const model = shownEntity(prefixed)?.model;
      if (!model || visibleTo(model, context) === false) return [];
      return delegateOf(context.database, model).findMany({
        select: selected(model, context, info),
        where: { AND: [{ id: { in: ofModel } }, ...visibleWhere(model, context)] },
      });
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
    resolve: async (_root, { id }, context, info) => {
      const model = shownEntity(modelOfId(id))?.model;
      if (!model || visibleTo(model, context) === false) return null;
      // Prisma batches reads of several fields only without another condition. The type hides what the viewer doesn't see.
      const select = selected(model, context, info);
      return delegateOf(context.database, model).findUnique({ select, where: { id } });
    },
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description:
      'The objects with these IDs, in the given order, with null where `node` would return null. Requires signing in.',
    complexity: ({ ids }, ...rest) =>
      cost({ statements: fetched.length, entries: Math.min(ids.length, limits.nodesMax) })(
        { ids },
        ...rest,
      ),
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

/** The query of one record by its ID, named after its type. */
export function defineRecordQuery(
  model: EntityModel,
  options: { description: string; authScopes: { can: Permission } },
): void {
  builder.queryField(uncapitalized(model), (t) =>
    t.field({
      type: typeOf(model),
      nullable: true,
      ...options,
      args: { id: t.arg.id({ required: true, description: `ID of the ${wordsOf(model)}.` }) },
      resolve(_root, { id }, context, info) {
        if (!isIdOf(model, id) || matches(visibleTo(model, context), { id }) === false) return null;
        const query = { ...selection(context, info), where: { id } };
        return delegateOf(context.database, model).findUnique(query);
      },
    }),
  );
}
