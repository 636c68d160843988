// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { addOwnRecord, deferRecord } from '#client/graphql/live-events/new-records.ts';
import { expectRows, firstRows, openRepositories, rows } from '#tests/client/repositories-list.tsx';

type Api = Awaited<ReturnType<typeof openRepositories>>['api'];

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
  const { api, user } = await openRepositories();
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
  const { api, refetch } = await openRepositories({ searchTerm: 'repository' });
  await expectRows(3);
  expect(createByOthers(api, 'something else')).toBe(false);
  expect(createByOthers(api, 'repository 101')).toBe(false);
  await act(refetch);
  await screen.findByRole('button', { name: '1 new · Show' });
  expect(rows()).not.toContain('repository 101');
});

it('shows what others add to an empty list, and one’s own, at once', async () => {
  const { api } = await openRepositories({ count: 0 });
  await screen.findByText('No repositories');
  createByOthers(api, 'repository 1');
  await expectRows(1);
  addOwnRecord('repository 9');
  expect(deferRecord('repositories', 'repository 9')).toBe(false);
});
