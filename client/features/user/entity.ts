import { UserRound } from 'lucide-react';
import type { Entity } from '#client/lib/entity.ts';
import { paths } from '#client/paths.ts';
import type { UserEntryFragment } from './entity.generated.ts';

export const user: Entity<UserEntryFragment> = {
  type: 'User',
  list: 'users',
  permission: 'user:list',
  label: 'nav.users',
  icon: UserRound,
  entry: ({ id, name, email }) => ({
    title: name || email,
    subtitle: name ? email : undefined,
    to: paths.user(id),
  }),
};
