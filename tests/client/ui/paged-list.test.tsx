// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { Provider, useQuery } from 'urql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { RepositoriesDocument } from '#client/features/repository/repository.generated.ts';
import { unmask } from '#client/graphql/fragments.ts';
import { addOwnRecord, deferRecord } from '#client/graphql/live-events/new-records.ts';
import { listPage, PagedList } from '#client/graphql/paged-list.tsx';
import { AlwaysInView, scrollToEnd } from '#tests/client/browser.ts';
import { show } from '#tests/client/render.tsx';
import { createRepositoriesApi } from '#tests/client/repositories-api.ts';

function usePage(searchTerm: string, after: string | null) {
  const variables = { after, searchTerm, orderBy: null, withTotal: after === null };
  return listPage(
    useQuery({ query: RepositoriesDocument, variables }),
    (data) => data.repositories,
  );
}

function Repositories({ searchTerm, more }: { searchTerm: string; more: 'scroll' | 'button' }) {
  return (
    <PagedList
      label="Repositories"
      first={usePage(searchTerm, null)}
      filter={searchTerm}
      liveList={{ list: 'repositories', isFiltered: searchTerm !== '' }}
      usePage={usePage}
      row={(repository, refresh) => (
        <li key={repository.id}>
          <button type="button" onClick={refresh}>
            {unmask(repository).name}
          </button>
        </li>
      )}
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

async function open(options: OpenOptions = {}) {
  const { count = 7, searchTerm = '', more = 'scroll', failing = false } = options;
  const { api, client } = createRepositoriesApi(count);
  api.failing = failing;
  const list = (
    <Provider value={client}>
      <Repositories searchTerm={searchTerm} more={more} />
    </Provider>
  );
  return { api, ...(await show(list)) };
}

const rows = () => screen.queryAllByText(/^repository \d+$/).map((row) => row.textContent);

const firstRows = (count: number) =>
  Array.from({ length: count }, (_, index) => `repository ${index + 1}`);

const expectRows = (count: number) => waitFor(() => expect(rows()).toEqual(firstRows(count)));

/** React may not have run the effect yet that watches the end of the list. */
async function scroll(): Promise<void> {
  await act(async () => {});
  act(scrollToEnd);
}

it('shows the first page, and the next ones on request', async () => {
  const { user } = await open();
  await expectRows(3);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expectRows(6);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expectRows(7);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

it('says how many of all entries it shows', async () => {
  const { user } = await open();
  expect(await screen.findByText('1–3 of 7')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('1–6 of 7')).toBeTruthy();
});

it('loads the next page when its end comes into view', async () => {
  await open();
  await expectRows(3);
  await scroll();
  await expectRows(6);
});

it('asks for no more of a list that another one is replacing', async () => {
  vi.stubGlobal('IntersectionObserver', AlwaysInView);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { api, client } = createRepositoriesApi(12);
  function Searched() {
    const searchTerm = useLocation().search.slice(1);
    return (
      <Provider value={client}>
        <Repositories searchTerm={searchTerm} more="scroll" />
      </Provider>
    );
  }
  const { router } = await show(<Searched />);
  await expectRows(12);
  await act(() => router.navigate('/?1'));
  const found = ['repository 1', 'repository 10', 'repository 11', 'repository 12'];
  await waitFor(() => expect(rows()).toEqual(found));
  const searched = api.asked.filter(({ searchTerm }) => searchTerm === '1');
  expect(new Set(searched.map(({ after }) => after ?? ''))).toEqual(new Set(['', 'repository 11']));
});

it('waits for the button where content follows the list', async () => {
  const { user } = await open({ more: 'button' });
  await expectRows(3);
  await scroll();
  expect(rows()).toEqual(firstRows(3));
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expectRows(6);
});

it('has the length that it had, back from another page', async () => {
  const { router, user } = await open();
  await expectRows(3);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expectRows(6);
  await act(() => router.navigate('/elsewhere'));
  expect(rows()).toEqual([]);
  await act(() => router.navigate(-1));
  await expectRows(6);
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/'));
  await expectRows(3);
});

it('says that there is nothing', async () => {
  await open({ searchTerm: 'nowhere' });
  expect(await screen.findByText('No repositories')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});

it('offers to try again when the first page could not be loaded', async () => {
  const { api, user } = await open({ failing: true });
  const alert = await screen.findByRole('alert');
  expect(screen.queryByRole('list')).toBeNull();
  api.failing = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await expectRows(3);
});

it('offers to try again in place of a page that could not be loaded', async () => {
  const { api, user } = await open();
  await expectRows(3);
  api.failing = true;
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  const alert = await screen.findByRole('alert');
  expect(rows()).toEqual(firstRows(3));
  api.failing = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await expectRows(6);
});

it('refreshes the page of a row, and that page alone', async () => {
  const { api, user } = await open();
  await expectRows(3);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await expectRows(6);
  const before = api.requests;
  api.names.splice(4, 1, 'repository 50');
  await user.click(screen.getByRole('button', { name: 'repository 4' }));
  await screen.findByText('repository 50');
  expect(api.requests).toBe(before + 1);
});

type Api = Awaited<ReturnType<typeof open>>['api'];

/** Returns whether the list needn't be fetched again. */
function createByOthers(api: Api, name: string): boolean {
  api.names.unshift(name);
  let isLeft = false;
  act(() => {
    isLeft = deferRecord('repositories', name);
  });
  return isLeft;
}

it('counts what others add, and shows it when asked to, by a key too', async () => {
  const { api, user } = await open();
  await expectRows(3);
  createByOthers(api, 'repository 101');
  createByOthers(api, 'repository 102');
  const bar = await screen.findByRole('button', { name: '2 new · Show' });
  expect(rows()).toEqual(firstRows(3));
  await user.click(bar);
  await waitFor(() => expect(rows().slice(0, 2)).toEqual(['repository 102', 'repository 101']));
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  createByOthers(api, 'repository 103');
  await screen.findByRole('button', { name: '1 new · Show' });
  await user.keyboard('.');
  await waitFor(() => expect(rows()[0]).toBe('repository 103'));
});

it('counts in a search what it finds, and keeps it back until asked', async () => {
  const { api, user } = await open({ searchTerm: 'repository' });
  await expectRows(3);
  expect(createByOthers(api, 'something else')).toBe(false);
  expect(createByOthers(api, 'repository 101')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'repository 1' }));
  await screen.findByRole('button', { name: '1 new · Show' });
  expect(rows()).not.toContain('repository 101');
});

it('shows what others add to an empty list, and one’s own, at once', async () => {
  const { api } = await open({ count: 0 });
  await screen.findByText('No repositories');
  createByOthers(api, 'repository 1');
  await expectRows(1);
  addOwnRecord('repository 9');
  expect(deferRecord('repositories', 'repository 9')).toBe(false);
});
