// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Client, fetchExchange, Provider } from 'urql';
import { expect, it } from 'vitest';
import { RecentlyOpened } from '#client/features/home/home-page.tsx';
import { OwnRecoveryCodes } from '#client/features/recovery-codes/own-recovery-codes.tsx';
import { rememberRecent } from '#client/features/session/recent.ts';
import { show } from '#tests/client/render.tsx';

async function showFailing(part: ReactNode) {
  const server = { requests: 0 };
  const client = new Client({
    url: 'https://example.org/api/graphql',
    preferGetMethod: false,
    async fetch() {
      server.requests += 1;
      throw new Error('unreachable');
    },
    exchanges: [fetchExchange],
  });
  const page = (
    <Provider value={client}>
      {part}
      <p>Rest of the page</p>
    </Provider>
  );
  const options = {
    namespaces: ['repository' as const, 'recoveryCodes' as const],
    permissions: [],
  };
  const { user } = await show(page, options);
  await screen.findByText('Rest of the page');
  return { server, user };
}

it('leaves out what was opened before if it cannot be loaded', async () => {
  rememberRecent('viewer', 'repository 1');
  const { server } = await showFailing(<RecentlyOpened />);
  await waitFor(() => expect(server.requests).toBe(1));
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
});

it('says that the recovery codes could not be loaded, and tries again', async () => {
  const { server, user } = await showFailing(<OwnRecoveryCodes />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain("Couldn't reach the server");
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.requests).toBe(2));
});
