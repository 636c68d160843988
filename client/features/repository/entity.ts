import { FolderGit2 } from 'lucide-react';
import type { Entity } from '#client/lib/entity.ts';
import { type Area, withSearch } from '#client/paths.ts';
import type { RepositoryEntryFragment } from './entity.generated.ts';

export const repositoryPaths = {
  list: (area: Area, searchTerm?: string) => withSearch(`/${area}/repositories`, { searchTerm }),
  detail: (area: Area, id: string) => `/${area}/repositories/${encodeURIComponent(id)}`,
  create: () => '/manager/repositories/new',
  deleted: () => '/manager/repositories/deleted',
  update: (id: string) => `/manager/repositories/${encodeURIComponent(id)}/update`,
};

/** What a list says below a repository's name. */
export const repositorySubtitle = ({ link, description }: { link: string; description: string }) =>
  description || link.replace(/^https?:\/\//, '');

export const entity = {
  type: 'Repository',
  list: 'repositories',
  permission: 'repository:read',
  icon: FolderGit2,
  entry: ({ id, name, link }, area) => ({
    title: name,
    subtitle: link.replace(/^https?:\/\//, ''),
    to: repositoryPaths.detail(area, id),
  }),
} as const satisfies Entity<RepositoryEntryFragment>;
