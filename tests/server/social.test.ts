/** Sign-in with a real OpenID Connect server, and with GitHub up to the redirect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { unique } from '#tests/support/factories.ts';
import {
  type Claims,
  type IdentityProvider,
  startIdentityProvider,
  visitIdentityProvider,
} from '#tests/support/oidc.ts';
import { type Browser, startServer, type TestServer } from '#tests/support/server.ts';

const askPath = '/api/auth/sign-in/social';
const github = { GITHUB_CLIENT_ID: 'github-client', GITHUB_CLIENT_SECRET: 'github-secret' };

let oidc: IdentityProvider;
let server: TestServer;
beforeAll(async () => {
  oidc = await startIdentityProvider();
  server = await startServer({ ...oidc.settings, ...github, ADMIN_EMAILS: 'boss@example.com' });
});
afterAll(async () => {
  await server.stop();
  await oidc.close();
});

/** Adds a user to the provider; returns their login and email. */
function known(claims: Claims = {}) {
  const login = unique('login');
  const email = `${login}@example.com`;
  oidc.people.set(login, { email, email_verified: true, name: 'Grace Hopper', ...claims });
  return { login, email: claims.email ?? email };
}

type Attempt = {
  at?: TestServer;
  browser?: Browser;
  decision?: 'allow' | 'deny';
  redirect?: string;
};

