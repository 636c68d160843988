import { expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const admin = 'root@example.org';
const server = await serverForFile({
  BASE_URL: 'https://localhost:3000',
  ADMIN_EMAILS: admin,
  GITHUB_CLIENT_ID: 'client',
  GITHUB_CLIENT_SECRET: 'secret',
});

async function signIn(email: string) {
  const browser = server.browser();
  await server.signIn(email, browser);
  return browser;
}

it('over https every cookie has the prefix __Host-', async () => {
  const lines: string[] = [];
  const keep = (response: Response) => {
    expect(response.status).toBe(200);
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    lines.push(...response.headers.getSetCookie());
  };
  const browser = server.browser();
  keep(await browser.requestCode(admin));
  keep(await browser.enterCode(admin, await server.codeFor(admin)));
  await server.database.user.update({
    where: { email: admin },
    data: { name: 'Root', onboardedAt: new Date() },
  });
  const requests: [path: string, body: object][] = [
    ['/sign-in/social', { provider: 'github' }],
    ['/admin/impersonate-user', { userId: (await server.as('user')).id }],
    ['/admin/stop-impersonating', {}],
    ['/sign-out', {}],
  ];
  for (const [path, body] of requests) keep(await browser.post(`/api/auth${path}`, body));
  const names = new Set<string>();
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    names.add(name.replace('__Host-atrium.', ''));
    expect(name).toMatch(/^__Host-atrium\.[a-z_]+$/);
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) {
      expect([line, attributes.includes(attribute)]).toEqual([line, true]);
    }
    expect(line).not.toMatch(/domain=/i);
  }
  expect([...names].sort()).toEqual([
    'admin_session',
    'code',
    'device',
    'dont_remember',
    'oauth_state',
    'session_data',
    'session_token',
  ]);
});

it.each(['atrium.session_token', '__Secure-atrium.session_token'])(
  'over https a session under a name that a sibling host can plant counts for nothing: %s',
  async (name) => {
    const browser = await signIn(`${unique('attacker')}@example.org`);
    const [own = ''] = /__Host-atrium\.session_token=[^;]+/.exec(browser.cookie()) ?? [];
    const session = async (cookie: string) =>
      (await server.request('/api/auth/get-session', { headers: { cookie } })).json();
    expect(await session(own)).not.toBeNull();
    expect(await session(own.replace('__Host-atrium.session_token', name))).toBeNull();
  },
);

it.each(['session_token', 'code', 'device', 'admin_session', 'oauth_state'])(
  'two cookies of one name are refused, whichever comes first: %s',
  async (which) => {
    const email = `${unique('victim')}@example.org`;
    const victim = await signIn(email);
    const attacker = await signIn(`${unique('attacker')}@example.org`);
    const name = `__Host-atrium.${which}`;
    const valueIn = (cookies: string) => cookies.split(`${name}=`)[1]?.split(';')[0] ?? 'x.y';
    const [mine, planted] = [valueIn(victim.cookie()), valueIn(attacker.cookie())];
    const others = victim
      .cookie()
      .split('; ')
      .filter((pair) => !pair.startsWith(name));
    const send = (values: string[]) => {
      const cookie = [...values.map((value) => `${name}=${value}`), ...others].join('; ');
      return Promise.all([
        server.request('/api/auth/get-session', { headers: { cookie } }),
        server.post('/api/graphql', { query: '{ viewer { user { email } } }' }, cookie),
      ]);
    };
    const [session, graphql] = await send([mine]);
    expect(session.status).toBe(200);
    expect((await graphql.json()).data.viewer.user.email).toBe(email);
    for (const values of [
      [mine, planted],
      [planted, mine],
      [mine, mine],
    ]) {
      const [refused, refusedQuery] = await send(values);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ code: 'BAD_REQUEST' });
      expect(refusedQuery.status).toBe(400);
      const { errors } = await refusedQuery.json();
      expect(errors[0].extensions.code).toBe('BAD_REQUEST');
    }
  },
);
