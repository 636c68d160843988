import { UserRound } from 'lucide-react';
import type { Entity } from '#client/lib/entity.ts';
import { paths } from '#client/paths.ts';
import type { UserEntryFragment } from './entity.generated.ts';

export const entity = {
  type: 'User',
  list: 'users',
  permission: 'user:list',
  icon: UserRound,
  entry: ({ id, name, email }) => ({
    title: name || email,
    subtitle: name ? email : undefined,
    to: paths.user(id),
  }),
} as const satisfies Entity<UserEntryFragment>;
