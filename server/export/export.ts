/** What a module declares to offer its list as a file. The file `export.ts` of a module is found by its name. */
import type { Viewer } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import type { Direction } from '#server/graphql/connection.ts';
import type { Settings } from '#server/settings.ts';
import type { Permission } from '#shared/permissions.ts';

/** A row with the ID that ends every order. */
export type ExportRow = { id: string };

type Column<Row> = {
  header: string;
  value(row: Row): string | Date | null;
  /** Left out where there are no organizations. */
  ofOrganizations?: boolean;
};

/** The sort columns that an export knows, by their names in the API. The first is the default. */
type Orders = Readonly<Record<string, string>>;

/** The query of one page of an export. */
export type ExportPage = {
  where: { AND: object[] };
  orderBy: Record<string, Direction>[];
  take: number;
};

export type ListExport<Row extends ExportRow = ExportRow> = {
  /** `/api/export/<name>.csv` and `.ndjson` */
  name: string;
  permission: Permission;
  orders: Orders;
  columns: readonly Column<Row>[];
  /**
   * The conditions of the rows, by the parameters of the URL: those of the list in the API for this viewer.
   *
   * @throws BAD_REQUEST for a value that the API would refuse
   */
  conditions(search: URLSearchParams, viewer: Viewer, settings: Settings): object[];
  /** Reads a page by one statement. */
  find(database: Database, page: ExportPage): Promise<Row[]>;
};

/** Declares an export. */
export function defineExport<Row extends ExportRow>(declared: ListExport<Row>): ListExport {
  return declared as unknown as ListExport;
}
