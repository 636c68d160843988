/**
 * `node` and `nodes`: anything by its id. Modules say how theirs are loaded and who may; what the
 * viewer may not see is answered like what does not exist.
 */
import type { GraphQLResolveInfo } from 'graphql';
import { type IdentifiedModel, modelOfId } from '#server/database/ids.ts';
import { limits } from '#shared/limits.ts';
import type { Permission } from '#shared/permissions.ts';
import { builder } from './builder.ts';
import { type Context, viewerCan } from './context.ts';
import { apiError } from './errors.ts';
import { priced } from './price.ts';

type NodeSource = {
  permission: Permission;
  load(id: string, context: Context, info: GraphQLResolveInfo): Promise<{ id: string } | null>;
};

const sources = new Map<IdentifiedModel, NodeSource>();

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'Anything with an id.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Opaque, unique over all types, the same everywhere. Its prefix tells the type.',
    }),
  }),
  resolveType: ({ id }) => modelOfId(id) ?? null,
});

/** Lets `node` and `nodes` find records of `model`. */
export function defineNode(model: IdentifiedModel, source: NodeSource): void {
  sources.set(model, source);
}

function sourceOf(model: IdentifiedModel | undefined, context: Context): NodeSource | undefined {
  const source = model && sources.get(model);
  return source && viewerCan(context, source.permission) ? source : undefined;
}

/** Whether the viewer may see records of `model`. */
export function mayFindModel(model: IdentifiedModel, context: Context): boolean {
  return sourceOf(model, context) !== undefined;
}

/** The record with this id, or null if there is none or the viewer may not see it. */
export async function findNode(id: string, context: Context, info: GraphQLResolveInfo) {
  return sourceOf(modelOfId(id), context)?.load(id, context, info) ?? null;
}

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'The record with this id; null if there is none or the viewer may not see it.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The id of the record.' }) },
    resolve: (_root, { id }, context, info) => findNode(id, context, info),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description: 'The records with these ids, in their order, null as for `node`.',
    // Prisma asks for records of one type at once.
    extensions: priced({ statements: 2, entries: { argument: 'ids' } }),
    authScopes: { signedIn: true },
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The ids of the records, at most ${limits.nodesMax}.`,
      }),
    },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > limits.nodesMax) {
        throw apiError('BAD_REQUEST', `Ask for at most ${limits.nodesMax} ids at once.`);
      }
      return Promise.all(ids.map((id) => findNode(id, context, info)));
    },
  }),
}));
