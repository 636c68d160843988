/**
 * A `select` that is worked out once for a field of a document: where the records' fields only return columns, of the
 * record or of to-one relations, whatever the variables are.
 */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { columnsOfType, markAsColumns, readsOfField } from './loaded-columns.ts';

type Paths = readonly (readonly string[])[];

type Select = { [columnOrRelation: string]: true | { select: Select } };

/** Cached per field of a cached document. Null if it reads more than columns. */
const known = new WeakMap<FieldNode, Select | null>();

type Reading = {
  paths: Paths;
  fragments: GraphQLResolveInfo['fragments'];
  /** What the records are selected with. */
  select: Select;
  /** Fields that lead to related records. */
  relations: FieldNode[];
};

function selectOf(select: Select, relation: string): Select {
  const before = select[relation];
  const inner = typeof before === 'object' ? before.select : {};
  select[relation] = { select: inner };
  return inner;
}

function addColumns(select: Select, columns: readonly string[]): void {
  for (const column of columns) select[column] = true;
}

/** Adds what a selection reads. False if that is more than columns. */
function addSelection(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  reading: Reading,
): boolean {
  const { paths, fragments } = reading;
  const isRecord = paths.some((path) => path.length === 0);
  if (isRecord) {
    const columns = columnsOfType(type.name);
    if (!columns) return false;
    addColumns(reading.select, columns);
  }
  return selections.every((selected) => {
    if (selected.kind !== 'Field') {
      const fragment =
        selected.kind === 'FragmentSpread' ? fragments[selected.name.value] : selected;
      const condition = fragment?.typeCondition?.name.value ?? type.name;
      if (!fragment || condition !== type.name) return false;
      return addSelection(fragment.selectionSet, type, reading);
    }
    if (isRecord) return addField(selected, type, reading);
    const name = selected.name.value;
    const inner = paths.filter(([first]) => first === name).map((path) => path.slice(1));
    const field = type.getFields()[name];
    if (inner.length === 0 || !field || !selected.selectionSet) return true;
    const innerType = getNamedType(field.type);
    return (
      isObjectType(innerType) &&
      addSelection(selected.selectionSet, innerType, { ...reading, paths: inner })
    );
  });
}

function addField(field: FieldNode, type: GraphQLObjectType, reading: Reading): boolean {
  const { name, selectionSet } = field;
  const reads = readsOfField(type.name, name.value);
  if (!reads) return false;
  addColumns(reading.select, reads.columns);
  return reads.related.every(({ relation, column }) => {
    const select = selectOf(reading.select, relation);
    if (column) {
      addColumns(select, [column]);
      return true;
    }
    const related = getNamedType(type.getFields()[name.value]?.type);
    if (!selectionSet || !isObjectType(related)) return false;
    reading.relations.push(field);
    return addSelection(selectionSet, related, { ...reading, paths: [[]], select });
  });
}

/** The `select` of records at `paths` of a field's result. Null if the field reads more than columns. */
export function columnSelection(info: GraphQLResolveInfo, paths: Paths): Select | null {
  const [node, ...merged] = info.fieldNodes;
  const type = getNamedType(info.returnType);
  if (!node?.selectionSet || merged.length > 0 || !isObjectType(type)) return null;
  const before = known.get(node);
  if (before !== undefined) return before;
  const reading: Reading = { paths, fragments: info.fragments, select: {}, relations: [] };
  const isFlat = addSelection(node.selectionSet, type, reading);
  if (isFlat) for (const field of reading.relations) markAsColumns(field);
  const select = isFlat ? reading.select : null;
  known.set(node, select);
  return select;
}
