import type { ComponentType } from 'react';
import {
  type LoaderFunction,
  matchRoutes,
  parsePath,
  type RouteObject,
  replace,
} from 'react-router';
import { areaGuard, pageGuard } from '#client/features/session/guards.ts';
import type { AreaHandle, NavIcon, NavPage } from '#client/features/session/use-navigation.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import type { Namespace, TextKey } from '#client/i18n/texts.ts';
import type { PreloadData } from '#client/lib/loading/code.ts';
import type { RootPath } from '#client/paths.ts';
import { NotFound } from '#client/ui/page/error-page.tsx';
import type { Permission } from '#shared/permissions.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import type { RouteHandle } from './root-layout.tsx';

type Code = () => Promise<{ default: ComponentType; preload?: PreloadData }>;

type Page = {
  /** Relative to its branch; empty for the index page. */
  path: string;
  code: Code;
  title: TextKey;
  permission?: Permission;
  loader?: () => Promise<LoaderFunction>;
  nav?: NavPage['nav'];
};

/** Namespaces besides `common` and `errors`. */
type WithTexts = { texts?: readonly Namespace[] };

type Branch = WithTexts & { path: RootPath; layout: Code; pages: (Page & WithTexts)[] };

/** Loads the texts of all its pages. */
export type Area = Pick<Branch, 'path' | 'layout'> & {
  pages: Page[];
  permission: Permission;
  home: string;
  link: { label: TextKey; icon: NavIcon };
};

type Handle = RouteHandle & Partial<AreaHandle> & { preload?: PreloadData };

/** Loads a page's code and texts together, so that it never renders without its texts. */
function lazily(code: Code, texts: readonly Namespace[] = []): Code {
  return async () => {
    const [module] = await Promise.all([code(), loadNamespaces(texts)]);
    return module;
  };
}

const componentBy = (load: Code) => async () => (await load()).default;

/** Ignores failures: navigating to the page retries and reports them. */
function preloadBy(load: Code): PreloadData {
  return (address) =>
    void load().then(
      ({ preload }) => preload?.(address),
      () => {},
    );
}

const at = (path: string) => (path ? { path } : { index: true as const });

function pageRoute({
  path,
  code,
  texts,
  title,
  permission,
  loader,
}: Page & WithTexts): RouteObject {
  const load = lazily(code, texts);
  return {
    ...at(path),
    handle: { title, preload: preloadBy(load) } satisfies Handle,
    lazy: { Component: componentBy(load), ...(loader && { loader }) },
    ...(permission && { loader: pageGuard(permission) }),
  };
}

/** Route of a branch; its ID is its path. */
export function branchRoute(
  { path, layout, texts, pages }: Branch,
  loader: LoaderFunction,
  { navigation, redirects = [] }: Partial<AreaHandle> & { redirects?: RouteObject[] } = {},
): RouteObject {
  const load = lazily(layout, texts);
  return {
    path,
    id: path,
    handle: { preload: preloadBy(load), ...(navigation && { navigation }) } satisfies Handle,
    loader,
    lazy: { Component: componentBy(load) },
    ErrorBoundary,
    children: [
      {
        // Inside the layout, so that the navigation remains usable when a page fails.
        ErrorBoundary,
        children: [...redirects, ...pages.map(pageRoute), { path: '*', Component: NotFound }],
      },
    ],
  };
}

const address = (area: string, page: string) => `/${area}${page && `/${page}`}`;

export function areaRoute(area: Area, all: readonly Area[]): RouteObject {
  const { path, home, pages } = area;
  const navigation: AreaHandle['navigation'] = {
    pages: pages
      .filter((page) => !page.path.includes(':'))
      .map(({ title, permission, nav, ...page }) => {
        // Pages with nested routes end with a splat.
        const to = address(path, page.path.replace('/*', ''));
        return { to, label: title, permission, nav };
      }),
    otherAreas: all
      .filter((other) => other !== area)
      .map(({ permission, link, ...other }) => {
        return { to: address(other.path, other.home), permission, ...link };
      }),
  };
  const redirects = home ? [{ index: true, loader: () => replace(address(path, home)) }] : [];
  const branch = { ...area, texts: ['area' as const] };
  return branchRoute(branch, areaGuard(area.permission), { navigation, redirects });
}

export function preloadPage(routes: RouteObject[], target: string): void {
  const search = new URLSearchParams(parsePath(target).search);
  for (const { route, params } of matchRoutes(routes, target) ?? []) {
    (route.handle as Handle | undefined)?.preload?.({ params, search });
  }
}
