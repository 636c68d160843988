/**
 * Pothos plugin that resolves fields of loaded columns directly, without deciding for every row whether the viewer may
 * read the type and which query loaded the row. Pothos resolves all other fields.
 */
import SchemaBuilder, {
  BasePlugin,
  type PothosOutputFieldConfig,
  type PothosTypeConfig,
  type SchemaTypes,
} from '@pothos/core';
import type { FieldNode, GraphQLFieldResolver } from 'graphql';
import type { Permission } from '#shared/permissions.ts';
import { type Context, viewerCan } from './context.ts';
import type { typeScopesOf } from './visible-records.ts';

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      loadedColumns: LoadedColumnsPlugin<Types>;
    }
  }
}

type Resolver = GraphQLFieldResolver<unknown, Context>;
type TypeScopes = { can: Permission };

type MayRead = (row: object, context: Context) => boolean;

/** Returns a check for read access to a type's records. Undefined if only the scope plugin can tell. */
function readable(type: PothosTypeConfig): MayRead | undefined {
  const { authScopes } = type.pothosOptions as { authScopes?: object };
  if (!authScopes) return () => true;
  const { permission, isVisible } = authScopes as Partial<ReturnType<typeof typeScopesOf>>;
  if (permission && isVisible) {
    return (row, context) => viewerCan(context, permission) || isVisible(row, context);
  }
  if (typeof authScopes === 'function') return undefined;
  const { can, ...others } = authScopes as Partial<TypeScopes>;
  if (!can || Object.keys(others).length > 0) return undefined;
  return (_row, context) => viewerCan(context, can);
}

export type Reads = {
  columns: readonly string[];
  /** Related records, with one column each or everything the document selects. */
  related: readonly { relation: string; column?: string }[];
};

const nothing: Reads = { columns: [], related: [] };

type FieldConfig = PothosOutputFieldConfig<SchemaTypes>;

const hasScopes = ({ pothosOptions }: FieldConfig) => {
  const { authScopes, grantScopes } = pothosOptions as {
    authScopes?: unknown;
    grantScopes?: unknown;
  };
  return Boolean(authScopes || grantScopes);
};

function isLeaf(type: FieldConfig['type']): boolean {
  return type.kind === 'List'
    ? isLeaf(type.type as FieldConfig['type'])
    : type.kind === 'Scalar' || type.kind === 'Enum';
}

/** Columns of a related record in a selection such as `{ select: { name: true } }`. */
function columnsOfRelated(relation: string, selected: unknown): Reads['related'] | undefined {
  const { select, ...others } = (selected ?? {}) as { select?: object };
  if (!select || Object.keys(others).length > 0) return undefined;
  const columns = Object.entries(select);
  if (columns.some(([, value]) => value !== true)) return undefined;
  return columns.map(([column]) => ({ relation, column }));
}

function readsOfSelect(select: object): Reads | undefined {
  const columns: string[] = [];
  const related: Reads['related'][number][] = [];
  for (const [name, selected] of Object.entries(select)) {
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

/** What a field reads if it only returns a column or a related record, otherwise undefined. */
function readsOf({ type, extensions }: FieldConfig): Reads | undefined {
  const {
    pothosPrismaSelect: select,
    pothosPrismaFallback: fallback,
    pothosPrismaRelationField: relation,
    pothosPrismaLoaded: loadedCheck,
  } = (extensions ?? {}) as {
    pothosPrismaSelect?: unknown;
    pothosPrismaFallback?: unknown;
    pothosPrismaLoaded?: unknown;
    pothosPrismaRelationField?: { name: string; isList: boolean };
  };
  if (fallback) return undefined;
  if (relation) {
    return relation.isList ? undefined : { columns: [], related: [{ relation: relation.name }] };
  }
  if (loadedCheck) return undefined;
  if (!select) return nothing;
  return typeof select === 'object' && isLeaf(type) ? readsOfSelect(select) : undefined;
}

/** Fields that a record's columns can resolve, keyed by `Type.field`. */
const fields = new Map<string, Reads>();

/** What a field reads from a record with all its columns. Undefined if it needs more. */
export function readsOfField(typeName: string, fieldName: string): Reads | undefined {
  return fieldName === '__typename' ? nothing : fields.get(`${typeName}.${fieldName}`);
}

/** Columns that every record of a type is selected with. Missing if it is selected with more. */
const typeColumns = new Map<string, readonly string[]>();

export const columnsOfType = (typeName: string) => typeColumns.get(typeName);

function noteColumns({ name, extensions }: PothosTypeConfig): void {
  const { pothosPrismaSelect: select, pothosPrismaInclude: include } = extensions as {
    pothosPrismaSelect?: object;
    pothosPrismaInclude?: object;
  };
  if (!select || include || Object.values(select).some((each) => each !== true)) return;
  typeColumns.set(name, Object.keys(select));
}

/** Fields that lead to a related record and only select columns of it. */
const ofColumns = new WeakSet<FieldNode>();

export function markAsColumns(field: FieldNode): void {
  ofColumns.add(field);
}

type Loaded = Record<string, unknown>;

function isLoaded(
  row: Loaded,
  { columns, related }: Reads,
  [field]: readonly FieldNode[],
): boolean {
  return (
    columns.every((column) => row[column] !== undefined) &&
    related.every(({ relation, column }) => {
      const record = row[relation] as Loaded | null | undefined;
      if (record === null) return true;
      if (column) return record?.[column] !== undefined;
      return record !== undefined && field !== undefined && ofColumns.has(field);
    })
  );
}

export class LoadedColumnsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    checked: GraphQLFieldResolver<unknown, Types['Context'], object>,
    field: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const config = field as unknown as FieldConfig;
    const reads = readsOf(config);
    const type = this.buildCache.getTypeConfig(field.parentType);
    const mayRead = readable(type);
    const resolve = field.resolve as Resolver | undefined;
    if (field.kind !== 'PrismaObject' || !reads || !mayRead || !resolve) return checked;
    noteColumns(type);
    // Fields that read nothing never cause another load, even if they have scopes.
    if (reads === nothing || !hasScopes(config)) {
      fields.set(`${field.parentType}.${field.name}`, reads);
    }
    if (hasScopes(config)) return checked;
    const resolver: Resolver = (row, args, context, info) =>
      isLoaded(row as Loaded, reads, info.fieldNodes) && mayRead(row as Loaded, context)
        ? resolve(row, args, context, info)
        : (checked as Resolver)(row, args, context, info);
    return resolver as typeof checked;
  }
}

export const loadedColumns = 'loadedColumns' as const;
SchemaBuilder.registerPlugin(loadedColumns, LoadedColumnsPlugin);
