/**
 * Route table: every page with its path, code, title, permission and navigation entry, and outside areas its texts.
 * Menus are derived from it. So is the command palette.
 */
import { type RouteObject, redirectDocument, replace } from 'react-router';
import { backgroundSession, guestGuard } from '#client/features/session/guards.ts';
import { loadSession } from '#client/features/session/session.ts';
import { ErrorBoundary, UnknownPage } from '#client/layouts/error-boundary.tsx';
import type { tables } from '#client/layouts/organization-pages.tsx';
import { PageSkeleton } from '#client/layouts/page-skeleton.tsx';
import { RootLayout } from '#client/layouts/root-layout.tsx';
import { type Area, areaRoute, branchRoute } from '#client/layouts/route-builder.ts';
import { accountSections, paths } from './paths.ts';

/** Why a sign-in failed. */
const loginError: Page = {
  path: 'error',
  code: () => import('#client/features/auth/login-error-page.tsx'),
  title: 'auth:login.title',
};

const login: Parameters<typeof branchRoute>[0] = {
  path: 'login',
  layout: () => import('#client/layouts/login-layout.tsx'),
  texts: ['auth'],
  pages: [
    {
      path: '',
      code: () => import('#client/features/auth/login-page.tsx'),
      title: 'auth:login.title',
    },
    {
      path: 'verify',
      code: () => import('#client/features/auth/verify-page.tsx'),
      title: 'auth:verify.title',
      loader: () => import('#client/features/auth/verify-page.tsx').then((m) => m.verifyGuard),
    },
    {
      path: 'passkey',
      code: () =>
        import('#client/features/passkey/passkey-step.tsx').then((m) => ({
          default: m.PasskeyStepPage,
        })),
      texts: ['passkey'],
      title: 'passkey:step.title',
    },
    {
      path: 'passkey/setup',
      code: () =>
        import('#client/features/passkey/passkey-step.tsx').then((m) => ({
          default: m.PasskeySetupPage,
        })),
      texts: ['passkey', 'recoveryCodes'],
      title: 'passkey:setup.title',
    },
    loginError,
  ],
};

/** Where “This wasn't me” in an email leads, with or without a session. */
const secureAccount: typeof login = {
  ...login,
  path: 'secure-account',
  pages: [
    {
      path: '',
      code: () => import('#client/features/account/secure-account-page.tsx'),
      texts: ['account', 'audit'],
      title: 'account:secure.title',
    },
  ],
};

type Page = Area['pages'][number];

const repositories: Page = {
  path: 'repositories',
  code: () => import('#client/features/repository/repositories-page.tsx'),
  title: 'nav.repositories',
  permission: 'repository:read',
};

const repository: Page = {
  ...repositories,
  path: 'repositories/:id',
  code: () => import('#client/features/repository/repository-page.tsx'),
};

/** In the user area, only for users who may edit their organizations' repositories. */
const updateRepository: Page = {
  ...repositories,
  path: 'repositories/:id/update',
  code: () => import('#client/features/repository/repository-form.tsx'),
};

/** Organization pages have their own table, to keep it out of /login. */
const organizationPages = (name: keyof typeof tables, path = 'organizations/*') => ({
  path,
  code: () => import('./layouts/organization-pages.tsx').then((m) => ({ default: m.tables[name] })),
  title: 'nav.organizations' as const,
  permission: 'organization:read' as const,
});

const accountPage = {
  code: () => import('#client/features/account/account-page.tsx'),
  permission: 'account:update',
} satisfies Partial<Page>;

const account: Page[] = [
  {
    ...accountPage,
    path: 'account',
    title: 'nav.account',
    nav: { group: 'nav.userMenu', icon: 'account' },
  },
  ...accountSections.map((section) => ({
    ...accountPage,
    ...(section === 'organizations' && { permission: 'organization:read' as const }),
    path: `account/${section}`,
    title: `account:section.${section}` as const,
  })),
];

