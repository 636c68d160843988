/** Detects fields whose records our own SQL can read, which avoids building a Prisma query. */
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

type Paths = readonly (readonly string[])[];

/** Selects all columns of a record and of the named related records. */
type Columns = { select: { id: true } };

/** Cached per field of a cached document. Null if it reads more than columns. */
const known = new WeakMap<FieldNode, Columns | null>();

type Reading = {
  paths: Paths;
  fragments: GraphQLResolveInfo['fragments'];
  /** Collects the related records to join. Undefined within those, because joins aren't nested. */
  joined?: Set<string>;
};

/** Whether a selection reads only columns, regardless of variables. */
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

/** Whether a field reads only columns of its record and of joinable relations. Adds these to `joined`. */
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

function columnsIn(info: GraphQLResolveInfo, paths: Paths, joins: boolean): Columns | null {
  const [node, ...merged] = info.fieldNodes;
  const type = getNamedType(info.returnType);
  if (!node?.selectionSet || merged.length > 0 || !isObjectType(type)) return null;
  const before = known.get(node);
  if (before !== undefined) return before;
  const joined = new Set<string>();
  const { fragments } = info;
  const reading = { paths, fragments, ...(joins && { joined }) };
  const isFlat = selectsColumns(node.selectionSet, type, reading);
  const related = Object.fromEntries([...joined].map((relation) => [relation, true]));
  const columns = isFlat ? { select: { id: true as const, ...related } } : null;
  known.set(node, columns);
  return columns;
}

type Selecting = { paths?: string[][]; columns?: readonly string[]; joins?: boolean };

/**
 * Selection for `findRows` and `findRow`, which read all columns. Skips Pothos's selection if only columns are
 * selected, because building it costs more than reading a record.
 *
 * @param paths where the records are in the field's result; by default, the result is the record
 * @param columns columns to load besides the selected ones
 * @param joins whether `findRows` reads the records, which also reads related ones
 */
export function columnSelection(
  context: Context,
  info: GraphQLResolveInfo,
  { paths, columns = [], joins = false }: Selecting = {},
): Columns {
  const columnsOnly = columnsIn(info, paths ?? [[]], joins);
  if (columnsOnly) return columnsOnly;
  return selection(context, info, { ...(paths && { paths }), columns });
}
