/** Caches execution plans for as long as their parsed documents are cached. */
import {
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  type VariableValues,
  visit,
} from 'graphql';
import { type Selection, select } from './execution-plan.ts';

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
