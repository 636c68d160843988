import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '#server/graphql/context.ts';
import { nodeQuery } from '#server/graphql/node.ts';
import { createUntilNextChange } from './until-next-change.ts';

type Node = { id: string };

const once = createUntilNextChange<Node | null>();

/**
 * The changed record, read once for all streams: with all columns, so that documents with different
 * fields share it. Nothing is read for a document that selects the ID only.
 */
export async function findChangedRecord(id: string, context: Context, info: GraphQLResolveInfo) {
  const query = nodeQuery(id, context, info);
  if (!query) return null;
  const { select, read } = query;
  if (Object.keys(select).every((column) => column === 'id')) return { id };
  const isPlain = Object.values(select).every((each) => each === true);
  const key = isPlain ? id : `${id} ${JSON.stringify(select)}`;
  return once(context.changes, key, () => read(isPlain ? undefined : select));
}
