const anyOf = (paths: readonly string[]) => new RegExp(paths.join('|'));

/** Features without a chunk of their own. */
const withoutChunk = ['palette', 'session'];

/**
 * Assigns modules to chunks: a few chunks compress and load better than dozens. A module goes to the matching group
 * with the highest priority, together with its imports.
 */
export const chunkGroups = [
  {
    name: 'vendor',
    test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
    priority: 7,
  },
  {
    name: 'login',
    test: /client\/(main|layouts\/login-layout|features\/auth\/login-page)\.tsx$/,
    priority: 6,
  },
  // Modules that both sign-in and areas use. Without this chunk, sign-in would load an area's.
  {
    name: 'base',
    test: anyOf([
      'lucide-react/dist/esm/([^/]+$|shared|icons/(arrow-left|sun|moon|monitor|user-round).mjs)',
      'client/ui/base/(rich-text|copy-button)',
      'client/ui/overlay/toast.ts',
      'client/features/passkey/sign-in',
    ]),
    priority: 5,
  },
  {
    name: 'area',
    test: /client\/(layouts\/(authenticated-area|app-layout|manager-layout)|features\/repository\/repositories-page)\.tsx$/,
    priority: 4,
  },
  {
    name: 'sign-in',
    test: /client\/(features\/auth\/(verify|login-error|other-ways|provider-buttons)|features\/session\/landing|ui\/preferences\/pref)|shared\/rules\/account/,
    priority: 3,
  },
  // Loaded once an area has painted.
  {
    name: 'overlays',
    test: anyOf([
      'client/layouts/overlays',
      'client/features/demo/demo-dialog',
      'client/ui/overlay/responsive-dialog',
    ]),
    priority: 2,
  },
  {
    name: (id: string) => /client\/features\/([^/]+)\//.exec(id)?.[1] ?? null,
    test: new RegExp(`client/features/(?!${withoutChunk.join('|')})`),
    priority: 1,
  },
];
