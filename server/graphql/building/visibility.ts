/**
 * Pothos plugin that applies `visible` of the entities to every field that leads to their records. Single records
 * become null, lists omit them. Without the type's permission, the fields of a record are refused instead.
 */
import SchemaBuilder, {
  BasePlugin,
  isThenable,
  type PothosNameOutputFieldType,
  type PothosOutputFieldConfig,
  type PothosOutputFieldType,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import { modelOfId } from '#server/database/ids.ts';
import { type Context, viewerCan } from '#server/graphql/context.ts';
import {
  hidesSome,
  isHiddenEntity,
  recordTest,
  type ShownEntity,
  shownEntity,
  typeScopesOf,
} from './visible-records.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      visibility: VisibilityPlugin<Types>;
    }
  }
}

type Row = { id: string };
type Test = (row: Row) => boolean | Promise<boolean>;

/** Undefined if no record is hidden, because the viewer sees all or the type refuses them. */
type Rule = (context: Context) => Test | undefined;

const ruleOf =
  (entity: ShownEntity): Rule =>
  (context) =>
    viewerCan(context, entity.readPermission) ? recordTest(entity, context) : undefined;

/**
 * Whatever the viewer doesn't see is hidden where a field leads to several types. Finds the entity by the ID's prefix,
 * since such a field returns records themselves.
 */
const ruleOfNodes: Rule = (context) => {
  const tests = new Map<string | undefined, Test | undefined>();
  return (row) => {
    const model = modelOfId(row.id);
    if (!tests.has(model)) {
      const entity = shownEntity(model);
      tests.set(model, entity && recordTest(entity, context));
    }
    return tests.get(model)?.(row) ?? true;
  };
};

type FieldType = PothosOutputFieldType<SchemaTypes>;
type NamedType = PothosNameOutputFieldType<SchemaTypes>;
type Filter = (value: unknown, test: Test) => unknown;

function whenTested(
  rows: readonly (Row | null)[],
  test: Test,
  apply: (isSeen: readonly boolean[]) => unknown,
): unknown {
  const answers = rows.map((row) => row !== null && test(row));
  return answers.some(isThenable)
    ? Promise.all(answers).then(apply)
    : apply(answers as readonly boolean[]);
}

const orNull: Filter = (row, test) =>
  whenTested([row as Row], test, ([seen]) => (seen ? row : null));

const eachOrNull: Filter = (value, test) => {
  const rows = value as (Row | null)[];
  return whenTested(rows, test, (seen) => rows.map((row, at) => (seen[at] ? row : null)));
};

const onlyVisible =
  <Entry>(rowOf: (entry: Entry) => Row): Filter =>
  (value, test) => {
    const entries = value as Entry[];
    return whenTested(entries.map(rowOf), test, (seen) => entries.filter((_, at) => seen[at]));
  };

const visibleRows = onlyVisible((row: Row) => row);
const visibleEdges = onlyVisible(({ node }: { node: Row }) => node);

class VisibilityPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  #configOf({ ref }: NamedType): PothosTypeConfig {
    return this.buildCache.getTypeConfig(ref);
  }

  /** What an edge leads to: `node` of a type that has a cursor. Undefined for other types, whatever their name. */
  #nodeOf(typeName: string): FieldType | undefined {
    if (shownEntity(typeName)) return undefined;
    const fields = this.builder.configStore.getFields(typeName);
    return fields.has('cursor') ? (fields.get('node')?.type as FieldType | undefined) : undefined;
  }

  #ruleOf(type: FieldType): Rule | undefined {
    if (type.kind === 'List') return this.#ruleOf(type.type);
    const config = this.#configOf(type);
    if (config.kind === 'Interface') return config.name === 'Node' ? ruleOfNodes : undefined;
    if (config.kind === 'Union') {
      const names = config.types.map((each) => this.buildCache.getTypeConfig(each).name);
      return names.some(shownEntity) ? ruleOfNodes : undefined;
    }
    const entity = this.#entityOf(type);
    return entity && ruleOf(entity);
  }

  #entityOf(type: FieldType): ShownEntity | undefined {
    return type.kind === 'Object' ? shownEntity(this.#configOf(type).name) : undefined;
  }

  #filterOf(type: FieldType, field: string): Filter {
    if (type.kind === 'List') {
      return (type.type as { nullable?: boolean }).nullable ? eachOrNull : visibleRows;
    }
    const entity = this.#entityOf(type);
    if (type.nullable || (entity && !hidesSome(entity))) return orNull;
    throw new Error(`${field} may lead to a record that is hidden: make it nullable.`);
  }

  /** Gives the type of an entity its `authScopes`. */
  override onTypeConfig(type: PothosTypeConfig): PothosTypeConfig {
    const entity = type.kind === 'Object' ? shownEntity(type.name) : undefined;
    if (!entity) {
      if (!isHiddenEntity(type.name)) return type;
      throw new Error(`${type.name}: name its \`readPermission\` in entity.ts.`);
    }
    const options = type.pothosOptions as { authScopes?: unknown };
    if (options.authScopes)
      throw new Error(`${type.name}: \`visible\` in entity.ts says who sees it.`);
    const authScopes = typeScopesOf(entity);
    const pothosOptions = { ...options, authScopes, acceleratedEntity: entity };
    // biome-ignore lint/plugin: a Pothos plugin is generic in the types of its builder
    return { ...type, pothosOptions } as unknown as PothosTypeConfig;
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const { parentType, name } = field;
    // Lists have read only visible rows; this also holds for a list that forgot to (docs/decisions/028).
    // `nodes` and `edges` are both filtered, so edges never lead to hidden records.
    if (this.#nodeOf(parentType)) return resolve;
    // biome-ignore lint/plugin: a Pothos plugin is generic in the types of its builder
    const { type } = field as unknown as { type: FieldType };
    const node = type.kind === 'List' && this.#nodeOf(this.#configOf(type.type as NamedType).name);
    const rule = this.#ruleOf(node || type);
    if (!rule) return resolve;
    const filter = node ? visibleEdges : this.#filterOf(type, `${parentType}.${name}`);
    return (parent, args, context, info) => {
      const apply = (value: unknown) => {
        // biome-ignore lint/plugin: a Pothos plugin is generic in the types of its builder
        const test = value == null ? undefined : rule(context as unknown as Context);
        return test ? filter(value, test) : value;
      };
      const value = resolve(parent, args, context, info);
      return isThenable(value) ? value.then(apply) : apply(value);
    };
  }
}

export const visibility = 'visibility' as const;
SchemaBuilder.registerPlugin(visibility, VisibilityPlugin);
