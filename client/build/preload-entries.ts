/**
 * Resources that pages need first, by path. The build writes them to files.json, and the server names them in the HTML
 * so that code, texts and data load in parallel. Pages without an entry only load later.
 */
import { conditionsOf, readRepositoryList } from '#client/features/repository/repository-list.ts';
import { limits } from '#shared/limits.ts';

export type PreloadEntry = {
  /** Path below client/. */
  module: string;
  queries: Readonly<Record<string, object>>;
};

const repositories: PreloadEntry = {
  module: 'features/repository/repositories-page.tsx',
  queries: {
    Repositories: {
      ...conditionsOf(readRepositoryList(new URLSearchParams())),
      after: null,
      withTotal: true,
    },
  },
};

export const preloadEntries: Readonly<Record<string, PreloadEntry>> = {
  '/app': {
    module: 'features/home/home-page.tsx',
    queries: { Home: { first: 5 }, OwnInvitations: { first: limits.pageSize } },
  },
  '/app/repositories': repositories,
  '/manager/dashboard': {
    module: 'features/dashboard/dashboard-page.tsx',
    queries: { Dashboard: { first: 5 }, Statistics: { days: 30, doubled: 60 } },
  },
  '/manager/repositories': repositories,
};
