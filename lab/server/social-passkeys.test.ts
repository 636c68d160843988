import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { passkeyPeople } from '#tests/support/passkey-people.ts';
import { providerForFile } from '#tests/support/provider-for-file.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const { oidc, server, known, signIn, viewerOf, userOf, auditKindsOf } = await providerForFile();
const { database } = server;
const redirect = '/app/repositories?searchTerm=a&x=%2F';
const step = (path: string) => `${path}?${new URLSearchParams({ redirect })}`;

const policy = { REQUIRE_PASSKEY_FOR: 'all', PASSKEY_GRACE_DAYS: '0' };
const strict = await serverForFile({ ...oidc.settings, ...policy }, {}, server.url);

describe('a sign-in with a provider, where a passkey is required', () => {
  it('opens no session, but leads to adding a passkey, and keeps the wanted page', async () => {
    const { login, email } = known();
    const { where, browser, response } = await signIn(login, { at: strict, redirect });
    expect(where).toBe(step('/login/passkey/setup'));
    expect(response.headers.getSetCookie().join()).not.toMatch(/session_token=\w/);
    expect(await viewerOf(browser)).toBeNull();
    const { id } = (await userOf(email)) ?? { id: '' };
    expect(await database.session.count({ where: { userId: id } })).toBe(0);
    expect(await auditKindsOf(id)).toEqual(['created', 'passkey_requested']);

    const device = createAuthenticator();
    const people = passkeyPeople(strict);
    expect((await people.setUpPasskey(browser, device)).status).toBe(200);
    expect(await viewerOf(browser)).toMatchObject({ email });
    const [session] = await database.session.findMany({ where: { userId: id } });
    expect(session?.signInMethod).toBe('passkey');

    const again = await signIn(login, { at: strict, redirect });
    expect(again.where).toBe(step('/login/passkey'));
    expect(await viewerOf(again.browser)).toBeNull();
    expect((await people.signIn(device, {}, again.browser)).status).toBe(200);
    expect(await viewerOf(again.browser)).toMatchObject({ email });
  });

  it('leaves the session of the browser alone until then', async () => {
    const people = passkeyPeople(strict);
    const earlier = `earlier-${known().email}`;
    const { browser } = await people.enterCode(earlier);
    expect((await people.setUpPasskey(browser, createAuthenticator())).status).toBe(200);
    const { where } = await signIn(known().login, { at: strict, browser });
    expect(where).toBe('/login/passkey/setup');
    expect(await viewerOf(browser)).toMatchObject({ email: earlier });
  });
});
