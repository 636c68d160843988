/** What the fields of Prisma objects read: Pothos is asked for the selection of a document with only this field. */
import { queryFromInfo } from '@pothos/plugin-prisma';
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

export type Reads = {
  /** Includes the columns that every record of the type is selected with. */
  columns: readonly string[];
  /** It reads nothing but these. */
  isFree: boolean;
  /** Related records, with one column each or everything the document selects. */
  related: readonly { relation: string; column?: string }[];
};

type Select = Record<string, unknown>;

const field = (value: string, selectionSet?: SelectionSetNode): FieldNode => ({
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value },
  ...(selectionSet && { selectionSet }),
});

const selection = (fields: readonly FieldNode[]): SelectionSetNode => ({
  kind: Kind.SELECTION_SET,
  selections: fields,
});

/** What Pothos selects of a record for these fields. Undefined if that depends on the request, or is everything. */
function selectFor(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  fields: readonly FieldNode[],
): Select | undefined {
  const selectionSet = selection(fields);
  const asked = field('asked', selectionSet);
  const info: GraphQLResolveInfo = {
    ...{
      schema,
      fragments: {},
      rootValue: undefined,
      variableValues: { sources: {}, coerced: {} },
    },
    fieldName: 'asked',
    fieldNodes: [asked],
    returnType: type,
    parentType: type,
    path: { prev: undefined, key: 'asked', typename: type.name },
    operation: {
      kind: Kind.OPERATION_DEFINITION,
      operation: OperationTypeNode.QUERY,
      selectionSet: selection([asked]),
    },
    getAbortSignal: () => undefined,
    getAsyncHelpers: () => {
      throw new Error('Nothing is executed.');
    },
  };
  try {
    const { select, ...others } = queryFromInfo({ context: {}, info }) as { select?: Select };
    return Object.keys(others).length === 0 ? select : undefined;
  } catch {
    return undefined;
  }
}

/** Columns that every record of a type is selected with. Undefined if it is selected with more. */
export function columnsOfType(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
): readonly string[] | undefined {
  const select = selectFor(schema, type, [field('__typename')]);
  const isFlat = select && Object.values(select).every((each) => each === true);
  return isFlat ? Object.keys(select) : undefined;
}

/** Columns of a related record in a selection such as `{ select: { name: true } }`. */
function columnsOfRelated(relation: string, selected: unknown): Reads['related'] | undefined {
  const { select, ...others } = (selected ?? {}) as { select?: Select };
  if (!select || Object.keys(others).length > 0) return undefined;
  const columns = Object.entries(select);
  if (columns.some(([, value]) => value !== true)) return undefined;
  return columns.map(([column]) => ({ relation, column }));
}

function readsOfLeaf(added: Select): Pick<Reads, 'columns' | 'related'> | undefined {
  const columns: string[] = [];
  const related: Reads['related'][number][] = [];
  for (const [name, selected] of Object.entries(added)) {
    if (selected === true) {
      columns.push(name);
      continue;
    }
    const found = columnsOfRelated(name, selected);
    if (!found) return undefined;
    related.push(...found);
  }
  return { columns, related };
}

const leavesOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(
    ({ type: leaf, args }) => isLeafType(getNamedType(leaf)) && args.length === 0,
  );

function isToOne(type: GraphQLOutputType): boolean {
  return !isListType(isNonNullType(type) ? type.ofType : type);
}

/** What a field reads. Undefined if it is more than columns or one related record, or depends on the request. */
export function readsOf(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  fieldName: string,
): Reads | undefined {
  const columns = columnsOfType(schema, type);
  const { type: outputType, args = [] } = type.getFields()[fieldName] ?? {};
  if (!columns || !outputType) return undefined;
  const target = getNamedType(outputType);
  const inner = isObjectType(target) ? leavesOf(target) : [];
  const nested = [field('__typename'), ...inner.map(({ name }) => field(name))];
  const asked = field(fieldName, isLeafType(target) ? undefined : selection(nested));
  const select = selectFor(schema, type, [asked]);
  if (!select) return undefined;
  const added = Object.entries(select).filter(([name]) => !columns.includes(name));
  if (added.length === 0) return { columns, related: [], isFree: true };
  if (isLeafType(target)) {
    const leaf = readsOfLeaf(Object.fromEntries(added));
    return leaf && { ...leaf, columns: [...columns, ...leaf.columns], isFree: false };
  }
  const [[relation = '', selected] = [], ...others] = added;
  // A column beside it: the field is another view of the same record, or more than a relation.
  const isRelation = others.length === 0 && typeof selected === 'object' && args.length === 0;
  if (!isRelation || !isObjectType(target) || !isToOne(outputType)) return undefined;
  return { columns, related: [{ relation }], isFree: false };
}
