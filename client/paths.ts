export type Area = 'app' | 'manager';

/** First segments of the URLs of pages. The server answers others with status 404. */
export const rootPaths = ['login', 'secure-account', 'app', 'manager'] as const;

export type RootPath = (typeof rootPaths)[number];

export function withSearch(
  path: string,
  search: Record<string, string | null | undefined>,
): string {
  const entries = Object.entries(search).filter(([, value]) => value);
  const query = new URLSearchParams(entries as [string, string][]).toString();
  return query ? `${path}?${query}` : path;
}

export const accountSections = [
  'security',
  'organizations',
  'access-tokens',
  'appearance',
  'data',
] as const;

export type AccountSection = (typeof accountSections)[number];

/** URLs of general pages. Entities define theirs in their feature's `entity.ts`. */
export const paths = {
  home: (area: Area) => (area === 'manager' ? '/manager/dashboard' : '/app'),
  account: (area: Area, search: { state?: 'change-name'; newEmail?: string } = {}) =>
    withSearch(`/${area}/account`, search),
  /** Security settings, with everything that an intruder could have changed. */
  reviewAccount: () => withSearch('/app/account/security', { review: 'true' }),
  login: (redirect?: string | null, email?: string | null) =>
    withSearch('/login', { redirect, email }),
  loginError: (error: string) => withSearch('/login/error', { error }),
  verify: (email: string, redirect?: string | null) =>
    withSearch('/login/verify', { email, redirect }),
  ownPasskeys: (area: Area = 'app') => `/${area}/account/security`,
  passkeyStep: (redirect?: string | null) => withSearch('/login/passkey', { redirect }),
  passkeySetup: (redirect?: string | null) => withSearch('/login/passkey/setup', { redirect }),
  apiDocumentation: () => '/api/graphql',
};

/** Defaults to `app` outside of both areas. */
export function areaOf(pathname: string): Area {
  return pathname.startsWith('/manager') ? 'manager' : 'app';
}
