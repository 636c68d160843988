const anyOf = (paths: readonly string[]) => new RegExp(paths.join('|'));

/**
 * Assigns modules to chunks: a few chunks compress and load better than dozens. A module goes to the matching group
 * with the highest priority, together with its imports.
 */
export const chunkGroups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
    priority: 9,
  },
  {
    name: 'login',
    test: /client\/(main|layouts\/login-layout|features\/auth\/login-page)\.tsx$/,
    priority: 8,
  },
  {
    name: 'base',
    test: /lucide-react\/dist\/esm\/([^/]+|icons\/arrow-left\.mjs)$|client\/(ui\/base\/(?!avatar|keys|relative)|ui\/overlay\/toast\.ts$|lib\/shortcuts|features\/session\/use-session\.|graphql\/fragments)/,
    priority: 7.5,
  },
  {
    name: 'area',
    test: /client\/(layouts\/(authenticated-area|app-layout|manager-layout)|features\/repository\/repositories-page)\.tsx$/,
    priority: 7,
  },
  {
    name: 'sign-in',
    test: anyOf([
      'client/features/auth/(verify|login-error|other-ways|shown-hint)',
      'client/features/auth/provider-buttons',
      'client/features/session/landing',
      'client/ui/preferences/pref',
      'shared/rules/account',
    ]),
    priority: 6,
  },
  // Loaded once an area has painted.
  {
    name: 'overlays',
    test: anyOf([
      'client/layouts/overlays',
      'client/features/demo/demo-dialog',
      'client/ui/overlay/responsive-dialog',
    ]),
    priority: 5,
  },
  { name: 'repository', test: /client\/features\/repository\//, priority: 3 },
  {
    name: (id: string) => /client\/features\/([^/]+)\//.exec(id)?.[1] ?? null,
    test: /client\/features\/(?!palette|session)/,
    priority: 1,
  },
];
