import { FolderGit2 } from 'lucide-react';
import type { Entity } from '#client/lib/entity.ts';
import { paths } from '#client/paths.ts';
import type { RepositoryEntryFragment } from './entity.generated.ts';

export const entity = {
  type: 'Repository',
  list: 'repositories',
  permission: 'repository:read',
  icon: FolderGit2,
  entry: ({ id, name, link }, area) => ({
    title: name,
    subtitle: link.replace(/^https?:\/\//, ''),
    to: paths.repository(area, id),
  }),
} as const satisfies Entity<RepositoryEntryFragment>;