const areas: Area[] = [
  {
    path: 'app',
    permission: 'apps:app',
    home: '',
    link: { label: 'nav.openApp', icon: 'app' },
    layout: () => import('#client/layouts/app-layout.tsx'),
    pages: [
      {
        path: '',
        code: () => import('#client/features/home/home-page.tsx'),
        title: 'nav.home',
        nav: { group: 'nav.main', icon: 'home' },
      },
      {
        ...repositories,
        nav: { group: 'nav.main', icon: 'repositories' },
      },
      repository,
      updateRepository,
      { ...organizationPages('app'), nav: { group: 'nav.main', icon: 'organizations' } },
      organizationPages('invitation', 'invitations/:id'),
      ...account,
    ],
  },
  {
    path: 'manager',
    permission: 'apps:manager',
    home: 'dashboard',
    link: { label: 'nav.openManager', icon: 'manager' },
    layout: () => import('#client/layouts/manager-layout.tsx'),
    pages: [
      {
        path: 'dashboard',
        code: () => import('#client/features/dashboard/dashboard-page.tsx'),
        title: 'nav.dashboard',
        nav: { group: 'nav.application', icon: 'manager' },
      },
      {
        ...repositories,
        nav: { group: 'nav.application', icon: 'repositories' },
      },
      {
        path: 'repositories/new',
        code: () => import('#client/features/repository/repository-form.tsx'),
        title: 'repository:new.title',
        permission: 'repository:create',
      },
      {
        path: 'repositories/csv-import',
        code: () => import('./features/repository/csv-import/import-page.tsx'),
        title: 'csv-import:title',
        permission: 'repository:create',
      },
      {
        path: 'repositories/deleted',
        code: () => import('./features/repository/deleted/deleted-page.tsx'),
        title: 'repository:deleted.title',
        permission: 'repository:delete',
      },
      repository,
      { ...updateRepository, permission: 'repository:update' },
      {
        path: 'users',
        code: () => import('#client/features/user/users-page.tsx'),
        title: 'nav.users',
        permission: 'user:list',
        nav: { group: 'nav.configuration', icon: 'users' },
      },
      {
        path: 'users/new',
        code: () => import('#client/features/user/user-form.tsx'),
        title: 'user:new.title',
        permission: 'user:create',
      },
      {
        path: 'users/:id',
        code: () => import('#client/features/user/user-page.tsx'),
        title: 'nav.users',
        permission: 'user:get',
      },
      {
        path: 'users/:id/update',
        code: () => import('#client/features/user/user-form.tsx'),
        title: 'nav.users',
        permission: 'user:update',
      },
      {
        ...organizationPages('manager'),
        permission: 'organization:list',
        nav: { group: 'nav.configuration', icon: 'organizations' },
      },
      {
        path: 'service-accounts',
        code: () => import('./features/user/service-accounts/service-accounts-page.tsx'),
        title: 'nav.serviceAccounts',
        permission: 'service-account:update',
        nav: { group: 'nav.configuration', icon: 'serviceAccounts' },
      },
      {
        path: 'service-accounts/new',
        code: () =>
          import('./features/user/service-accounts/service-accounts-page.tsx').then((m) => ({
            default: m.NewServiceAccountPage,
          })),
        title: 'user:serviceAccount.new',
        permission: 'service-account:create',
      },
      {
        path: 'audit-log',
        code: () => import('#client/features/audit-log/audit-log-page.tsx'),
        title: 'nav.auditLog',
        permission: 'audit-log:read',
        nav: { group: 'nav.configuration', icon: 'auditLog' },
      },
      {
        path: 'system',
        code: () => import('#client/features/system/system-page.tsx'),
        title: 'nav.system',
        permission: 'system:read',
        nav: { group: 'nav.configuration', icon: 'system' },
      },
      ...account,
    ],
  },
];

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: PageSkeleton,
    ErrorBoundary,
    children: [
      { index: true, loader: () => replace(paths.login()) },
      branchRoute(login, guestGuard),
      branchRoute(secureAccount, loadSession),
      ...areas.map((area) => areaRoute(area, areas)),
      // Served by the server. Signing in may redirect here.
      { path: 'api/graphql', loader: ({ request }) => redirectDocument(request.url) },
      { path: '*', loader: backgroundSession, Component: UnknownPage },
    ],
  },
];
