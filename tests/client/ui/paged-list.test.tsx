// @vitest-environment jsdom

import { act, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { Provider } from 'urql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AlwaysInView, scrollToEnd } from '#tests/client/browser.ts';
import { show } from '#tests/client/render.tsx';
import { createRepositoriesApi } from '#tests/client/repositories-api.ts';
import {
  expectRows,
  firstRows,
  openRepositories as open,
  Repositories,
  rows,
} from '#tests/client/repositories-list.tsx';

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
