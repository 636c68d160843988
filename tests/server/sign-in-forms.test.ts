import { describe, expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const address = () => `${unique('person')}@example.com`;
const verifyPath = (email: string) => `/login/verify?email=${encodeURIComponent(email)}`;
const mailsTo = (email: string) => server.database.mail.count({ where: { to: email } });

describe('the forms of the sign-in pages', () => {
  it('send a code, sign in with it and lead on to the wanted page', async () => {
    const browser = server.browser();
    const email = address();
    const sent = await browser.submit('/login?redirect=%2Fapp%2Faccount', { email });
    expect(sent.status).toBe(303);
    const next = sent.headers.get('location') ?? '';
    expect(next).toBe(`/login/verify?email=${encodeURIComponent(email)}&redirect=%2Fapp%2Faccount`);
    const done = await browser.submit(next, { code: await server.codeFor(email) });
    expect(done.status).toBe(303);
    expect(done.headers.get('location')).toBe('/login?redirect=%2Fapp%2Faccount');
    expect(browser.cookie()).toContain('atrium.session_token=');
    const viewer = await server.sendAs(browser.cookie())('{ viewer { user { email } } }');
    expect(viewer.data).toEqual({ viewer: { user: { email } } });
  });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('are refused from another site: %o', async (headers) => {
    const browser = server.browser();
    const email = address();
    expect((await browser.submit('/login', { email }, headers)).status).toBe(403);
    expect(await mailsTo(email)).toBe(0);
    await browser.requestCode(email);
    const code = await server.codeFor(email);
    const answer = await browser.submit(verifyPath(email), { code }, headers);
    expect(answer.status).toBe(403);
    expect(browser.cookie()).not.toContain('session_token');
  });

  it('share their limits with the API', async () => {
    const email = address();
    expect((await server.browser().submit('/login', { email })).status).toBe(303);
    expect((await server.browser().requestCode(email)).status).toBe(429);
    const refused = await server.browser().submit('/login', { email });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(25);
    expect(await mailsTo(email)).toBe(1);
  });

  it('use up the tries of a code together with the API', async () => {
    const browser = server.browser();
    const email = address();
    await browser.submit('/login', { email });
    const code = await server.codeFor(email);
    const wrong = code === '000000' ? '111111' : '000000';
    for (const attempt of [0, 1, 2]) {
      const answer =
        attempt === 1
          ? await browser.enterCode(email, wrong)
          : await browser.submit(verifyPath(email), { code: wrong });
      expect(answer.status).toBe(400);
    }
    const spent = await browser.submit(verifyPath(email), { code });
    expect(spent.status).toBeGreaterThanOrEqual(400);
    expect(browser.cookie()).not.toContain('session_token');
  });

  it('answer an address without an account like one with an account', async () => {
    const [known, unknown] = [address(), address()];
    await server.signIn(known);
    await server.ageRateLimits(60);
    const answers = [known, unknown].map((email) => server.browser().submit('/login', { email }));
    const [first, second] = await Promise.all(answers);
    expect(first?.status).toBe(303);
    expect(second?.status).toBe(first?.status);
    const names = (response: Response | undefined) => [...(response?.headers.keys() ?? [])];
    expect(names(second)).toEqual(names(first));
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/app', 'javascript:alert(1)'])(
    'never lead to %s',
    async (redirect) => {
      const browser = server.browser();
      const email = address();
      const search = new URLSearchParams({ redirect });
      const sent = await browser.submit(`/login?${search}`, { email });
      const next = sent.headers.get('location') ?? '';
      expect(next).toMatch(/^\/login\/verify\?email=/);
      const done = await browser.submit(next, { code: await server.codeFor(email) });
      expect(done.headers.get('location')).toBe(`/login?${search}`);
    },
  );

  it('take form fields only, on the two pages', async () => {
    const browser = server.browser();
    expect((await browser.post('/login', { email: address() })).status).toBe(415);
    expect((await browser.submit('/login', {}, { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await browser.submit('/login/other', { email: address() })).status).toBe(404);
    expect((await browser.submit('/login', {})).status).toBe(400);
    const long = await browser.submit('/login', { email: 'a'.repeat(100_001) });
    expect(long.status).toBe(413);
  });
});
