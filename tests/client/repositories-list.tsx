import { screen, waitFor } from '@testing-library/react';
import { Provider } from 'urql';
import { expect } from 'vitest';
import { RepositoriesDocument } from '#client/features/repository/repository.generated.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useList } from '#client/graphql/use-list.ts';
import { show } from '#tests/client/render.tsx';
import { createRepositoriesApi } from '#tests/client/repositories-api.ts';

/** A list of repositories that a search may filter. */
export function Repositories({
  searchTerm,
  more,
}: {
  searchTerm: string;
  more: 'scroll' | 'button';
}) {
  return (
    <PagedList
      label="Repositories"
      list={useList(
        RepositoriesDocument,
        { searchTerm, orderBy: null },
        (data) => data.repositories,
      )}
      liveList={{ list: 'repositories', isFiltered: searchTerm !== '' }}
      row={({ id, name }) => <li key={id}>{name}</li>}
      empty={<p>No repositories</p>}
      lead="square"
      more={more}
    />
  );
}

type OpenOptions = {
  count?: number;
  searchTerm?: string;
  more?: 'scroll' | 'button';
  failing?: boolean;
};

/** Shows a list of `count` repositories. */
export async function openRepositories(options: OpenOptions = {}) {
  const { count = 7, searchTerm = '', more = 'scroll', failing = false } = options;
  const { api, client } = createRepositoriesApi(count);
  api.failing = failing;
  const list = (
    <Provider value={client}>
      <Repositories searchTerm={searchTerm} more={more} />
    </Provider>
  );
  const refetch = () => {
    const variables = { searchTerm, orderBy: null, after: null, withTotal: true };
    const policy = { requestPolicy: 'network-only' } as const;
    return client.query(RepositoriesDocument, variables, policy).toPromise();
  };
  return { api, refetch, ...(await show(list)) };
}

export const rows = () => screen.queryAllByText(/^repository \d+$/).map((row) => row.textContent);

export const firstRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `repository ${index + 1}`);

export const expectRows = (count: number) =>
  waitFor(() => expect(rows()).toEqual(firstRows(count)));
