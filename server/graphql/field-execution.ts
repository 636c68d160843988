/** Resolves planned fields and completes their values, with the results and errors of graphql-js. */
import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isObjectType,
} from 'graphql';
import { abandon, type Execution, isPromise, isPromiseLike, type Path } from './execution.ts';
import type { PlannedField, PlannedFields, PlannedType } from './execution-plan.ts';
import { resolveInfo } from './resolve-info.ts';

/** A field in its place: what completing its value needs to know. */
type Place = { execution: Execution; field: PlannedField; info: GraphQLResolveInfo };

type AbstractType = Extract<PlannedType, { kind: 'abstract' }>['named'];

/** The arguments of a field that has none. */
const noArguments: Record<string, unknown> = Object.freeze(Object.create(null));

/** An empty object for the results of fields. A plain one is faster, where no key changes its prototype. */
export function emptyResult({ hasProtoKey }: PlannedFields): Record<string, unknown> {
  return hasProtoKey ? Object.create(null) : {};
}

export function executeFields(
  execution: Execution,
  planned: PlannedFields,
  source: unknown,
  path: Path | undefined,
): unknown {
  const results = emptyResult(planned);
  let isPending = false;
  try {
    for (const field of planned.fields) {
      const value = executeField(execution, field, source, path);
      results[field.key] = value;
      if (isPromise(value)) isPending = true;
    }
  } catch (error) {
    if (isPending) abandon(Object.values(results));
    throw error;
  }
  return isPending ? settle(results, planned) : results;
}

/** The results once they are known. A new object: these may outlive a response that has failed. */
async function settle(results: Record<string, unknown>, planned: PlannedFields) {
  const values = await Promise.all(planned.fields.map(({ key }) => results[key]));
  const settled = emptyResult(planned);
  planned.fields.forEach(({ key }, i) => {
    settled[key] = values[i];
  });
  return settled;
}

export function executeField(
  execution: Execution,
  field: PlannedField,
  source: unknown,
  parentPath: Path | undefined,
): unknown {
  const { key, nodes, parentType, definition, type, resolve } = field;
  const { args: of } = execution;
  const path: Path = { prev: parentPath, key, typename: parentType.name };
  const info = resolveInfo(of, field, path);
  try {
    const values = field.hasArguments
      ? getArgumentValues(definition, nodes[0] as never, of.variableValues)
      : noArguments;
    const result = resolve(source, values, of.contextValue, info);
    const place = { execution, field, info };
    if (isPromiseLike(result)) return completeLater(place, type, path, result);
    const value = complete(place, type, path, result);
    if (!isPromise(value)) return value;
    return value.then(undefined, (error) => execution.fail(error, field, type, path));
  } catch (error) {
    return execution.fail(error, field, type, path);
  }
}

async function completeLater(
  place: Place,
  type: PlannedType,
  path: Path,
  promised: PromiseLike<unknown>,
): Promise<unknown> {
  try {
    const value = complete(place, type, path, await promised);
    return isPromise(value) ? await value : value;
  } catch (error) {
    return place.execution.fail(error, place.field, type, path);
  }
}

function complete(place: Place, type: PlannedType, path: Path, value: unknown): unknown {
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) {
    if (!type.isNonNull) return null;
    const { parentType, fieldName } = place.info;
    throw new Error(`Cannot return null for non-nullable field ${parentType}.${fieldName}.`);
  }
  if (type.kind === 'leaf') {
    const coerced = type.named.coerceOutputValue(value);
    if (coerced !== null && coerced !== undefined) return coerced;
    throw new Error(`${type.named} has no output value for what a resolver returned.`);
  }
  if (type.kind === 'list') return completeList(place, type.of, path, value);
  if (type.kind === 'object') return completeObject(place, type.named, path, value);
  return completeAbstract(place, type.named, path, value);
}

function completeList(place: Place, type: PlannedType, path: Path, value: unknown): unknown {
  const { info } = place;
  if (typeof value !== 'object' || !(Symbol.iterator in (value as object))) {
    const name = `${info.parentType}.${info.fieldName}`;
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
  }
  const entries = [...(value as Iterable<unknown>)];
  const results: unknown[] = [];
  try {
    entries.forEach((entry, key) => {
      results.push(completeEntry(place, type, { prev: path, key, typename: undefined }, entry));
    });
  } catch (error) {
    abandon([...results, ...entries]);
    throw error;
  }
  return results.some(isPromise) ? Promise.all(results) : results;
}

function completeEntry(place: Place, type: PlannedType, path: Path, entry: unknown): unknown {
  const { execution, field } = place;
  if (isPromiseLike(entry)) return completeLater(place, type, path, entry);
  try {
    const value = complete(place, type, path, entry);
    if (!isPromise(value)) return value;
    return value.then(undefined, (error) => execution.fail(error, field, type, path));
  } catch (error) {
    return execution.fail(error, field, type, path);
  }
}

function completeObject(
  place: Place,
  type: GraphQLObjectType,
  path: Path,
  value: unknown,
): unknown {
  const { execution, field, info } = place;
  const execute = () => executeFields(execution, field.selection.of(type), value, path);
  if (!type.isTypeOf) return execute();
  const check = (isType: boolean) => {
    if (isType) return execute();
    throw new GraphQLError(`Expected value of type "${type}".`, { nodes: field.nodes });
  };
  const isType = type.isTypeOf(value, execution.args.contextValue, info);
  return isPromiseLike(isType) ? Promise.resolve(isType).then(check) : check(isType);
}

function completeAbstract(place: Place, type: AbstractType, path: Path, value: unknown): unknown {
  const { args } = place.execution;
  const as = (name: string | undefined) => {
    const found = name ? args.schema.getType(name) : undefined;
    if (!isObjectType(found) || !args.schema.isSubType(type, found)) {
      throw new GraphQLError(unresolved(type, place.info), { nodes: place.field.nodes });
    }
    return completeObject(place, found, path, value);
  };
  const resolveType = type.resolveType ?? args.typeResolver;
  const name = resolveType(value, args.contextValue, place.info, type);
  return isPromiseLike(name) ? Promise.resolve(name).then(as as never) : as(name as string);
}

const unresolved = (type: AbstractType, { parentType, fieldName }: GraphQLResolveInfo) =>
  `Abstract type "${type}" must resolve to an Object type at runtime for field "${parentType}.${fieldName}". Either the "${type}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`;
