import { describe, expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { startIdentityProvider } from '#tests/support/oidc.ts';
import { github, providerForFile, socialSignInPath } from '#tests/support/provider-for-file.ts';
import { startServer } from '#tests/support/server.ts';

const { oidc, server, signIn, userOf } = await providerForFile();

describe('the providers', () => {
  const ask = '{ setup { providers { key name } } }';

  it('are told to the browser, each when all its values are set', async () => {
    const told = async (env: Record<string, string>) => {
      const product = await startServer(env, server.url);
      const { data } = await (await product.as('anonymous')).send(ask);
      await product.stop();
      return data.setup.providers;
    };
    expect(await told({})).toEqual([]);
    expect(await told({ GITHUB_CLIENT_ID: 'x' })).toEqual([]);
    const { OIDC_NAME: _name, ...nameless } = oidc.settings;
    expect(await told({ ...github, ...nameless })).toEqual([{ key: 'github', name: 'GitHub' }]);
    expect(await told({ ...github, ...oidc.settings })).toEqual([
      { key: 'github', name: 'GitHub' },
      { key: 'oidc', name: 'Example' },
    ]);
  });

  it('that are not configured have no endpoints', async () => {
    const bare = await startServer({}, server.url);
    const asked = await bare.browser().post(socialSignInPath, { provider: 'github' });
    expect([asked.status, (await asked.json()).code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    const answered = await bare.request('/api/auth/callback/github?code=x&state=y');
    expect(answered.status).toBe(404);
    await bare.stop();
  });

  it('are closed in the demo', async () => {
    const demo = await startServer({ ...oidc.settings, DEMO: 'true' }, server.url);
    const asked = await demo.browser().post(socialSignInPath, { provider: 'oidc' });
    expect([asked.status, (await asked.json()).code]).toEqual([403, 'DEMO_MODE']);
    const { data } = await (await demo.as('anonymous')).send('{ setup { providers { key } } }');
    expect(data.setup.providers).toEqual([]);
    await demo.stop();
  });

  it('keep nobody else out while one is away, and are asked again', async () => {
    const away = await startIdentityProvider();
    const port = Number(new URL(away.settings.OIDC_ISSUER ?? '').port);
    await away.close();
    const product = await startServer(away.settings, server.url);
    const asked = await product.browser().post(socialSignInPath, { provider: 'oidc' });
    expect([asked.status, (await asked.json()).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await product.as('user');
    const back = await startIdentityProvider({ port });
    expect((await product.browser().post(socialSignInPath, { provider: 'oidc' })).status).toBe(200);
    await product.stop();
    await back.close();
  });

  it.each([
    ['client_secret_post', { proof: 'client_secret_post' }],
    ['an address in the signed token', { addressInToken: true }],
  ] as const)('may want %s', async (_what, options) => {
    const other = await startIdentityProvider(options);
    const product = await startServer(other.settings, server.url);
    const login = unique('login');
    other.people.set(login, { email: `${login}@example.com`, email_verified: true });
    expect((await signIn(login, { at: product })).where).toBe('/login');
    expect(await userOf(`${login}@example.com`)).toMatchObject({ name: '', emailVerified: true });
    await product.stop();
    await other.close();
  });
});

describe('GitHub', () => {
  it('is asked for the address of a person, with a state and a challenge of this browser’s own', async () => {
    const browser = server.browser();
    const asked = await (await browser.post(socialSignInPath, { provider: 'github' })).json();
    const url = new URL(asked.url);
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'github-client',
      redirect_uri: `${server.origin}/api/auth/callback/github`,
      response_type: 'code',
      scope: 'read:user user:email',
      state: expect.stringMatching(/^.{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(JSON.stringify(asked)).not.toContain('github-secret');
    expect(browser.cookie()).toContain('atrium.oauth_state=');
    expect(browser.cookie()).not.toContain(url.searchParams.get('state'));
  });

  it('that denies ends on the page that says so', async () => {
    const browser = server.browser();
    const { url } = await (await browser.post(socialSignInPath, { provider: 'github' })).json();
    const state = new URL(url).searchParams.get('state');
    const answer = await browser.open(
      `/api/auth/callback/github?error=access_denied&error_description=No&state=${state}`,
    );
    expect(answer.headers.get('location')).toBe(`${server.origin}/login/error?error=access_denied`);
  });
});
