import { Bot, UserRound, UsersRound } from 'lucide-react';
import type { Entity } from '#client/lib/entity.ts';
import type { UserEntryFragment } from './entity.generated.ts';

export const userPaths = {
  list: () => '/manager/users',
  detail: (id: string) => `/manager/users/${encodeURIComponent(id)}`,
  create: () => '/manager/users/new',
  update: (id: string) => `/manager/users/${encodeURIComponent(id)}/update`,
  serviceAccounts: () => '/manager/service-accounts',
  createServiceAccount: () => '/manager/service-accounts/new',
};

export const entity = {
  type: 'User',
  list: 'users',
  permission: 'user:list',
  icon: UserRound,
  listIcon: UsersRound,
  entry: ({ id, name, email, isServiceAccount }) => ({
    title: name || email,
    // Service accounts have no real email address.
    subtitle: name && !isServiceAccount ? email : undefined,
    to: userPaths.detail(id),
    ...(isServiceAccount && { icon: Bot }),
  }),
} as const satisfies Entity<UserEntryFragment>;

/** Falls back to the email until onboarding. */
export function displayName({ name, email }: { name: string; email: string }): string {
  return name || email;
}
