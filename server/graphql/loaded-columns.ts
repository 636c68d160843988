/**
 * A Pothos plugin: fields whose columns are loaded are resolved without deciding again, for every row, whether
 * the viewer may read the type and which query has loaded the row. Everything else takes Pothos's usual way.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { GraphQLFieldResolver } from 'graphql';
import type { Permission } from '#shared/permissions.ts';
import { type Context, viewerCan } from './context.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumnsPlugin<Types>;
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, Context>;
type TypeScopes = { can: Permission };

/** The `authScopes` of a type: viewers with `permission` may read every record, others their own. */
export function ownOr<Row>(
  permission: Permission,
  isOwn: (row: Row, context: Context) => boolean,
): (row: Row, context: Context) => true | TypeScopes {
  const scopes = (row: Row, context: Context) =>
    isOwn(row, context) ? (true as const) : { can: permission };
  return Object.assign(scopes, { permission });
}

/** The permission that suffices to read every record of a type; null if none is needed. */
function sufficientPermission(type: PothosTypeConfig): Permission | null | undefined {
  const { authScopes } = type.pothosOptions as { authScopes?: object };
  if (!authScopes) return null;
  if (typeof authScopes === 'function') {
    return (authScopes as { permission?: Permission }).permission;
  }
  const { can, ...others } = authScopes as Partial<TypeScopes>;
  return Object.keys(others).length === 0 ? can : undefined;
}

/** The columns that a field of a record reads; undefined if the field is more than its columns. */
function columnsOf({ type, extensions, pothosOptions }: PothosOutputFieldConfig<SchemaTypes>) {
  const isLeaf = type.kind === 'Scalar' || type.kind === 'Enum';
  const options = pothosOptions as { authScopes?: unknown; grantScopes?: unknown };
  if (!isLeaf || options.authScopes || options.grantScopes) return undefined;
  if (extensions?.pothosPrismaFallback || extensions?.pothosPrismaLoaded) return undefined;
  const select: unknown = extensions?.pothosPrismaSelect ?? {};
  if (!select || typeof select !== 'object') return undefined;
  return Object.values(select).every((value) => value === true) ? Object.keys(select) : undefined;
}

/** Fields that read columns and nothing else, as `Type.field`. */
const columnFields = new Set<string>();

/** Whether a field reads columns of its record and nothing else. */
export function readsColumnsOnly(typeName: string, fieldName: string): boolean {
  return fieldName === '__typename' || columnFields.has(`${typeName}.${fieldName}`);
}

const isLoaded = (row: object, columns: readonly string[]) =>
  columns.every((column) => (row as Record<string, unknown>)[column] !== undefined);

export class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const columns = columnsOf(field as never);
    const permission = sufficientPermission(this.buildCache.getTypeConfig(field.parentType));
    const resolve = field.resolve as Resolver | undefined;
    if (field.kind !== 'PrismaObject' || !columns || permission === undefined || !resolve) {
      return checked;
    }
    columnFields.add(`${field.parentType}.${field.name}`);
    const resolver: Resolver = (row, args, context, info) =>
      (permission === null || viewerCan(context, permission)) && isLoaded(row as object, columns)
        ? resolve(row, args, context, info)
        : (checked as Resolver)(row, args, context, info);
    return resolver as typeof checked;
  }
}

export const loadedColumns = 'loadedColumns' as const;
SchemaBuilder.registerPlugin(loadedColumns, LoadedColumnsPlugin);
