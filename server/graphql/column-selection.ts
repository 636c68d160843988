/** Finds the fields whose records are read by statements of our own, so that no query has to be worked out for them. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { canJoin } from '#server/database/relations.ts';
import type { Context } from './context.ts';
import { readsOfField } from './loaded-columns.ts';
import { selection } from './selection.ts';

/** Where the records are in the result of a field. */
type Paths = readonly (readonly string[])[];

/** All columns of a record, and related records with theirs. */
type Columns = { select: { id: true } };

/** What is known of fields of cached documents; null if they read more than columns. */
const known = new WeakMap<FieldNode, Columns | null>();

type Reading = {
  paths: Paths;
  fragments: GraphQLResolveInfo['fragments'];
  /** The related records that are read too. Undefined within these: no further ones are. */
  joined?: Set<string>;
};

/** Whether a selection at `paths` reads columns only, whatever its variables are. */
function selectsColumns(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  reading: Reading,
): boolean {
  const { paths, fragments } = reading;
  const isRecord = paths.some((path) => path.length === 0);
  return selections.every((selected) => {
    if (selected.kind !== 'Field') {
      const fragment =
        selected.kind === 'FragmentSpread' ? fragments[selected.name.value] : selected;
      const condition = fragment?.typeCondition?.name.value ?? type.name;
      if (!fragment || condition !== type.name) return false;
      return selectsColumns(fragment.selectionSet, type, reading);
    }
    if (isRecord) return readsColumnsOnly(selected, type, reading);
    const name = selected.name.value;
    const inner = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    const field = type.getFields()[name];
    if (inner.length === 0 || !field || !selected.selectionSet) return true;
    const innerType = getNamedType(field.type);
    return (
      isObjectType(innerType) &&
      selectsColumns(selected.selectionSet, innerType, { ...reading, paths: inner })
    );
  });
}

/** Whether a field of a record reads columns of it and of records that can be joined. Adds these. */
function readsColumnsOnly(
  { name, selectionSet }: FieldNode,
  type: GraphQLObjectType,
  { fragments, joined }: Reading,
): boolean {
  const reads = readsOfField(type.name, name.value);
  if (!reads) return false;
  return reads.related.every(({ relation, column }) => {
    if (!joined || !canJoin(type.name, relation, column)) return false;
    joined.add(relation);
    const related = getNamedType(type.getFields()[name.value]?.type);
    if (column || !selectionSet || !isObjectType(related)) return column !== undefined;
    return selectsColumns(selectionSet, related, { paths: [[]], fragments });
  });
}

function columnsIn(info: GraphQLResolveInfo, paths: Paths): Columns | null {
  const [node, ...merged] = info.fieldNodes;
  const type = getNamedType(info.returnType);
  if (!node?.selectionSet || merged.length > 0 || !isObjectType(type)) return null;
  const before = known.get(node);
  if (before !== undefined) return before;
  const joined = new Set<string>();
  const { fragments } = info;
  const isFlat = selectsColumns(node.selectionSet, type, { paths, fragments, joined });
  const related = Object.fromEntries([...joined].map((relation) => [relation, true]));
  const columns = isFlat ? { select: { id: true as const, ...related } } : null;
  known.set(node, columns);
  return columns;
}

/**
 * The selection of records that are read with all their columns, by `findRows` or `findRow`. Working it out
 * costs more than reading a record, so it is left out where only columns are selected.
 *
 * @param paths where the records are in the field's result; left out, it is the record
 * @param columns columns to load besides the selected ones
 */
export function columnSelection(
  context: Context,
  info: GraphQLResolveInfo,
  { paths, columns = [] }: { paths?: string[][]; columns?: readonly string[] } = {},
): Columns {
  const columnsOnly = columnsIn(info, paths ?? [[]]);
  if (columnsOnly) return columnsOnly;
  return selection(context, info, { ...(paths && { paths }), columns });
}
