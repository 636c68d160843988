/** Finds the fields whose records are read without relations, so that no query has to be worked out for them. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import type { Context } from './context.ts';
import { readsColumnsOnly } from './loaded-columns.ts';
import { selection } from './selection.ts';

/** Where the records are in the result of a field. */
type Paths = readonly (readonly string[])[];

/** All columns of a record. */
const allColumns = { select: { id: true } } as const;

/** What is known of fields of cached documents. */
const known = new WeakMap<FieldNode, boolean>();

/** Whether a selection at `paths` reads columns only, whatever its variables are. */
function selectsColumns(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  { paths, fragments }: { paths: Paths; fragments: GraphQLResolveInfo['fragments'] },
): boolean {
  const isRecord = paths.some((path) => path.length === 0);
  return selections.every((selected) => {
    if (selected.kind !== 'Field') {
      const fragment =
        selected.kind === 'FragmentSpread' ? fragments[selected.name.value] : selected;
      const condition = fragment?.typeCondition?.name.value ?? type.name;
      if (!fragment || condition !== type.name) return false;
      return selectsColumns(fragment.selectionSet, type, { paths, fragments });
    }
    const name = selected.name.value;
    if (isRecord) return readsColumnsOnly(type.name, name);
    const inner = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    const field = type.getFields()[name];
    if (inner.length === 0 || !field || !selected.selectionSet) return true;
    const innerType = getNamedType(field.type);
    return (
      isObjectType(innerType) &&
      selectsColumns(selected.selectionSet, innerType, { paths: inner, fragments })
    );
  });
}

function readsColumns(info: GraphQLResolveInfo, paths: Paths): boolean {
  const [node, ...merged] = info.fieldNodes;
  const type = getNamedType(info.returnType);
  if (!node?.selectionSet || merged.length > 0 || !isObjectType(type)) return false;
  const before = known.get(node);
  if (before !== undefined) return before;
  const isFlat = selectsColumns(node.selectionSet, type, { paths, fragments: info.fragments });
  known.set(node, isFlat);
  return isFlat;
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
): { select: { id: true } } {
  if (readsColumns(info, paths ?? [[]])) return allColumns;
  return selection(context, info, { ...(paths && { paths }), columns });
}
