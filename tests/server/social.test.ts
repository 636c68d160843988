import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { createUser, unique } from '#tests/support/factories.ts';
import { endSessions, whileWaiting } from '#tests/support/open-transaction.ts';
import { providerForFile } from '#tests/support/provider-for-file.ts';
import { startServer } from '#tests/support/server.ts';
import { mutate, payloadOf } from '#tests/support/server-for-file.ts';

const moveUser = (id: string) => (transaction: Prisma.TransactionClient) =>
  transaction.user.update({ where: { id }, data: { email: `${unique('moved')}@example.com` } });

const { oidc, server, known, signIn, viewerOf, userOf, auditKindsOf } = await providerForFile();

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
    expect(await auditKindsOf(user?.id ?? '')).toEqual(['created', 'signed_in', 'signed_in']);
    const query =
      '{ viewer { user { sessions { nodes { signInMethod identityProviderName } } } } }';
    const answer = await again.browser.post('/api/graphql', { query });
    expect((await answer.json()).data.viewer.user.sessions.nodes[0]).toEqual({
      signInMethod: 'IDENTITY_PROVIDER',
      identityProviderName: oidc.settings.OIDC_NAME,
    });
  });

  it('has the provider’s picture as a copy, if it is at the provider', async () => {
    const { login, email } = known({ picture: oidc.picture.url });
    await signIn(login);
    const user = await userOf(email);
    const find = () =>
      server.database.profilePicture.findUnique({ where: { userId: user?.id ?? '' } });
    await expect.poll(find).toMatchObject({ type: 'image/png' });
    expect(oidc.picture.fetched).toBe(1);

    // Another name of the same machine. Nothing may be fetched from it.
    const elsewhere = known({ picture: oidc.picture.url.replace('localhost', '127.0.0.1') });
    await signIn(elsewhere.login);
    const last = known({ picture: oidc.picture.url });
    await signIn(last.login);
    await expect.poll(() => oidc.picture.fetched).toBe(2);
    await expect.poll(() => server.database.profilePicture.count()).toBe(2);
    expect(await userOf(elsewhere.email)).toMatchObject({ image: null });
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

  it('sees the provider, which managers see too, and unlinks it until the next sign-in with it', async () => {
    const { login, email } = known();
    const { browser } = await signIn(login);
    const user = await userOf(email);
    const linked = { providerId: 'oidc', name: oidc.settings.OIDC_NAME };
    const fields = 'linkedProviders { providerId name linkedAt }';
    const { id = '' } = user ?? {};
    const person = { send: server.sendAs(browser.cookie()) };
    const own = async () =>
      (await person.send(`{ viewer { user { ${fields} } } }`)).data.viewer.user.linkedProviders;
    expect(await own()).toMatchObject([linked]);
    const admin = await server.as('admin');
    const { data } = await admin.send(`query ($id: ID!) { user(id: $id) { ${fields} } }`, { id });
    expect(data.user.linkedProviders).toMatchObject([linked]);

    const unlink = () => payloadOf(person, 'unlinkProvider', { providerId: 'oidc' });
    expect(await unlink()).toEqual({ errors: [] });
    expect(await own()).toEqual([]);
    expect(await unlink()).toEqual({ errors: [{ code: 'NOT_FOUND', field: ['providerId'] }] });
    expect(await auditKindsOf(id)).toEqual(['created', 'signed_in', 'provider_unlinked']);
    await signIn(login, { browser });
    person.send = server.sendAs(browser.cookie());
    expect(await own()).toMatchObject([linked]);
    expect((await auditKindsOf(id)).slice(-2)).toEqual(['provider_linked', 'signed_in']);
  });

  it('loses the provider’s account when a manager gives them another address', async () => {
    const { login, email } = known();
    await signIn(login);
    const user = await userOf(email);
    const admin = await server.as('admin');
    const input = { id: user?.id, email: `${unique('other')}@example.com` };
    expect(await mutate(admin, 'updateUser', input)).toEqual([]);
    expect(await server.database.account.count({ where: { userId: user?.id ?? '' } })).toBe(0);
  });
});

describe('an account that a manager moved to another person', () => {
  it('is not linked to a provider of the former one, whose first sign-in was under way', async () => {
    const { database } = server;
    const { login, email } = known();
    const { id } = await createUser(database, { email });
    const { browser, where } = await whileWaiting(database, {
      lock: moveUser(id),
      request: () => signIn(login),
      change: endSessions(id),
    });
    expect(where).toBe('/login/error?error=unauthenticated');
    expect(await viewerOf(browser)).toBeNull();
    expect(await database.account.count({ where: { userId: id } })).toBe(0);
  });

  it('opens no session for the former one, whose sign-in was under way', async () => {
    const { database } = server;
    const { login, email } = known();
    await signIn(login);
    const { id = '' } = (await userOf(email)) ?? {};
    const { browser, where } = await whileWaiting(database, {
      lock: moveUser(id),
      request: () => signIn(login),
      async change(transaction) {
        await transaction.account.deleteMany({ where: { userId: id } });
        await endSessions(id)(transaction);
      },
    });
    expect(where).toBe('/login/error?error=unauthenticated');
    expect(await viewerOf(browser)).toBeNull();
    expect(await database.session.count({ where: { userId: id } })).toBe(0);
  });

  it('is the new owner’s alone once they come by a provider: the former one is out', async () => {
    const { login: formerLogin, email: formerEmail } = known();
    const { login, email } = known();
    const { browser: former } = await signIn(formerLogin);
    const user = await userOf(formerEmail);
    expect(await viewerOf(former)).toMatchObject({ id: user?.id });
    const admin = await server.as('admin');
    await mutate(admin, 'updateUser', { id: user?.id, email });
    const { browser } = await signIn(login);
    expect(await viewerOf(browser)).toMatchObject({ id: user?.id, email });
    expect(await viewerOf(former)).toBeNull();
    // The provider still has the former owner under another subject.
    await signIn(formerLogin, { browser: former });
    expect((await viewerOf(former)).id).not.toBe(user?.id);
  });
});
