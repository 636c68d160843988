/**
 * What pages need first, by path. The build writes it into files.json, and the server names it in their HTML,
 * so that code, texts and data are requested together. A page without an entry works the same, but later.
 */
import { repositoryPage } from './features/repository/repository-list.ts';

/** A page, when it is opened without parameters. */
export type PageStart = {
  /** Its module, in this folder. */
  module: string;
  /** Namespaces of its texts, besides those of every page. */
  texts: readonly string[];
  /** Its queries: the names of operations, and their variables. */
  queries: Readonly<Record<string, object>>;
};

const repositories: PageStart = {
  module: 'features/repository/repositories-page.tsx',
  texts: ['repository'],
  queries: { Repositories: repositoryPage({ searchTerm: '', sort: 'updated' }, null) },
};

export const pageStarts: Readonly<Record<string, PageStart>> = {
  '/app': {
    module: 'features/home/home-page.tsx',
    texts: ['repository'],
    queries: { Home: { first: 5 } },
  },
  '/app/repositories': repositories,
  '/manager/dashboard': {
    module: 'features/dashboard/dashboard-page.tsx',
    texts: ['dashboard', 'repository', 'user'],
    queries: { Dashboard: { first: 5 }, Statistics: { days: 30, doubled: 60 } },
  },
  '/manager/repositories': repositories,
};
