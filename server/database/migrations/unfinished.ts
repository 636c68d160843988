/** Which background migrations are applied but not finished, and how far they are. */

/** Runs a statement of any client: Prisma's or pg's. */
export type RunQuery = <Row extends object>(sql: string, ...values: unknown[]) => Promise<Row[]>;

/** `rows` were changed so far. How many are left is not known: the script selects them. */
export type Unfinished = { name: string; rows: number };

export async function hasProgressTable(query: RunQuery): Promise<boolean> {
  const [row] = await query<{ exists: boolean }>(
    `SELECT to_regclass('"_background_migrations"') IS NOT NULL AS "exists"`,
  );
  return row?.exists ?? false;
}

/** Those among `names`, in order. */
export async function readUnfinished(query: RunQuery, names: string[]): Promise<Unfinished[]> {
  if (names.length === 0) return [];
  const [rows, join, where] = (await hasProgressTable(query))
    ? [
        'coalesce(b."rows", 0)::float8',
        'LEFT JOIN "_background_migrations" b USING ("migration_name")',
        'b."finished_at" IS NULL',
      ]
    : ['0::float8', '', 'true'];
  return query<Unfinished>(
    `SELECT "migration_name" AS "name", ${rows} AS "rows" FROM "_prisma_migrations" m ${join}
     WHERE "migration_name" = ANY($1::text[]) AND m."finished_at" IS NOT NULL AND "rolled_back_at" IS NULL
       AND ${where} ORDER BY "migration_name"`,
    names,
  );
}
