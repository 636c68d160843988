import type { Datamodel, Lists, Options } from './options.ts';

type Kind = 'text' | 'truth' | 'integer' | 'time' | 'texts';

type Field = Datamodel['models'][string]['fields'][number];

type Relation = { readonly name: string; readonly model: string; readonly column: string };

/** What statements need to know of a model. */
export type Model = {
  readonly name: string;
  readonly table: string;
  /** Undefined if the primary key has several columns. */
  readonly id: string | undefined;
  readonly columns: ReadonlyMap<string, Kind>;
  /** Columns that are read: all except the client's omitted ones, so that few statements need a name. */
  readonly read: readonly string[];
  /** `SELECT` of these columns. */
  readonly select: string;
  /** Columns whose NULL is an empty list. */
  readonly listColumns: readonly string[];
  readonly unique: ReadonlySet<string>;
  /** To-one relations, with the column that holds the ID of the related record. */
  readonly ones: ReadonlyMap<string, Relation>;
  /** To-many relations, with the column of the related records that holds the ID of this one. */
  readonly many: ReadonlyMap<string, Relation>;
  readonly lists: Lists;
};

export type OrderBy = readonly Readonly<Record<string, 'asc' | 'desc'>>[];

export type Models = (name: string) => Model | undefined;

export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && value.constructor === Object;

export const quoted = (names: Iterable<string>) => [...names].map((name) => `"${name}"`).join(', ');

const kinds: Readonly<Record<string, Kind>> = {
  String: 'text',
  Boolean: 'truth',
  Int: 'integer',
  DateTime: 'time',
};

/** Undefined if the driver may return another value than Prisma. */
function kindOf({ kind, type, isList }: Field): Kind | undefined {
  if (isList) return kind === 'scalar' && type === 'String' ? 'texts' : undefined;
  return kind === 'enum' ? 'text' : kinds[type];
}

/** A client's property for a model. */
export const uncapitalized = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function describe(name: string, options: Options): Model | undefined {
  const { models } = options.datamodel;
  const fieldsOf = (model: string) => models[model]?.fields ?? [];
  const columns = new Map<string, Kind>();
  const ones = new Map<string, Relation>();
  const many = new Map<string, Relation>();
  for (const field of fieldsOf(name)) {
    if (field.kind !== 'object') {
      const kind = kindOf(field);
      if (!kind) return undefined;
      columns.set(field.name, kind);
      continue;
    }
    const { name: relation, type: model, relationName, relationFromFields = [] } = field;
    const [column, ...others] = relationFromFields;
    if (column && others.length === 0) ones.set(relation, { name: relation, model, column });
    const [foreign, ...rest] =
      fieldsOf(model).find((other) => other !== field && other.relationName === relationName)
        ?.relationFromFields ?? [];
    if (field.isList && foreign && rest.length === 0) {
      many.set(relation, { name: relation, model, column: foreign });
    }
  }
  const omitted = options.omit?.[uncapitalized(name)] ?? {};
  const read = [...columns.keys()].filter((column) => !omitted[column]);
  const keys = fieldsOf(name).filter(({ isId }) => isId);
  const table = options.tableOf(name);
  return {
    name,
    table,
    columns,
    read,
    ones,
    many,
    id: keys[0]?.name,
    select: `SELECT ${quoted(read)} FROM "${table}"`,
    listColumns: read.filter((column) => columns.get(column) === 'texts'),
    unique: new Set(
      fieldsOf(name).flatMap(({ name: column, isId, isUnique }) =>
        isId || isUnique ? [column] : [],
      ),
    ),
    lists: options.lists?.[name] ?? {},
  };
}

/** Describes models on first use. Undefined for those with columns that only Prisma reads. */
export function describeModels(options: Options): Models {
  const known = new Map<string, Model | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, describe(name, options));
    return known.get(name);
  };
}

type Joined = {
  relation: string;
  model: Model & { id: string };
  /** The column of the row that holds the ID of the record. */
  column: string;
  columns: readonly string[];
};

/** Selected columns, and to-one relations, which are joined. */
export type Selection = { columns: readonly string[]; joined: readonly Joined[] };

function joinOf(model: Model, name: string, selected: unknown, models: Models): Joined | undefined {
  const relation = model.ones.get(name);
  const related = relation && models(relation.model);
  if (!relation || !related?.id) return undefined;
  const { select, ...others } = selected === true ? {} : (selected as { select?: unknown });
  if (Object.keys(others).length > 0 || (selected !== true && !select)) return undefined;
  const inner = selectionOf(related, select, models);
  if (!inner || inner.joined.length > 0) return undefined;
  const { id } = related;
  return {
    relation: name,
    model: { ...related, id },
    column: relation.column,
    columns: inner.columns,
  };
}

/** Undefined if Prisma is needed. */
export function selectionOf(model: Model, select: unknown, models: Models): Selection | undefined {
  if (select === undefined) return { columns: model.read, joined: [] };
  if (!isPlain(select)) return undefined;
  const columns: string[] = [];
  const joined: Joined[] = [];
  for (const [name, selected] of Object.entries(select)) {
    if (!selected) continue;
    if (selected === true && model.read.includes(name)) {
      columns.push(name);
      continue;
    }
    const join =
      selected === true || isPlain(selected) ? joinOf(model, name, selected, models) : undefined;
    if (!join) return undefined;
    joined.push(join);
  }
  return columns.length + joined.length > 0 ? { columns, joined } : undefined;
}

/** Joins the rows of `page` with their related records, and sorts them again. */
export function joinTo(page: string, joined: readonly Joined[], order: string): string {
  if (joined.length === 0) return page;
  const outputs = joined.flatMap(({ relation, model }) =>
    model.read.map((name) => `"${relation}"."${name}" AS "${relation}.${name}"`),
  );
  const joins = joined.map(
    ({ relation, model, column }) =>
      `LEFT JOIN "${model.table}" AS "${relation}" ON "${relation}".${quoted([model.id])} = "page"."${column}"`,
  );
  return `SELECT ${['"page".*', ...outputs].join(', ')} FROM (${page}) AS "page" ${joins.join(' ')} ${order}`;
}

export type Row = Record<string, unknown>;

function pick(row: Row, model: Model, columns: readonly string[], prefix = ''): Row {
  const record: Row = {};
  for (const name of columns) record[name] = row[prefix + name];
  for (const name of model.listColumns) if (record[name] === null) record[name] = [];
  return record;
}

/** Rows of a statement as Prisma returns them. */
export function toRecords(rows: Row[], model: Model, { columns, joined }: Selection): Row[] {
  const isWhole = columns === model.read && model.listColumns.length === 0;
  if (isWhole && joined.length === 0) return rows;
  return rows.map((row) => {
    const record = pick(row, model, columns);
    for (const { relation, model: related, columns: selected } of joined) {
      const ofRelated = `${relation}.`;
      record[relation] =
        row[ofRelated + related.id] === null ? null : pick(row, related, selected, ofRelated);
    }
    return record;
  });
}
