/** Resolves planned fields and completes their values, with the same results and errors as graphql-js. */
import {
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isObjectType,
} from 'graphql';
import {
  abandon,
  type Execution,
  FieldInfo,
  isPromise,
  isPromiseLike,
  type Path,
} from './execution.ts';
import type { PlannedField, PlannedFields, PlannedType } from './plan.ts';

type LeafType = Extract<PlannedType, { kind: 'leaf' }>;
type AbstractType = Extract<PlannedType, { kind: 'abstract' }>['named'];

const noArguments: Record<string, unknown> = Object.freeze(Object.create(null));

/** Object for field results. Plain objects are faster, but a `__proto__` key needs a null prototype. */
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

/** Awaits pending results into a new object, because the old one may outlive a failed response. */
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
  const { type } = field;
  const { variableValues, contextValue } = execution.args;
  const info = new FieldInfo(execution, field, parentPath);
  try {
    const values = field.hasArguments
      ? getArgumentValues(field.definition, field.nodes[0], variableValues)
      : noArguments;
    const result = field.resolve(source, values, contextValue, info);
    if (isPromiseLike(result)) return completeLater(info, type, info.path, result);
    if (type.kind === 'leaf') return completeLeaf(info, type, result);
    const value = complete(info, type, info.path, result);
    if (!isPromise(value)) return value;
    return value.then(undefined, (error) => execution.fail(error, field, type, info.path));
  } catch (error) {
    return execution.fail(error, field, type, info.path);
  }
}

async function completeLater(
  info: FieldInfo,
  type: PlannedType,
  path: Path,
  promised: PromiseLike<unknown>,
): Promise<unknown> {
  try {
    const value = complete(info, type, path, await promised);
    return isPromise(value) ? await value : value;
  } catch (error) {
    return info.execution.fail(error, info.field, type, path);
  }
}

function completeMissing({ parentType, fieldName }: FieldInfo, { isNonNull }: PlannedType): null {
  if (!isNonNull) return null;
  throw new Error(`Cannot return null for non-nullable field ${parentType}.${fieldName}.`);
}

function completeLeaf(info: FieldInfo, type: LeafType, value: unknown): unknown {
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) return completeMissing(info, type);
  const coerced = type.named.coerceOutputValue(value);
  if (coerced !== null && coerced !== undefined) return coerced;
  throw new Error(`${type.named} has no output value for what a resolver returned.`);
}

function complete(info: FieldInfo, type: PlannedType, path: Path, value: unknown): unknown {
  if (type.kind === 'leaf') return completeLeaf(info, type, value);
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) return completeMissing(info, type);
  if (type.kind === 'list') return completeList(info, type.of, path, value);
  if (type.kind === 'object') return completeObject(info, type.named, path, value);
  return completeAbstract(info, type.named, path, value);
}

function completeList(info: FieldInfo, type: PlannedType, path: Path, value: unknown): unknown {
  if (typeof value !== 'object' || !(Symbol.iterator in (value as object))) {
    const name = `${info.parentType}.${info.fieldName}`;
    throw new GraphQLError(`Expected Iterable, but did not find one for field "${name}".`);
  }
  const entries = [...(value as Iterable<unknown>)];
  const results: unknown[] = [];
  let isPending = false;
  try {
    for (let key = 0; key < entries.length; key += 1) {
      const entryPath = { prev: path, key, typename: undefined };
      const result = completeEntry(info, type, entryPath, entries[key]);
      results.push(result);
      if (isPromise(result)) isPending = true;
    }
  } catch (error) {
    abandon([...results, ...entries]);
    throw error;
  }
  return isPending ? Promise.all(results) : results;
}

function completeEntry(info: FieldInfo, type: PlannedType, path: Path, entry: unknown): unknown {
  const { execution, field } = info;
  if (isPromiseLike(entry)) return completeLater(info, type, path, entry);
  try {
    const value = complete(info, type, path, entry);
    if (!isPromise(value)) return value;
    return value.then(undefined, (error) => execution.fail(error, field, type, path));
  } catch (error) {
    return execution.fail(error, field, type, path);
  }
}

function completeObject(
  info: FieldInfo,
  type: GraphQLObjectType,
  path: Path,
  value: unknown,
): unknown {
  const { execution, field } = info;
  const execute = () => executeFields(execution, field.selection.of(type), value, path);
  if (!type.isTypeOf) return executeFields(execution, field.selection.of(type), value, path);
  const check = (isType: boolean) => {
    if (isType) return execute();
    throw new GraphQLError(`Expected value of type "${type}".`, { nodes: field.nodes });
  };
  const isType = type.isTypeOf(value, execution.args.contextValue, info);
  return isPromiseLike(isType) ? Promise.resolve(isType).then(check) : check(isType);
}

function completeAbstract(
  info: FieldInfo,
  type: AbstractType,
  path: Path,
  value: unknown,
): unknown {
  const { args } = info.execution;
  const as = (name: string | undefined) => {
    const found = name ? args.schema.getType(name) : undefined;
    if (!isObjectType(found) || !args.schema.isSubType(type, found)) {
      throw new GraphQLError(unresolved(type, info), { nodes: info.field.nodes });
    }
    return completeObject(info, found, path, value);
  };
  const resolveType = type.resolveType ?? args.typeResolver;
  const name = resolveType(value, args.contextValue, info, type);
  return isPromiseLike(name) ? Promise.resolve(name).then(as) : as(name as string);
}

const unresolved = (type: AbstractType, { parentType, fieldName }: GraphQLResolveInfo) =>
  `Abstract type "${type}" must resolve to an Object type at runtime for field "${parentType}.${fieldName}". Either the "${type}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`;
