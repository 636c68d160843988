/** Selections of columns and of to-one relations, which are joined. */
import { isPlain } from './conditions.ts';
import { type Model, type Models, quoted } from './models.ts';

type Joined = {
  relation: string;
  model: Model & { id: string };
  /** The column of the row that holds the ID of the record. */
  column: string;
  columns: readonly string[];
};

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
