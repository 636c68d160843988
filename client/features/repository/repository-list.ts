import type { RepositoryOrderField } from '#client/graphql/schema.generated.ts';
import { type ListOrders, readSearchTerm, readSort } from '#client/lib/address/search-params.ts';
import { withSearch } from '#client/paths.ts';

export const orders: ListOrders<RepositoryOrderField> = [
  { name: 'updated', field: 'UPDATED_AT', direction: 'DESC' },
  { name: 'created', field: 'CREATED_AT', direction: 'DESC' },
  { name: 'name', field: 'NAME', direction: 'ASC' },
];

export function readRepositoryList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), ...readSort(search, orders) };
}

export type RepositoryFilter = ReturnType<typeof readRepositoryList>;

/** Variables that all pages of the list share. */
export const conditionsOf = ({ searchTerm, orderBy }: RepositoryFilter) => ({
  searchTerm,
  orderBy,
});

export function exportUrl(
  { searchTerm, orderBy }: RepositoryFilter,
  organizationId?: string,
): string {
  const { field, direction } = orderBy;
  const parameters = { searchTerm, orderBy: field, direction, organizationId };
  return withSearch('/api/export/repositories.csv', parameters);
}
