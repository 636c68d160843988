import type { RepositoryOrder } from '#client/graphql/schema.generated.ts';
import { readSearchTerm, readSort } from '#client/lib/address/search-params.ts';
import { withSearch } from '#client/paths.ts';

/** The first is the default. */
export const sorts = ['updated', 'created', 'name'] as const;

type RepositorySort = (typeof sorts)[number];

export function readRepositoryList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), sort: readSort(search, sorts) };
}

export type RepositoryFilter = ReturnType<typeof readRepositoryList>;

const repositoryOrders: Record<RepositorySort, RepositoryOrder> = {
  updated: { field: 'UPDATED_AT', direction: 'DESC' },
  created: { field: 'CREATED_AT', direction: 'DESC' },
  name: { field: 'NAME', direction: 'ASC' },
};

export function repositoryPage({ searchTerm, sort }: RepositoryFilter, after: string | null) {
  return { after, searchTerm, orderBy: repositoryOrders[sort], withTotal: after === null };
}

export function exportUrl({ searchTerm, sort }: RepositoryFilter, organizationId?: string): string {
  const { field, direction } = repositoryOrders[sort];
  const parameters = { searchTerm, orderBy: field, direction, organizationId };
  return withSearch('/api/export/repositories.csv', parameters);
}
