/**
 * The route table: every page with its path, code, texts, title and permission. Nothing else in the
 * client decides what exists or who sees it.
 */
import type { ComponentType } from 'react';
import {
  type LoaderFunction,
  matchRoutes,
  parsePath,
  type RouteObject,
  replace,
} from 'react-router';
import { areaGuard, guestGuard, pageGuard } from '#client/features/session/guards.ts';
import { sessionRoutes } from '#client/features/session/use-session.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import type { Namespace, TextKey } from '#client/i18n/text-key.ts';
import { ErrorBoundary } from '#client/layouts/error-boundary.tsx';
import { PageSkeleton } from '#client/layouts/page-skeleton.tsx';
import { RootLayout, type RouteHandle } from '#client/layouts/root-layout.tsx';
import type { PreloadData } from '#client/lib/preload.ts';
import { paths } from '#client/paths.ts';
import { NotFound } from '#client/ui/page/error-page.tsx';
import type { Permission } from '#shared/permissions.ts';

type Code = () => Promise<{ default: ComponentType; preload?: PreloadData }>;

type Page = {
  /** Within its branch; empty for the index. */
  path: string;
  code: Code;
  /** The texts it speaks beyond the common ones and the errors. */
  texts?: Namespace[];
  title: TextKey;
  /** What one needs beyond the branch's own permission. */
  permission?: Permission;
  /** A loader of its own, fetched with the page. */
  guard?: () => Promise<LoaderFunction>;
};

type Branch = {
  path: string;
  id: string;
  layout: Code;
  texts?: Namespace[];
  guard: LoaderFunction;
  pages: Page[];
  redirects?: { path: string; to: string }[];
};

const branches: Branch[] = [
  {
    path: 'login',
    id: sessionRoutes.login,
    guard: guestGuard,
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
        guard: () => import('#client/features/auth/verify-guard.ts').then((m) => m.verifyGuard),
      },
      {
        path: 'error',
        code: () => import('#client/features/auth/login-error-page.tsx'),
        title: 'auth:login.title',
      },
    ],
  },
  {
    path: 'app',
    id: sessionRoutes.app,
    guard: areaGuard('apps:app'),
    layout: () => import('#client/layouts/app-layout.tsx'),
    texts: ['auth'],
    pages: [
      {
        path: '',
        code: () => import('#client/features/home/home-page.tsx'),
        texts: ['repository'],
        title: 'nav.home',
      },
      {
        path: 'repositories',
        code: () => import('#client/features/repository/repositories-page.tsx'),
        texts: ['repository'],
        title: 'nav.repositories',
        permission: 'repository:read',
      },
      {
        path: 'repositories/:id',
        code: () => import('#client/features/repository/repository-page.tsx'),
        texts: ['repository'],
        title: 'nav.repositories',
        permission: 'repository:read',
      },
      {
        path: 'account',
        code: () => import('#client/features/account/account-page.tsx'),
        texts: ['account', 'session'],
        title: 'nav.account',
        permission: 'account:update',
      },
    ],
  },
  {
    path: 'manager',
    id: sessionRoutes.manager,
    guard: areaGuard('apps:manager'),
    layout: () => import('#client/layouts/manager-layout.tsx'),
    texts: ['auth'],
    redirects: [{ path: '', to: paths.home('manager') }],
    pages: [
      {
        path: 'dashboard',
        code: () => import('#client/features/dashboard/dashboard-page.tsx'),
        texts: ['dashboard', 'repository', 'user'],
        title: 'nav.dashboard',
      },
      {
        path: 'repositories',
        code: () => import('#client/features/repository/repositories-page.tsx'),
        texts: ['repository'],
        title: 'nav.repositories',
        permission: 'repository:read',
      },
      {
        path: 'repositories/new',
        code: () => import('#client/features/repository/new-repository-page.tsx'),
        texts: ['repository'],
        title: 'repository:new.title',
        permission: 'repository:create',
      },
      {
        path: 'repositories/:id',
        code: () => import('#client/features/repository/repository-page.tsx'),
        texts: ['repository'],
        title: 'nav.repositories',
        permission: 'repository:read',
      },
      {
        path: 'repositories/:id/update',
        code: () => import('#client/features/repository/update-repository-page.tsx'),
        texts: ['repository'],
        title: 'nav.repositories',
        permission: 'repository:update',
      },
      {
        path: 'users',
        code: () => import('#client/features/user/users-page.tsx'),
        texts: ['user', 'date'],
        title: 'nav.users',
        permission: 'user:list',
      },
      {
        path: 'users/new',
        code: () => import('#client/features/user/new-user-page.tsx'),
        texts: ['user'],
        title: 'user:new.title',
        permission: 'user:create',
      },
      {
        path: 'users/:id',
        code: () => import('#client/features/user/user-page.tsx'),
        texts: ['user', 'session', 'date'],
        title: 'nav.users',
        permission: 'user:get',
      },
      {
        path: 'users/:id/update',
        code: () => import('#client/features/user/update-user-page.tsx'),
        texts: ['user'],
        title: 'nav.users',
        permission: 'user:update',
      },
      {
        path: 'account',
        code: () => import('#client/features/account/account-page.tsx'),
        texts: ['account', 'session'],
        title: 'nav.account',
        permission: 'account:update',
      },
    ],
  },
];

type Handle = RouteHandle & { preload?: PreloadData };

/** Code and texts arrive together, so a page never stands there without its words. */
function lazily(code: Code, texts: Namespace[] = []) {
  return async () => {
    const [module] = await Promise.all([code(), loadNamespaces(texts)]);
    return module;
  };
}

const componentBy = (load: Code) => async () => (await load()).default;

/** Whatever fails now is said when somebody really comes. */
function preloadBy(load: Code): PreloadData {
  return (address) =>
    void load().then(
      ({ preload }) => preload?.(address),
      () => {},
    );
}

function pageRoute({ path, code, texts, title, permission, guard }: Page): RouteObject {
  const load = lazily(code, texts);
  const handle: Handle = { title, preload: preloadBy(load) };
  return {
    ...(path ? { path } : { index: true as const }),
    handle,
    lazy: { Component: componentBy(load), ...(guard && { loader: guard }) },
    ...(permission && { loader: pageGuard(permission) }),
  };
}

function branchRoute({
  path,
  id,
  layout,
  texts,
  guard,
  pages,
  redirects = [],
}: Branch): RouteObject {
  const load = lazily(layout, texts);
  const handle: Handle = { preload: preloadBy(load) };
  return {
    path,
    id,
    handle,
    loader: guard,
    lazy: { Component: componentBy(load) },
    ErrorBoundary,
    children: [
      {
        // Inside the layout, so that a page that fails leaves the way to the others.
        ErrorBoundary,
        children: [
          ...redirects.map((redirect) => ({
            ...(redirect.path ? { path: redirect.path } : { index: true as const }),
            loader: () => replace(redirect.to),
          })),
          ...pages.map(pageRoute),
          { path: '*', Component: NotFound },
        ],
      },
    ],
  };
}

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: PageSkeleton,
    ErrorBoundary,
    children: [
      { index: true, loader: () => replace(paths.login()) },
      ...branches.map(branchRoute),
      { path: '*', Component: NotFound },
    ],
  },
];

/** Fetches code, texts and data of the page at `address`, ahead of the click. */
export function preloadPage(address: string) {
  const search = new URLSearchParams(parsePath(address).search);
  for (const { route, params } of matchRoutes(routes, address) ?? []) {
    (route.handle as Handle)?.preload?.({ params, search });
  }
}
