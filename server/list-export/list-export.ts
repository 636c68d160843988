/** How modules export their lists as files. Each module's `export.ts` is discovered by its name. */
import type { Database } from '#server/database/client.ts';
import type { EntityModel } from '#server/entities.ts';
import type { Direction } from '#server/graphql/building/connection.ts';
import type { Permission } from '#shared/permissions.ts';

/** Every sort order ends with the ID. */
export type ExportRow = { id: string; [column: string]: unknown };

type Column<Row> = {
  header: string;
  value(row: Row): string | Date | null;
};

/** Sort columns by their names in the API. The first is the default. */
type Orders = Readonly<Record<string, string>>;

export type ExportPage = {
  where: { AND: object[] };
  orderBy: Record<string, Direction>[];
  take: number;
};

export type ListExport<Row extends ExportRow = ExportRow> = {
  name: string;
  model: EntityModel;
  permission: Permission;
  /** Requires a proof of identity within the last minutes. */
  fresh?: true;
  orders: Orders;
  columns: readonly Column<Row>[];
  /**
   * Conditions from the URL's parameters, as in the API's list.
   *
   * @throws BAD_REQUEST for a value that the API would reject
   */
  conditions(search: URLSearchParams): object[];
  find(database: Database, page: ExportPage): Promise<Row[]>;
};

export function defineExport<Row extends ExportRow>(declared: ListExport<Row>): ListExport {
  return declared;
}
