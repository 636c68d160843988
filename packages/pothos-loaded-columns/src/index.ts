/**
 * A Pothos plugin that resolves fields of loaded columns directly, without deciding for every row whether the viewer may
 * read the type and which query loaded the row. Pothos resolves all other fields.
 */
import SchemaBuilder, { BasePlugin, type PothosTypeConfig, type SchemaTypes } from '@pothos/core';
import { queryFromInfo as pothosQueryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLFieldResolver, GraphQLResolveInfo } from 'graphql';
import { columnsOfType, type FieldConfig, nothing, type Reads, readsOf } from './reads.ts';
import { createColumnSelection, type Known } from './selection.ts';

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

const hasScopes = ({ pothosOptions }: FieldConfig) => {
  const { authScopes, grantScopes } = pothosOptions as {
    authScopes?: unknown;
    grantScopes?: unknown;
  };
  return Boolean(authScopes || grantScopes);
};

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
  const known: Known = { fields: new Map(), columnsOf: new Map(), columnsOnly: new WeakSet() };
  const columnSelection = createColumnSelection(known);

  class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
    override wrapResolve(
      checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
      field: Parameters<BasePlugin<Types>['wrapResolve']>[1],
    ): GraphQLFieldResolver<unknown, Types['Context'], object> {
      const config = field as unknown as FieldConfig;
      const reads = readsOf(config);
      const type: PothosTypeConfig = this.buildCache.getTypeConfig(field.parentType);
      const isReadable = mayRead(type.pothosOptions);
      const resolve = field.resolve as Resolver | undefined;
      if (field.kind !== 'PrismaObject' || !reads || !isReadable || !resolve) return checked;
      const columns = columnsOfType(type);
      if (columns) known.columnsOf.set(type.name, columns);
      // Fields that read nothing never cause another load, even if they have scopes.
      if (reads === nothing || !hasScopes(config)) {
        known.fields.set(`${field.parentType}.${field.name}`, reads);
      }
      if (hasScopes(config)) return checked;
      const resolver: Resolver = (row, args, context, info) =>
        isLoaded(row as Row, reads, info, known) && isReadable(row as Row, context)
          ? resolve(row, args, context, info)
          : (checked as Resolver)(row, args, context, info);
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
      return columns ? { select: { ...columns, ...select } } : pothosQueryFromInfo(query as never);
    },
  };
}
