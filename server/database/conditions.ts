/** Converts the subset of Prisma's `where` that lists use to SQL. */

export type SqlText = {
  column(name: string): string;
  value(value: unknown): string;
  /** Bound of a range, if it's written differently from other values. */
  bound?(value: unknown): string;
  /** Condition on related records; undefined if the model has no such relation. */
  related?(name: string, where: object): string | undefined;
};

const boundOf = (value: unknown, sql: SqlText) => sql.bound?.(value) ?? sql.value(value);

const operators: Record<string, (column: string, value: unknown, sql: SqlText) => string> = {
  equals: (column, value, sql) =>
    value === null ? `${column} IS NULL` : `${column} = ${sql.value(value)}`,
  gt: (column, value, sql) => `${column} > ${boundOf(value, sql)}`,
  gte: (column, value, sql) => `${column} >= ${boundOf(value, sql)}`,
  lt: (column, value, sql) => `${column} < ${boundOf(value, sql)}`,
  lte: (column, value, sql) => `${column} <= ${boundOf(value, sql)}`,
  in: (column, value, sql) => `${column} = ANY(${sql.value(value)})`,
  notIn: (column, value, sql) => `${column} <> ALL(${sql.value(value)})`,
  not(column, value) {
    if (value !== null) throw new TypeError('No SQL for the operator not, except not: null.');
    return `${column} IS NOT NULL`;
  },
  startsWith: (column, value, sql) => `${column} LIKE ${sql.value(`${value}%`)}`,
};

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

function columnToSql(name: string, filter: unknown, sql: SqlText): string {
  const column = sql.column(name);
  if (!isPlainObject(filter)) return operators.equals?.(column, filter, sql) ?? '';
  const { contains, mode, ...others } = filter;
  const conditions = Object.entries(others).map(([name, value]) => {
    const operator = operators[name];
    if (!operator) throw new TypeError(`No SQL for the operator ${name}.`);
    return operator(column, value, sql);
  });
  if (contains !== undefined) {
    conditions.push(`${column} ${mode ? 'ILIKE' : 'LIKE'} ${sql.value(`%${contains}%`)}`);
  }
  return conditions.join(' AND ');
}

const asList = (value: unknown): object[] => (Array.isArray(value) ? value : [value]) as object[];

/**
 * Converts a Prisma `where` to SQL.
 *
 * @throws TypeError for relations and operators that no list uses
 */
export function conditionToSql(where: object, sql: SqlText): string {
  const all = Object.entries(where).map(([name, value]) => {
    if (name === 'AND' || name === 'OR') {
      const parts = asList(value).map((part) => conditionToSql(part, sql));
      return parts.length > 0 ? `(${parts.join(` ${name} `)})` : String(name === 'AND');
    }
    if (name === 'NOT') {
      return asList(value)
        .map((part) => `NOT (${conditionToSql(part, sql)})`)
        .join(' AND ');
    }
    return sql.related?.(name, value as object) ?? columnToSql(name, value, sql);
  });
  return all.length > 0 ? all.join(' AND ') : 'true';
}

export function isSearch(where: unknown): boolean {
  if (!isPlainObject(where)) return false;
  if ('contains' in where || 'startsWith' in where) return true;
  return Object.values(where).some((value) =>
    Array.isArray(value) ? value.some(isSearch) : isSearch(value),
  );
}
