// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { Client, fetchExchange, Provider } from 'urql';
import { expect, it } from 'vitest';
import TicketsPage from '#client/features/ticket/tickets-page.tsx';
import { show } from '#tests/client/render.tsx';

async function open(path: string) {
  const asked: unknown[] = [];
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    async fetch(_url, init) {
      asked.push(JSON.parse(String(init?.body)).variables.filter);
      const pageInfo = { hasNextPage: false, endCursor: null };
      const totalCountUpTo = { count: 0, isExact: true };
      return Response.json({ data: { tickets: { nodes: [], pageInfo, totalCountUpTo } } });
    },
  });
  const page = (
    <Provider value={client}>
      <TicketsPage />
    </Provider>
  );
  const shown = await show(page, { path, namespaces: ['list', 'ticket'], permissions: [] });
  return { ...shown, asked };
}

it('asks for the status in the address, and keeps a choice there', async () => {
  const { user, router, asked } = await open('/?status=SOLVED');
  await user.click(await screen.findByRole('button', { name: 'Status: Solved' }));
  await user.click(await screen.findByText('Open'));
  await waitFor(() => expect(router.state.location.search).toBe('?status=OPEN'));
  await waitFor(() => expect(asked.at(-1)).toEqual({ status: 'OPEN' }));
  expect(asked[0]).toEqual({ status: 'SOLVED' });
});

it('ignores a status that is unknown', async () => {
  const { asked } = await open('/?status=LOST');
  await screen.findByRole('heading', { level: 1 });
  expect(asked[0]).toEqual({ status: null });
});