/** Completes the sign-in; returns where the browser ends up. */
async function signIn(
  login: string,
  { at = server, browser = at.browser(), decision = 'allow', redirect }: Attempt = {},
) {
  const asked = await browser.post(askPath, { provider: 'oidc', ...(redirect && { redirect }) });
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
const kindsOf = async (userId: string) =>
  (await server.database.auditEvent.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(
    ({ kind }) => kind,
  );

describe('the providers', () => {
  const ask = '{ setup { providers { id name } } }';

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
    expect(await told({ ...github, ...nameless })).toEqual([{ id: 'github', name: 'GitHub' }]);
    expect(await told({ ...github, ...oidc.settings })).toEqual([
      { id: 'github', name: 'GitHub' },
      { id: 'oidc', name: 'Example' },
    ]);
    expect(await told({ ...github, ...oidc.settings, DEMO: 'true' })).toEqual([]);
  });

  it('that are not configured have no endpoints', async () => {
    const bare = await startServer({}, server.url);
    const asked = await bare.browser().post(askPath, { provider: 'github' });
    expect([asked.status, (await asked.json()).code]).toEqual([404, 'PROVIDER_NOT_FOUND']);
    const answered = await bare.request('/api/auth/callback/github?code=x&state=y');
    expect(answered.status).toBe(404);
    await bare.stop();
  });

  it('are closed in the demo', async () => {
    const demo = await startServer({ ...oidc.settings, DEMO: 'true' }, server.url);
    const asked = await demo.browser().post(askPath, { provider: 'oidc' });
    expect([asked.status, (await asked.json()).code]).toEqual([403, 'DEMO_MODE']);
    await demo.stop();
  });

  it('keep nobody else out while one is away, and are asked again', async () => {
    const away = await startIdentityProvider();
    const port = Number(new URL(away.settings.OIDC_ISSUER ?? '').port);
    await away.close();
    const product = await startServer(away.settings, server.url);
    const asked = await product.browser().post(askPath, { provider: 'oidc' });
    expect([asked.status, (await asked.json()).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await product.as('user');
    const back = await startIdentityProvider({ port });
    expect((await product.browser().post(askPath, { provider: 'oidc' })).status).toBe(200);
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
    const asked = await (await browser.post(askPath, { provider: 'github' })).json();
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
    const { url } = await (await browser.post(askPath, { provider: 'github' })).json();
    const state = new URL(url).searchParams.get('state');
    const answer = await browser.open(
      `/api/auth/callback/github?error=access_denied&error_description=No&state=${state}`,
    );
    expect(answer.headers.get('location')).toBe(`${server.origin}/login/error?error=access_denied`);
  });
});

describe('a new user', () => {
  it('is a user whose name is kept ready, who comes back as the same one', async () => {
    const { login, email } = known();
    const first = await signIn(login);
    expect(first.where).toBe('/login');
    const user = await userOf(email);
    expect(user).toMatchObject({
      role: 'user',
      name: 'Grace Hopper',
      emailVerified: true,
      onboardedAt: null,
      image: null,
    });
    expect(await viewerOf(first.browser)).toMatchObject({ id: user?.id, email });
    oidc.people.set(login, { email: `new-${email}`, email_verified: true, name: 'Somebody else' });
    const again = await signIn(login);
    expect(await viewerOf(again.browser)).toEqual({ id: user?.id, email, name: 'Grace Hopper' });
    expect(await kindsOf(user?.id ?? '')).toEqual(['created', 'signed_in', 'signed_in']);
  });

  it('leaves none of the provider’s tokens with us', async () => {
    const { login, email } = known();
    await signIn(login);
    const accounts = await server.database.account.findMany({ where: { user: { email } } });
    expect(accounts).toEqual([
      expect.objectContaining({
        id: expect.stringMatching(/^acc_/),
        providerId: 'oidc',
        accountId: `${oidc.settings.OIDC_ISSUER} ${login}`,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        scope: null,
        password: null,
      }),
    ]);
    expect(await server.database.verification.count()).toBe(0);
  });

  it.each([`${'x'.repeat(101)}`, 'A\u202eB', '  '])(
    'is asked for another name than %j',
    async (name) => {
      const { login, email } = known({ name });
      await signIn(login);
      expect(await userOf(email)).toMatchObject({ name: '' });
    },
  );

  it('is an admin if ADMIN_EMAILS names them and the provider has made sure of it', async () => {
    const mallory = known({ email: 'boss@example.com', email_verified: false });
    expect((await signIn(mallory.login)).where).toBe('/login/error?error=email_not_verified');
    expect(await userOf('boss@example.com')).toBeNull();
    const boss = known({ email: 'Boss@Example.com' });
    expect((await signIn(boss.login)).where).toBe('/login');
    expect(await userOf('boss@example.com')).toMatchObject({ role: 'admin' });
  });

  it.each([{ email_verified: false }, { email_verified: 'false' }, { email_verified: undefined }])(
    'gets no account by %o',
    async (claims) => {
      const { login, email } = known(claims);
      const { where, browser } = await signIn(login);
      expect(where).toBe('/login/error?error=email_not_verified');
      expect(await userOf(email)).toBeNull();
      expect(await viewerOf(browser)).toBeNull();
    },
  );

  it.each([
    [undefined, 'email_not_found'],
    ['nobody', 'invalid_email'],
    [`${'x'.repeat(300)}@example.com`, 'invalid_email'],
  ])('needs an address, which %j is not', async (email, error) => {
    const login = unique('login');
    oidc.people.set(login, { ...(email && { email }), email_verified: true });
    expect((await signIn(login)).where).toBe(`/login/error?error=${error}`);
  });

  it('is told that they have no account where sign-up is off; who has one gets in', async () => {
    const closed = await startServer({ ...oidc.settings, SIGNUP_ENABLED: 'false' }, server.url);
    const unknown = known();
    expect((await signIn(unknown.login, { at: closed })).where).toBe(
      '/login/error?error=signup_disabled',
    );
    expect(await userOf(unknown.email)).toBeNull();
    const invited = known();
    await server.database.user.create({ data: { id: newId('User'), email: invited.email } });
    expect((await signIn(invited.login, { at: closed })).where).toBe('/login');
    expect(await userOf(invited.email)).toMatchObject({ emailVerified: true });
    await closed.stop();
  });
});

describe('a known user', () => {
  it('is the same person, if the provider has made sure of their address', async () => {
    const user = await server.as('user');
    const mallory = known({ email: user.email, email_verified: false });
    const refused = await signIn(mallory.login);
    expect(refused.where).toBe('/login/error?error=email_not_verified');
    expect(await viewerOf(refused.browser)).toBeNull();
    expect(await server.database.account.count({ where: { userId: user.id } })).toBe(0);

    const owner = known({ email: user.email.toUpperCase() });
    const { browser } = await signIn(owner.login);
    expect(await viewerOf(browser)).toEqual({ id: user.id, email: user.email, name: 'Some user' });
  });

  it('does not get in while banned, whether or not the account is tied to the provider', async () => {
    const { login, email } = known();
    await signIn(login);
    await server.database.user.update({ where: { email }, data: { banned: true } });
    const before = await server.database.session.count({ where: { user: { email } } });
    for (const who of [login, known({ email }).login]) {
      const { where, browser, response } = await signIn(who);
      expect(where).toBe('/login/error?error=banned_user');
      expect(response.headers.getSetCookie().join()).not.toMatch(/session_token=\w|device=\w/);
      expect(await viewerOf(browser)).toBeNull();
    }
    expect(await server.database.session.count({ where: { user: { email } } })).toBe(before);
  });

  it('gets a new session in place of the one that this browser had, and is remembered in it', async () => {
    const { login, email } = known();
    const { browser } = await signIn(login);
    const former = browser.cookie();
    expect(former).toContain('atrium.device=');
    await signIn(login, { browser });
    expect(browser.cookie()).not.toBe(former);
    expect(await viewerOf(browser)).toMatchObject({ email });
    const old = await server.request('/api/auth/get-session', { headers: { cookie: former } });
    expect(await old.text()).toBe('null');
    expect(await server.database.session.count({ where: { user: { email } } })).toBe(1);
  });

  it('loses the provider’s account when a manager gives them another address', async () => {
    const { login, email } = known();
    await signIn(login);
    const user = await userOf(email);
    const admin = await server.as('admin');
    const { data } = await admin.send(
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { errors { code } } }',
      { input: { id: user?.id, email: `${unique('other')}@example.com` } },
    );
    expect(data.updateUser.errors).toEqual([]);
    expect(await server.database.account.count({ where: { userId: user?.id ?? '' } })).toBe(0);
  });
});

describe('an account that a manager moved to another person', () => {
  it('is the new owner’s alone once they come by a provider: the former one is out', async () => {
    const { login: formerLogin, email: formerEmail } = known();
    const { login, email } = known();
    const { browser: former } = await signIn(formerLogin);
    const user = await userOf(formerEmail);
    expect(await viewerOf(former)).toMatchObject({ id: user?.id });
    const admin = await server.as('admin');
    await admin.send(
      'mutation ($input: UpdateUserInput!) { updateUser(input: $input) { errors { code } } }',
      { input: { id: user?.id, email } },
    );
    const { browser } = await signIn(login);
    expect(await viewerOf(browser)).toMatchObject({ id: user?.id, email });
    expect(await viewerOf(former)).toBeNull();
    // The provider still has the former owner under another subject.
    await signIn(formerLogin, { browser: former });
    expect((await viewerOf(former)).id).not.toBe(user?.id);
  });
});

describe('the way back', () => {
  it('keeps where the person wanted to go, for our own page to judge', async () => {
    const { login } = known();
    const { end } = await signIn(login, { redirect: '/app/repositories?searchTerm=a&x=%2F' });
    expect(end.origin + end.pathname).toBe(`${server.origin}/login`);
    expect(end.searchParams.get('redirect')).toBe('/app/repositories?searchTerm=a&x=%2F');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '%2f%2fevil.example',
    '/%09/evil.example',
    '/@evil.example',
    'data:text/html,x',
    'https://evil.example/',
    '&error=x#//evil.example',
  ])('leads to our own page, whatever is asked for: %s', async (target) => {
    const { end } = await signIn(known().login, { redirect: target });
    expect(end.origin + end.pathname).toBe(`${server.origin}/login`);
    expect([...end.searchParams]).toEqual([['redirect', target]]);
    expect(end.hash).toBe('');
    const browser = server.browser();
    for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'idToken']) {
      const asked = await browser.post(askPath, { provider: 'oidc', [field]: target });
      expect(asked.status).toBe(400);
    }
  });

  it('forgets a page whose address is too long to be carried along', async () => {
    const longest = `/app/repositories?searchTerm=${'x'.repeat(950)}`;
    const { end, browser } = await signIn(known().login, { redirect: longest });
    expect(end.searchParams.get('redirect')).toBe(longest);
    await browser.post(askPath, { provider: 'oidc', redirect: longest });
    const [cookie = ''] = /atrium\.oauth_state=\S+/.exec(browser.cookie()) ?? [];
    expect(cookie.length).toBeLessThan(4_000);
    const tooLong = await signIn(known().login, { redirect: `${longest}${'x'.repeat(500)}` });
    expect(tooLong.where).toBe('/login');
  });

  it('ignores a forged host', async () => {
    const asked = await server
      .browser()
      .post(
        askPath,
        { provider: 'oidc' },
        { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      );
    expect(asked.status).toBe(200);
    expect(await asked.text()).not.toContain('evil');
  });

  it('of a person who denies ends on the page that says so', async () => {
    const { where, browser } = await signIn(known().login, { decision: 'deny' });
    expect(where).toBe('/login/error?error=access_denied');
    expect(await viewerOf(browser)).toBeNull();
  });

  it('is for the browser that set out, once', async () => {
    const { login } = known();
    const { back, browser } = await signIn(login);
    for (const other of [server.browser(), browser]) {
      const answer = await other.open(back.pathname + back.search);
      expect(answer.headers.get('location')).toBe(
        `${server.origin}/login/error?error=state_mismatch`,
      );
    }
    const mallory = server.browser();
    const { url } = await (await mallory.post(askPath, { provider: 'oidc' })).json();
    const stolen = await visitIdentityProvider(url, known().login);
    const victim = server.browser();
    await victim.post(askPath, { provider: 'oidc' });
    const answer = await victim.open(stolen.pathname + stolen.search);
    expect(answer.headers.get('location')).toMatch(/error=state_mismatch$/);
    expect(await viewerOf(victim)).toBeNull();
  });

  it('that nobody set out for costs nobody their sign-in, however often a foreign page loads it', async () => {
    const from = '203.0.113.40';
    const counters = () => server.database.codeBudget.count();
    const before = await counters();
    const images = Array.from({ length: 60 }, () =>
      server.browser(from).open('/api/auth/callback/oidc?code=x&state=y'),
    );
    for (const answer of await Promise.all(images)) {
      expect(answer.headers.get('location')).toMatch(/\/login\/error\?error=state_mismatch$/);
    }
    expect(await counters()).toBe(before);
    // A callback with the browser's own state counts against its address and network.
    const browser = server.browser(from);
    const { url } = await (await browser.post(askPath, { provider: 'oidc' })).json();
    const state = new URL(url).searchParams.get('state');
    await browser.open(`/api/auth/callback/oidc?error=access_denied&state=${state}`);
    expect(await counters()).toBe(before + 2);
  });

  it.each([
    '',
    '?code=x',
    '?code=x&state=y',
    '?error=%3Cscript%3E&state=y',
    '?state=y&error=a&error=b',
    '?iss=https%3A%2F%2Fevil.example&code=x&state=y',
  ])('says nothing of its own when it is made up: %s', async (search) => {
    const browser = server.browser();
    await browser.post(askPath, { provider: 'oidc' });
    const answer = await browser.open(`/api/auth/callback/oidc${search}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${server.origin}/login/error\\?error=\\w+$`),
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('repeats no word of the provider but its own for what went wrong', async () => {
    const browser = server.browser();
    const { url } = await (await browser.post(askPath, { provider: 'oidc' })).json();
    const state = new URL(url).searchParams.get('state');
    const answer = await browser.open(
      `/api/auth/callback/oidc?state=${state}&error=%3Cimg%20src%3Dx%3E&error_description=Call%20555`,
    );
    expect(answer.headers.get('location')).toBe(`${server.origin}/login/error?error=unknown_error`);
  });

  it('ends on the page for it while the database is away', async () => {
    const { login } = known();
    const browser = server.browser();
    const { url } = await (await browser.post(askPath, { provider: 'oidc' })).json();
    const back = await visitIdentityProvider(url, login);
    const away = await startServer(oidc.settings, 'postgresql://nobody@127.0.0.1:1/none');
    const answer = await away.request(back.pathname + back.search, {
      headers: { cookie: browser.cookie() },
    });
    expect(answer.headers.get('location')).toBe(
      `${server.origin}/login/error?error=service_unavailable`,
    );
    await away.stop();
  });

  it('leaves no code, state or token in the log', async () => {
    const { login } = known();
    const { back } = await signIn(login);
    const log = JSON.stringify(server.lines);
    for (const secret of ['code', 'state'].map((name) => back.searchParams.get(name) ?? '')) {
      expect(secret.length).toBeGreaterThan(20);
      expect(log).not.toContain(secret);
    }
  });
});
