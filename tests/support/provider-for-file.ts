import { afterAll, expect } from 'vitest';
import { unique } from './factories.ts';
import { type Claims, startIdentityProvider, visitIdentityProvider } from './oidc.ts';
import { type Browser, startServer, type TestServer } from './server.ts';

export const socialSignInPath = '/api/auth/sign-in/social';
export const github = {
  GITHUB_CLIENT_ID: 'github-client',
  GITHUB_CLIENT_SECRET: 'github-secret',
};

type Attempt = {
  at?: TestServer;
  browser?: Browser;
  decision?: 'allow' | 'deny';
  redirect?: string;
};

export async function providerForFile() {
  const oidc = await startIdentityProvider();
  const settings = { ...oidc.settings, ...github, ADMIN_EMAILS: 'boss@example.com' };
  const server = await startServer(settings);
  afterAll(async () => {
    await server.stop();
    await oidc.close();
  });

  function known(claims: Claims = {}) {
    const login = unique('login');
    const email = `${login}@example.com`;
    oidc.people.set(login, { email, email_verified: true, name: 'Grace Hopper', ...claims });
    return { login, email: claims.email ?? email };
  }

  async function signIn(
    login: string,
    { at = server, browser = at.browser(), decision = 'allow', redirect }: Attempt = {},
  ) {
    const asked = await browser.post(socialSignInPath, {
      provider: 'oidc',
      ...(redirect && { redirect }),
    });
    expect(asked.status).toBe(200);
    const { url } = await asked.json();
    const back = await visitIdentityProvider(url, login, decision);
    const response = await browser.open(back.pathname + back.search);
    expect(response.status).toBe(302);
    const end = new URL(response.headers.get('location') ?? '');
    return { browser, back, response, end, where: end.pathname + end.search };
  }

  async function viewerOf(browser: Browser) {
    const query = '{ viewer { user { id email name } } }';
    const { data } = await (await browser.post('/api/graphql', { query })).json();
    return data.viewer?.user ?? null;
  }
  const userOf = (email: string) => server.database.user.findUnique({ where: { email } });
  const auditKindsOf = async (userId: string) =>
    (await server.database.auditEvent.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
      ({ kind }) => kind,
    );

  return { oidc, server, known, signIn, viewerOf, userOf, auditKindsOf };
}
