/** What a module declares to offer its list as CSV. The file `export.ts` of a module is found by its name. */
import type { Repository, User } from '#server/generated/prisma/client.ts';
import type { Permission } from '#shared/permissions.ts';

type Rows = { Repository: Repository; User: User };
type Model = keyof Rows;

type Column<Row> = { header: string; value(row: Row): string | Date | null };

/** The sort columns that an export knows, by their names in the API. The first is the default. */
type Orders = Readonly<Record<string, string>>;

export type ListExport<Name extends Model = Model> = {
  /** `/api/export/<name>.csv` */
  name: string;
  model: Name;
  permission: Permission;
  orders: Orders;
  columns: readonly Column<Rows[Name]>[];
  /**
   * The conditions of the rows, by the parameters of the URL: those of the list in the API.
   *
   * @throws BAD_REQUEST for a value that the API would refuse
   */
  conditions(search: URLSearchParams): object[];
};

/** Declares an export. Its rows are those of `model`. */
export function defineExport<Name extends Model>(declared: ListExport<Name>): ListExport {
  return declared as unknown as ListExport;
}
