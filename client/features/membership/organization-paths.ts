import { withSearch } from '#client/paths.ts';

const pageOf = (slug: string, ...parts: string[]) =>
  ['/app/organizations', ...[slug, ...parts].map(encodeURIComponent)].join('/');

export const organizationPaths = {
  list: () => '/app/organizations',
  create: () => '/app/organizations/new',
  home: (slug: string) => pageOf(slug),
  repositories: (slug: string) => pageOf(slug, 'repositories'),
  deletedRepositories: (slug: string) => pageOf(slug, 'repositories', 'deleted'),
  members: (slug: string) => pageOf(slug, 'members'),
  invitations: (slug: string) => pageOf(slug, 'invitations'),
  serviceAccounts: (slug: string) => pageOf(slug, 'service-accounts'),
  teams: (slug: string) => pageOf(slug, 'teams'),
  team: (slug: string, id: string) => pageOf(slug, 'teams', id),
  settings: (slug: string) => pageOf(slug, 'settings'),
  invitation: (id: string, email?: string) =>
    withSearch(`/app/invitations/${encodeURIComponent(id)}`, { email }),
  managed: () => '/manager/organizations',
  managedDetail: (id: string) => `/manager/organizations/${encodeURIComponent(id)}`,
};
