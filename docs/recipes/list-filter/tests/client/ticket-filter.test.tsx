// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { Client, fetchExchange, Provider } from 'urql';
import { expect, it } from 'vitest';
import TicketsPage from '#client/features/ticket/tickets-page.tsx';
import { show } from '#tests/client/render.tsx';

async function open(path: string) {
  const asked: { status: unknown; createdAt: unknown }[] = [];
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

const midnight = (year: number, month: number, day: number) =>
  new Date(year, month - 1, day).toISOString();

it('asks for the days in the address, the last one included, until they are cleared', async () => {
  const { user, router, asked } = await open('/?createdFrom=2026-03-28&createdTo=2026-03-29');
  const [clear] = await screen.findAllByRole('button', { name: 'Clear filters' });
  await user.click(clear as HTMLElement);
  await waitFor(() => expect(router.state.location.search).toBe(''));
  await waitFor(() => expect(asked.at(-1)?.createdAt).toEqual({ from: null, before: null }));
  expect(asked[0]?.createdAt).toEqual({
    from: midnight(2026, 3, 28),
    before: midnight(2026, 3, 30),
  });
});

it('keeps the status beside it, and ignores what is no day', async () => {
  const { user, router, asked } = await open('/?status=SOLVED&createdFrom=2026-02-31');
  await user.click(await screen.findByRole('button', { name: 'Status: Solved' }));
  await user.click(await screen.findByText('Open'));
  await waitFor(() => expect(router.state.location.search).toContain('status=OPEN'));
  await waitFor(() => expect(asked.at(-1)?.status).toBe('OPEN'));
  expect(asked[0]).toEqual({ status: 'SOLVED', createdAt: { from: null, before: null } });
});
