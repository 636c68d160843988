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

const namespaces = ['dashboard', 'repository', 'user'] as const;

/** What the API answers to those with a permission. To others it is null. */
const lists: Record<string, object> = {
  REPOSITORY_READ: { repositories: list },
  USER_LIST: { users: list },
};
const statistics: Record<string, object> = {
  REPOSITORY_READ: { newRepositoriesPerDay: days },
  USER_LIST: { newUsersPerDay: days, usersByStatus: [{ status: 'ACTIVE', count: 2 }] },
  AUDIT_LOG_READ: { signInsPerDay: days },
  SYSTEM_READ: { mailsByState: [] },
};
const statisticsOf = (answer: object) => ({ statistics: answer, current: answer });
const statisticsTitles = ['Activity', 'New repositories'];

const answers = [...Object.entries(lists), ...Object.entries(statistics)];
const allPermissions = new Set(answers.map(([permission]) => permission));

async function open(...permissions: string[]) {
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    exchanges: [fetchExchange],
    fetch: async () => {
      const fields = answers.flatMap(([permission, answer]) =>
        Object.entries(answer).map(([name, value]) => [
          name,
          permissions.includes(permission) ? value : null,
        ]),
      );
      const answer = Object.fromEntries(fields);
      const data = { ...answer, ...statisticsOf(answer) };
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
  await show(page, { namespaces: [...namespaces, 'statistics'], permissions });
  await screen.findByRole('heading', { name: 'Dashboard' });
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  const headings = screen.queryAllByRole('heading').map((heading) => heading.textContent);
  const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  return { headings, links };
}

it('shows all that the permissions of an admin add', async () => {
  const { headings } = await open(...allPermissions);
  const added = new Set(['Dashboard']);
  for (const permission of allPermissions) {
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
  expect(headings).toEqual(['Dashboard', ...statisticsTitles, 'Recent repositories']);
});

it('shows viewers without further permissions nothing that waits', async () => {
  expect(await open()).toEqual({ headings: ['Dashboard'], links: [] });
});
