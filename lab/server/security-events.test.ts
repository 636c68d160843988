import { expect, it } from 'vitest';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

async function eventsOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = server.lines.length;
  await act();
  return server.lines.slice(before).filter(({ msg }) => msg === 'security');
}

it('says who signed in, and who tried to', async () => {
  const browser = server.browser('192.0.2.1');
  const email = 'ada@example.com';
  const asked = await eventsOf(() => browser.requestCode(email));
  expect(asked).toMatchObject([{ event: 'authn_token_created', client: '192.0.2.1' }]);
  const wrong = await eventsOf(() => browser.enterCode(email, '000000'));
  expect(wrong).toMatchObject([{ level: 'warn', event: 'authn_login_fail', code: 'INVALID_OTP' }]);
  const code = await server.codeFor(email);
  const right = await eventsOf(() => browser.enterCode(email, code));
  const user = await server.database.user.findUniqueOrThrow({ where: { email } });
  expect(right).toMatchObject([
    {
      event: 'authn_login_success',
      viewerId: user.id,
      client: '192.0.2.1',
      requestId: expect.any(String),
    },
  ]);
  const out = await eventsOf(() => browser.post('/api/auth/sign-out', {}));
  expect(out).toMatchObject([{ event: 'session_ended' }]);
  expect(JSON.stringify(server.lines)).not.toContain(email);
});

it('says what was refused to whom', async () => {
  const user = await server.as('user');
  const refused = await eventsOf(() => user.send('query Sneak { users { nodes { id } } }'));
  expect(refused).toMatchObject([
    { event: 'authz_fail', code: 'FORBIDDEN', viewerId: user.id, operation: 'Sneak' },
  ]);
  const anonymous = await server.as('anonymous');
  const strange = await eventsOf(() => anonymous.send('{ repositories { nodes { id } } }'));
  expect(strange).toMatchObject([{ event: 'authz_fail', code: 'UNAUTHENTICATED' }]);
  const list = await eventsOf(() =>
    server.request('/api/auth/admin/list-users', { headers: { cookie: user.cookie } }),
  );
  expect(list).toMatchObject([{ event: 'authz_fail' }]);
});

it('the log records who tried to bypass a limit, a rule or a check', async () => {
  const browser = server.browser('192.0.2.2');
  await browser.requestCode('often@example.com');
  const often = await eventsOf(() => browser.requestCode('often@example.com'));
  expect(often).toMatchObject([{ event: 'excess_rate_limit_exceeded', client: '192.0.2.2' }]);
  const foreign = await eventsOf(() =>
    browser.post('/api/auth/sign-out', {}, { origin: 'https://evil.example' }),
  );
  expect(foreign).toMatchObject([{ event: 'malicious_cross_site' }]);
  const extra = await eventsOf(() => browser.post('/api/auth/sign-out', { role: 'admin' }));
  expect(extra).toMatchObject([{ event: 'input_validation_fail' }]);

  const admin = await server.as('admin');
  const [self] = await eventsOf(() =>
    mutate(admin, 'banUsers', { ids: [admin.id], banReason: 'x' }),
  );
  expect(self).toMatchObject({ event: 'business_rule_fail', code: 'YOU_CANNOT_BAN_YOURSELF' });
  const costly = await eventsOf(() =>
    admin.send(
      `mutation { ${Array.from({ length: 11 }, (_, i) => `a${i}: revokeOtherSessions { errors { code } }`).join(' ')} }`,
    ),
  );
  expect(costly).toMatchObject([{ event: 'input_validation_fail', code: 'QUERY_TOO_COMPLEX' }]);
});

it('a wrong passkey or a registration that fails is a warning, and no error of the server', async () => {
  const browser = server.browser('192.0.2.3');
  const email = 'passkey@example.com';
  await server.signIn(email, browser);
  const device = createAuthenticator();
  const path = '/api/auth/passkey';
  const optionsOf = async (name: string) => (await browser.open(`${path}/${name}`)).json();
  const post = (name: string, response: object) => browser.post(`${path}/${name}`, { response });
  await post('verify-registration', device.register(await optionsOf('generate-register-options')));

  const before = server.lines.length;
  const evil = { origin: 'https://evil.example' };
  const events = await eventsOf(async () => {
    const toSignIn = await optionsOf('generate-authenticate-options');
    await post('verify-authentication', device.signIn(toSignIn, evil));
    const toRegister = await optionsOf('generate-register-options');
    await post('verify-registration', createAuthenticator().register(toRegister, evil));
  });
  expect(events).toMatchObject([
    { level: 'warn', event: 'authn_login_fail', code: 'AUTHENTICATION_FAILED' },
    { level: 'warn', event: 'authn_login_fail', code: 'FAILED_TO_VERIFY_REGISTRATION' },
  ]);
  expect(server.lines.slice(before).filter(({ level }) => level === 'error')).toEqual([]);
});
