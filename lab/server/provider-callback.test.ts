import { describe, expect, it } from 'vitest';
import { createUser } from '#tests/support/factories.ts';
import { visitIdentityProvider } from '#tests/support/oidc.ts';
import { providerForFile, socialSignInPath } from '#tests/support/provider-for-file.ts';
import { startServer } from '#tests/support/server.ts';

const { oidc, server, known, signIn, viewerOf } = await providerForFile();

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
      const asked = await browser.post(socialSignInPath, { provider: 'oidc', [field]: target });
      expect(asked.status).toBe(400);
    }
  });

  it('keeps it on the error page, for another try', async () => {
    const redirect = '/app/repositories?searchTerm=a&x=%2F';
    const { where } = await signIn(known().login, { decision: 'deny', redirect });
    const search = new URLSearchParams({ error: 'access_denied', redirect });
    expect(where).toBe(`/login/error?${search}`);
  });

  it('forgets a page whose address is too long to be carried along', async () => {
    const longest = `/app/repositories?searchTerm=${'x'.repeat(950)}`;
    const { end, browser } = await signIn(known().login, { redirect: longest });
    expect(end.searchParams.get('redirect')).toBe(longest);
    await browser.post(socialSignInPath, { provider: 'oidc', redirect: longest });
    const [cookie = ''] = /atrium\.oauth_state=\S+/.exec(browser.cookie()) ?? [];
    expect(cookie.length).toBeLessThan(4_000);
    const tooLong = await signIn(known().login, { redirect: `${longest}${'x'.repeat(500)}` });
    expect(tooLong.where).toBe('/login');
  });

  it('of a person with the address of a service account ends on the page that says so', async () => {
    const { email } = await createUser(server.database, { isServiceAccount: true });
    const { where, browser } = await signIn(known({ email }).login);
    expect(where).toBe('/login/error?error=forbidden');
    expect(await viewerOf(browser)).toBeNull();
    expect(await server.database.account.count({ where: { user: { email } } })).toBe(0);
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
    const { url } = await (await mallory.post(socialSignInPath, { provider: 'oidc' })).json();
    const stolen = await visitIdentityProvider(url, known().login);
    const victim = server.browser();
    await victim.post(socialSignInPath, { provider: 'oidc' });
    const answer = await victim.open(stolen.pathname + stolen.search);
    expect(answer.headers.get('location')).toMatch(/error=state_mismatch$/);
    expect(await viewerOf(victim)).toBeNull();
  });

  it('that nobody set out for costs nobody their sign-in, however often a foreign page loads it', async () => {
    const from = '203.0.113.40';
    const counters = () => server.database.rateLimit.count();
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
    const { url } = await (await browser.post(socialSignInPath, { provider: 'oidc' })).json();
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
    await browser.post(socialSignInPath, { provider: 'oidc' });
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
    const { url } = await (await browser.post(socialSignInPath, { provider: 'oidc' })).json();
    const state = new URL(url).searchParams.get('state');
    const answer = await browser.open(
      `/api/auth/callback/oidc?state=${state}&error=%3Cimg%20src%3Dx%3E&error_description=Call%20555`,
    );
    expect(answer.headers.get('location')).toBe(`${server.origin}/login/error?error=unknown_error`);
  });

  it('ends on the page for it while the database is away', async () => {
    const { login } = known();
    const browser = server.browser();
    const { url } = await (await browser.post(socialSignInPath, { provider: 'oidc' })).json();
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
