/** Organization pages, loaded together. The route table has a single path for them in each area. */
import { type RouteObject, useRoutes } from 'react-router';
import { InvitationPage } from '#client/features/invitation/invitation-page.tsx';
import { InvitationsPage } from '#client/features/invitation/invitations-page.tsx';
import { MembersPage } from '#client/features/member/members-page.tsx';
import { OrganizationsPage } from '#client/features/membership/my-organizations.tsx';
import { ManagedOrganizationPage } from '#client/features/organization/managed-organization-page.tsx';
import { ManagedOrganizationsPage } from '#client/features/organization/managed-organizations-page.tsx';
import { NewOrganizationPage } from '#client/features/organization/organization-form.tsx';
import { OrganizationLayout } from '#client/features/organization/organization-layout.tsx';
import { OverviewPage } from '#client/features/organization/overview-page.tsx';
import { SettingsPage } from '#client/features/organization/settings-page.tsx';
import {
  OrganizationDeletedPage,
  OrganizationRepositoriesPage,
} from '#client/features/repository/organization-repositories-page.tsx';
import RepositoryFormPage from '#client/features/repository/repository-form.tsx';
import RepositoryPage from '#client/features/repository/repository-page.tsx';
import { ServiceAccountsPage } from '#client/features/service-account/service-accounts-page.tsx';
import { TeamPage } from '#client/features/team/team-page.tsx';
import { TeamsPage } from '#client/features/team/teams-page.tsx';
import { NotFound } from '#client/ui/page/error-page.tsx';

const organization: RouteObject = {
  path: ':slug',
  Component: OrganizationLayout,
  children: [
    { index: true, Component: OverviewPage },
    { path: 'repositories', Component: OrganizationRepositoriesPage },
    { path: 'repositories/new', Component: RepositoryFormPage },
    { path: 'repositories/deleted', Component: OrganizationDeletedPage },
    { path: 'repositories/:id', Component: RepositoryPage },
    { path: 'repositories/:id/update', Component: RepositoryFormPage },
    { path: 'members', Component: MembersPage },
    { path: 'invitations', Component: InvitationsPage },
    { path: 'service-accounts', Component: ServiceAccountsPage },
    { path: 'teams', Component: TeamsPage },
    { path: 'teams/:id', Component: TeamPage },
    { path: 'settings', Component: SettingsPage },
    { path: '*', Component: NotFound },
  ],
};

const ofApp: RouteObject[] = [
  { index: true, Component: OrganizationsPage },
  { path: 'new', Component: NewOrganizationPage },
  organization,
];

const ofManager: RouteObject[] = [
  { index: true, Component: ManagedOrganizationsPage },
  { path: ':id', Component: ManagedOrganizationPage },
  { path: '*', Component: NotFound },
];

export const tables = {
  app: () => useRoutes(ofApp),
  manager: () => useRoutes(ofManager),
  invitation: InvitationPage,
};
