import type { RepositoryOrderField } from '#client/graphql/schema.generated.ts';
import { type ListOrders, readSearchTerm, readSort } from '#client/lib/address/search-params.ts';

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
