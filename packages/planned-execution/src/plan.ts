import {
  type DocumentNode,
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
  type VariableValues,
  visit,
} from 'graphql';

export type PlannedField = {
  key: string;
  nodes: readonly [FieldNode, ...FieldNode[]];
  parentType: GraphQLObjectType;
  definition: GraphQLField<unknown, unknown>;
  resolve: GraphQLFieldResolver<unknown, unknown>;
  hasArguments: boolean;
  type: PlannedType;
  selection: Selection;
};

export type PlannedType = { isNonNull: boolean } & (
  | { kind: 'leaf'; named: GraphQLLeafType }
  | { kind: 'list'; of: PlannedType }
  | { kind: 'object'; named: GraphQLObjectType }
  | { kind: 'abstract'; named: GraphQLAbstractType }
);

export type PlannedFields = {
  fields: readonly PlannedField[];
  hasProtoKey: boolean;
};

export type Selection = { of(type: GraphQLObjectType): PlannedFields };

type Source = {
  schema: GraphQLSchema;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  variableValues: VariableValues;
};

function isIncluded(node: { directives?: FieldNode['directives'] }, { variableValues }: Source) {
  if (!node.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variableValues);
  return skip?.if !== true && include?.if !== false;
}

function applies(
  condition: GraphQLNamedType | undefined,
  type: GraphQLObjectType,
  { schema }: Source,
) {
  if (!condition || condition === type) return true;
  return isAbstractType(condition) && schema.isSubType(condition, type);
}

function collect(source: Source, type: GraphQLObjectType, sets: readonly SelectionSetNode[]) {
  const byKey = new Map<string, [FieldNode, ...FieldNode[]]>();
  const seen = new Set<string>();
  const add = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (!isIncluded(node, source)) continue;
      if (node.kind === 'Field') {
        const key = (node.alias ?? node.name).value;
        const nodes = byKey.get(key);
        if (nodes) nodes.push(node);
        else byKey.set(key, [node]);
        continue;
      }
      if (node.kind === 'FragmentSpread' && seen.has(node.name.value)) continue;
      const fragment = node.kind === 'FragmentSpread' ? source.fragments[node.name.value] : node;
      const condition = fragment?.typeCondition?.name.value;
      if (
        !fragment ||
        !applies(condition ? source.schema.getType(condition) : undefined, type, source)
      )
        continue;
      if (node.kind === 'FragmentSpread') seen.add(node.name.value);
      add(fragment.selectionSet);
    }
  };
  sets.forEach(add);
  return byKey;
}

function planType(type: GraphQLOutputType): PlannedType {
  const isNonNull = isNonNullType(type);
  const nullable = isNonNull ? type.ofType : type;
  if (isListType(nullable)) return { kind: 'list', isNonNull, of: planType(nullable.ofType) };
  if (isLeafType(nullable)) return { kind: 'leaf', isNonNull, named: nullable };
  if (isAbstractType(nullable)) return { kind: 'abstract', isNonNull, named: nullable };
  return { kind: 'object', isNonNull, named: nullable as GraphQLObjectType };
}

function planFields(source: Source, type: GraphQLObjectType, sets: readonly SelectionSetNode[]) {
  const fields: PlannedField[] = [];
  for (const [key, nodes] of collect(source, type, sets)) {
    const definition = source.schema.getField(type, nodes[0].name.value);
    if (!definition) continue;
    fields.push({
      key,
      nodes,
      parentType: type,
      definition,
      resolve: definition.resolve ?? defaultFieldResolver,
      hasArguments: definition.args.length > 0,
      type: planType(definition.type),
      selection: select(
        source,
        nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
      ),
    });
  }
  return { fields, hasProtoKey: fields.some(({ key }) => key === '__proto__') };
}

function select(source: Source, sets: readonly SelectionSetNode[]): Selection {
  const byType = new Map<GraphQLObjectType, PlannedFields>();
  return {
    of(type) {
      let planned = byType.get(type);
      if (!planned) {
        planned = planFields(source, type, sets);
        byType.set(type, planned);
      }
      return planned;
    },
  };
}

type Plans = { conditions: readonly string[]; byValues: Map<string, Selection> };

/** Each plan takes about as much memory as its document. */
const plansPerOperation = 8;

type PlansOfDocument = Map<OperationDefinitionNode, Plans>;

const plansOf = new WeakMap<GraphQLSchema, WeakMap<DocumentNode, PlansOfDocument>>();

function conditionsOf(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: args }) => {
      for (const { value } of args ?? [])
        if (value.kind === 'Variable') names.add(value.name.value);
    },
  });
  return [...names];
}

/** Caches execution plans for as long as their parsed documents are cached. */
export function planOf(args: ValidatedExecutionArgs): Selection {
  const { schema, document, operation, variableValues, fragmentDefinitions: fragments } = args;
  const byDocument = plansOf.get(schema) ?? new WeakMap<DocumentNode, PlansOfDocument>();
  plansOf.set(schema, byDocument);
  const byOperation: PlansOfDocument = byDocument.get(document) ?? new Map();
  byDocument.set(document, byOperation);
  const plans = byOperation.get(operation) ?? {
    conditions: conditionsOf(document),
    byValues: new Map<string, Selection>(),
  };
  byOperation.set(operation, plans);
  const values = plans.conditions.map((name) => String(variableValues.coerced[name])).join();
  const known = plans.byValues.get(values);
  if (known) return known;
  // Keep only these variables: the plan outlives the request, and others may be large.
  const conditions = pick(variableValues, plans.conditions);
  const plan = select({ schema, fragments, variableValues: conditions }, [operation.selectionSet]);
  if (plans.byValues.size < plansPerOperation) plans.byValues.set(values, plan);
  return plan;
}

function pick({ sources, coerced }: VariableValues, names: readonly string[]): VariableValues {
  const of = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]));
  return { sources: of(sources), coerced: of(coerced) } as VariableValues;
}
