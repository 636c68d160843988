// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react';
import { Client, fetchExchange, Provider } from 'urql';
import { expect, it } from 'vitest';
import DashboardPage from '#client/features/dashboard/dashboard-page.tsx';
import { show } from '#tests/client/render.tsx';

const days = Array.from({ length: 60 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10),
  count: 2,
}));
const list = { nodes: [], totalCount: 3 };

/** What the API answers to those with a permission. To others it is null. */
const answers: Record<string, object> = {
  REPOSITORY_READ: { repositories: list, newRepositoriesPerDay: days },
  USER_LIST: {
    ...{ users: list, newUsersPerDay: days, usersByStatus: [{ status: 'ACTIVE', count: 2 }] },
  },
  AUDIT_LOG_READ: { signInsPerDay: days },
  SYSTEM_READ: { mailsByState: [] },
};

async function open(...permissions: string[]) {
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetch: async () => {
      const fields = Object.entries(answers).flatMap(([permission, answer]) =>
        Object.entries(answer).map(([name, value]) => [
          name,
          permissions.includes(permission) ? value : null,
        ]),
      );
      const answer = Object.fromEntries(fields);
      const data = { ...answer, statistics: answer, current: answer };
      const errors = [{ message: 'You lack a permission.', extensions: { code: 'FORBIDDEN' } }];
      const isRefused = fields.some(([, value]) => value === null);
      return Response.json({ data, ...(isRefused && { errors }) });
    },
  });
  const page = (
    <Provider value={client}>
      <DashboardPage />
    </Provider>
  );
  await show(page, { namespaces: ['dashboard', 'repository', 'user'], permissions });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  const headings = screen.queryAllByRole('heading').map((heading) => heading.textContent);
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  return { headings, links };
}

it('shows all that the permissions of an admin add', async () => {
  const { headings } = await open(...Object.keys(answers));
  const added = new Set(['Dashboard']);
  for (const permission of Object.keys(answers)) {
    cleanup();
    const { headings: some, links } = await open(permission);
    expect(some.length + links.length, permission).toBeGreaterThan(1);
    for (const heading of some) added.add(heading);
  }
  expect(new Set(headings)).toEqual(added);
});

it('shows neither lists nor figures of what the viewer may not read', async () => {
  const { headings, links } = await open('REPOSITORY_READ');
  expect(links.filter((link) => link?.includes('users'))).toEqual([]);
  expect(headings).toEqual(['Dashboard', 'Activity', 'New repositories', 'Recent repositories']);
});

it('shows viewers without further permissions nothing that waits', async () => {
  expect(await open()).toEqual({ headings: ['Dashboard'], links: [] });
});
