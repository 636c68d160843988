/** The plans of documents, kept as long as the cache of parsed documents keeps those. */
import {
  type DocumentNode,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  type VariableValues,
  visit,
} from 'graphql';
import { type Selection, select } from './execution-plan.ts';

/** Plans of one operation, by the values of the variables that include or skip fields. */
type Plans = { conditions: readonly string[]; byValues: Map<string, Selection> };

/** Plans that are kept of an operation. Each takes about as much memory as its document. */
const plansPerOperation = 8;

const plansOf = new WeakMap<DocumentNode, Map<OperationDefinitionNode, Plans>>();

/** The variables that directives of the document depend on. */
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

/** The plan of a validated operation. */
export function planOf(args: ValidatedExecutionArgs): Selection {
  const { schema, document, operation, variableValues, fragmentDefinitions: fragments } = args;
  const byOperation = plansOf.get(document) ?? new Map<OperationDefinitionNode, Plans>();
  plansOf.set(document, byOperation);
  const plans = byOperation.get(operation) ?? {
    conditions: conditionsOf(document),
    byValues: new Map<string, Selection>(),
  };
  byOperation.set(operation, plans);
  const values = plans.conditions.map((name) => String(variableValues.coerced[name])).join();
  const known = plans.byValues.get(values);
  if (known) return known;
  // The plan outlives the request, whose other variables may be large.
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
