/**
 * A Pothos plugin that resolves fields of loaded columns directly, without deciding for every row whether the viewer may
 * read the type and which query loaded the row. Pothos resolves all other fields.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import { queryFromInfo as pothosQueryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { type Reads, readsOf } from './reads.ts';
import { createColumnSelection, createKnown, type Known } from './selection.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      loadedColumns: BasePlugin<Types>;
    }
  }
}

const plugin = 'loadedColumns' as const;

/** Whether fields of a row may be read, as far as that is known without loading anything. */
export type MayRead = (row: object, context: object) => boolean;

/** The options of Pothos' `queryFromInfo` that are used. */
export type Query = {
  context: object;
  info: GraphQLResolveInfo;
  typeName?: string;
  paths?: string[][];
  select?: Record<string, true>;
};

type Options = {
  /** Returns a check of a type's rows. Undefined if only other plugins can tell. */
  mayRead(typeOptions: object): MayRead | undefined;
};

type Row = Record<string, unknown>;
type Resolver = GraphQLFieldResolver<unknown, object>;

type FieldOptions = { authScopes?: unknown; grantScopes?: unknown; select?: unknown };

function isLoaded(
  row: Row,
  { columns, related }: Reads,
  info: GraphQLResolveInfo,
  { columnsOnly }: Known,
): boolean {
  return (
    columns.every((column) => row[column] !== undefined) &&
    related.every(({ relation, column }) => {
      const record = row[relation] as Row | null | undefined;
      if (record === null) return true;
      if (column) return record?.[column] !== undefined;
      // Not read before it is needed, because executors may build it on demand.
      const [field] = info.fieldNodes;
      return record !== undefined && field !== undefined && columnsOnly.has(field);
    })
  );
}

/** Registers the plugin, and returns a `queryFromInfo` to use with it. */
export function createLoadedColumns({ mayRead }: Options) {
  /** Whether fields have scopes, by `Type.field`. Fields whose reads depend on the request are missing. */
  const scoped = new Map<string, boolean>();
  const known = createKnown((schema, type, fieldName) => {
    const hasScopes = scoped.get(`${type.name}.${fieldName}`);
    if (hasScopes === undefined) return undefined;
    const reads = readsOf(schema, type, fieldName);
    // Fields that read nothing never cause another load, even if they have scopes.
    return hasScopes && !reads?.isFree ? undefined : reads;
  });
  const columnSelection = createColumnSelection(known);

  class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
    override wrapResolve(
      checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
      field: PothosOutputFieldConfig<Types>,
    ): GraphQLFieldResolver<unknown, Types['Context'], object> {
      const { authScopes, grantScopes, select } = field.pothosOptions as FieldOptions;
      const type: PothosTypeConfig = this.buildCache.getTypeConfig(field.parentType);
      const isReadable = mayRead(type.pothosOptions);
      const resolve = field.resolve as Resolver | undefined;
      const isConstant = field.kind === 'PrismaObject' && typeof select !== 'function';
      if (!isConstant || !isReadable || !resolve) return checked;
      const hasScopes = Boolean(authScopes || grantScopes);
      scoped.set(`${field.parentType}.${field.name}`, hasScopes);
      if (hasScopes) return checked;
      const resolver: Resolver = (row, args, context, info) => {
        const reads = known.readsOf(info.schema, info.parentType, info.fieldName);
        return reads && isLoaded(row as Row, reads, info, known) && isReadable(row as Row, context)
          ? resolve(row, args, context, info)
          : (checked as Resolver)(row, args, context, info);
      };
      return resolver as typeof checked;
    }
  }

  SchemaBuilder.registerPlugin(plugin, LoadedColumnsPlugin);

  return {
    /** The plugin's name, for the builder's `plugins`. */
    plugin,
    /** Pothos' selection, or the cached one where the document selects columns only. */
    queryFromInfo(query: Query): object {
      const { info, typeName, paths = [[]], select = {} } = query;
      const columns = typeName ? null : columnSelection(info, paths);
      // biome-ignore lint/plugin: a Pothos plugin is generic in the types of its builder
      return columns ? { select: { ...columns, ...select } } : pothosQueryFromInfo(query as never);
    },
  };
}
