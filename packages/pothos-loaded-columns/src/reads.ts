/** What the fields of Prisma objects read, from how Pothos describes them. */
import type { PothosOutputFieldConfig, PothosTypeConfig, SchemaTypes } from '@pothos/core';

export type Reads = {
  columns: readonly string[];
  /** Related records, with one column each or everything the document selects. */
  related: readonly { relation: string; column?: string }[];
};

export const nothing: Reads = { columns: [], related: [] };

export type FieldConfig = PothosOutputFieldConfig<SchemaTypes>;

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
export function readsOf({ type, extensions }: FieldConfig): Reads | undefined {
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

/** Columns that every record of a type is selected with. Undefined if it is selected with more. */
export function columnsOfType({ extensions }: PothosTypeConfig): string[] | undefined {
  const { pothosPrismaSelect: select, pothosPrismaInclude: include } = (extensions ?? {}) as {
    pothosPrismaSelect?: object;
    pothosPrismaInclude?: object;
  };
  const isFlat = select && !include && Object.values(select).every((each) => each === true);
  return isFlat ? Object.keys(select) : undefined;
}
