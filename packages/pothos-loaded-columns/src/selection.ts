/**
 * A `select` that is worked out once for a field of a document: where the records' fields only return columns, of the
 * record or of to-one relations, whatever the variables are.
 */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { columnsOfType, type Reads } from './reads.ts';

/** What is known of a schema's types and fields, found when first asked for. */
export type Known = {
  /** What a field reads. Undefined if it needs more than columns. */
  readsOf(schema: GraphQLSchema, type: GraphQLObjectType, fieldName: string): Reads | undefined;
  /** Columns that every record of a type is selected with. Undefined if it is selected with more. */
  columnsOf(schema: GraphQLSchema, type: GraphQLObjectType): readonly string[] | undefined;
  /** Fields of documents that lead to a related record and only select columns of it. */
  columnsOnly: WeakSet<FieldNode>;
};

export function createKnown(findReads: Known['readsOf']): Known {
  const fields = new WeakMap<GraphQLObjectType, Map<string, Reads | undefined>>();
  const columns = new WeakMap<GraphQLObjectType, readonly string[] | undefined>();
  return {
    readsOf(schema, type, fieldName) {
      let ofType = fields.get(type);
      if (!ofType) {
        ofType = new Map();
        fields.set(type, ofType);
      }
      let reads = ofType.get(fieldName);
      if (reads === undefined && !ofType.has(fieldName)) {
        reads = findReads(schema, type, fieldName);
        ofType.set(fieldName, reads);
      }
      return reads;
    },
    columnsOf(schema, type) {
      if (!columns.has(type)) columns.set(type, columnsOfType(schema, type));
      return columns.get(type);
    },
    columnsOnly: new WeakSet(),
  };
}

type Paths = readonly (readonly string[])[];

type Select = { [columnOrRelation: string]: true | { select: Select } };

type Reading = {
  paths: Paths;
  schema: GraphQLSchema;
  fragments: GraphQLResolveInfo['fragments'];
  /** What the records are selected with. */
  select: Select;
  /** Fields that lead to related records. */
  relations: FieldNode[];
  known: Known;
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
    const columns = reading.known.columnsOf(reading.schema, type);
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
  if (name.value === '__typename') return true;
  const reads = reading.known.readsOf(reading.schema, type, name.value);
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

/** Returns a function that finds the `select` of records at `paths` of a field's result, or null if it reads more. */
export function createColumnSelection(known: Known) {
  /** By field of a cached document. */
  const selects = new WeakMap<FieldNode, Select | null>();

  function find(node: FieldNode, type: GraphQLObjectType, info: GraphQLResolveInfo, paths: Paths) {
    const { schema, fragments } = info;
    const reading: Reading = { paths, schema, fragments, select: {}, relations: [], known };
    if (!node.selectionSet || !addSelection(node.selectionSet, type, reading)) return null;
    for (const field of reading.relations) known.columnsOnly.add(field);
    return reading.select;
  }

  return (info: GraphQLResolveInfo, paths: Paths): Select | null => {
    const [node, ...merged] = info.fieldNodes;
    const type = getNamedType(info.returnType);
    if (!node || merged.length > 0 || !isObjectType(type)) return null;
    const before = selects.get(node);
    if (before !== undefined) return before;
    const select = find(node, type, info, paths);
    selects.set(node, select);
    return select;
  };
}
