/** Actions that need a proof of identity within the last ten minutes, listed by hand. */
import { getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#server/auth/endpoints.ts';
import { newId } from '#server/database/ids.ts';
import { createOrganization, createUser, unique } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import type { Browser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '6000' });
const { database } = server;

const reauthenticate = '/api/auth/reauthenticate/email-otp';

type Person = { id: string; email: string; browser: Browser };
type Result = { code: string | undefined };

async function signedIn(role: 'user' | 'admin' = 'user'): Promise<Person> {
  const email = `${unique(role)}@example.com`;
  const { id } = await createUser(database, { email, role });
  const browser = server.browser();
  await server.signIn(email, browser);
  return { id, email, browser };
}

const age = (userId: string, minutes: number) =>
  database.session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - minutes * 60_000), reauthenticatedAt: null },
  });

const sessionsOf = (userId: string) => database.session.findMany({ where: { userId } });

const perform =
  (name: string, input?: (person: Person) => object | Promise<object>) =>
  async (person: Person): Promise<Result> => {
    const send = server.sendAs(person.browser.cookie());
    const [code] = await mutate({ send }, name, await input?.(person));
    return { code };
  };

async function newSession(userId: string): Promise<string> {
  const { id } = await database.session.create({
    data: {
      ...{ id: newId('Session'), userId, token: unique('token') },
      expiresAt: new Date(Date.now() + 3_600_000),
    },
  });
  return id;
}

async function codeOf(response: Response): Promise<Result> {
  if (response.ok) {
    await response.body?.cancel();
    return { code: undefined };
  }
  return { code: (await response.json()).code };
}

const post =
  (path: string, body: (person: Person) => object | Promise<object> = () => ({})) =>
  async (person: Person): Promise<Result> =>
    codeOf(await person.browser.post(`/api/auth${path}`, await body(person)));
const open =
  (path: string) =>
  async ({ browser }: Person): Promise<Result> =>
    codeOf(await browser.open(path));

const newEmail = () => `${unique('new')}@example.com`;
const idOf = async (user: Promise<{ id: string }>) => (await user).id;
const token = { name: 'CI', scopes: ['REPOSITORY_READ'], expiresInDays: 30 };

async function newToken(person: Person): Promise<string> {
  const { data } = await server.sendAs(person.browser.cookie())(
    'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken { id } } }',
    { input: token },
  );
  return data.createAccessToken.accessToken.id;
}

async function newPasskey({ id: userId }: Person): Promise<string> {
  const { id } = await database.passkey.create({
    data: {
      ...{ id: newId('Passkey'), userId, name: 'Laptop', credentialID: unique('key') },
      ...{ publicKey: 'a', counter: 0, deviceType: 'singleDevice', backedUp: false },
    },
  });
  return id;
}

/** What each action does to be refused or not. Some need a record, made while the session is fresh. */
const actions: Record<string, (person: Person) => Promise<(person: Person) => Promise<Result>>> = {
  'own account: delete': async () => post('/delete-user'),
  'own email: request': async () =>
    post('/email-otp/request-email-change', () => ({ newEmail: newEmail() })),
  'own email: change': async () =>
    post('/email-otp/change-email', () => ({ newEmail: newEmail(), otp: '000000' })),
  'access token: create': async () => perform('createAccessToken', () => token),
  'access token: rotate': async (person) => {
    const id = await newToken(person);
    return perform('rotateAccessToken', () => ({ id, overlapHours: 0 }));
  },
  'service account: create': async () =>
    perform('createServiceAccount', () => ({ name: 'CI', role: 'USER' })),
  'admin role: at creation': async () =>
    perform('createUser', () => ({ email: newEmail(), role: 'ADMIN' })),
  'admin role: to a user': async () =>
    perform('updateUser', async () => ({ id: await idOf(createUser(database)), role: 'ADMIN' })),
  'admin role: in bulk': async () =>
    perform('updateUserRoles', async () => ({
      ids: [await idOf(createUser(database))],
      role: 'ADMIN',
    })),
  'email of a user': async () =>
    perform('updateUser', async () => ({
      id: await idOf(createUser(database)),
      email: newEmail(),
    })),
  'users: delete in bulk': async () =>
    perform('deleteUsers', async () => ({ ids: [await idOf(createUser(database))] })),
  impersonation: async () =>
    post('/admin/impersonate-user', async () => ({ userId: await idOf(createUser(database)) })),
  'organization: delete': async (person) => {
    const { id } = await createOrganization(database, { ownerId: person.id });
    return perform('deleteOrganization', () => ({ id }));
  },
  'organization role: to a member': async (person) => {
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    const userId = await idOf(createUser(database));
    const { id } = await database.member.create({
      data: { id: newId('Member'), organizationId, userId, role: 'member' },
    });
    return perform('updateMember', () => ({ id, role: 'OWNER' }));
  },
  'organization role: by invitation': async (person) => {
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    return perform('inviteMembers', () => ({
      organizationId,
      emails: [newEmail()],
      role: 'ADMIN',
    }));
  },
  'organization role: by an expired invitation': async (person) => {
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    const id = newId('Invitation');
    await database.invitation.create({
      data: {
        ...{ id, organizationId, email: newEmail(), role: 'owner', inviterId: person.id },
        expiresAt: new Date(Date.now() - 60_000),
      },
    });
    return perform('resendInvitation', () => ({ id }));
  },
  'organization role: to a service account': async (person) => {
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    return perform('createOrganizationServiceAccount', () => ({
      ...{ organizationId, name: 'CI', role: 'ADMIN' },
    }));
  },
  'service account of an organization: delete': async (person) => {
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    const userId = await idOf(createUser(database, { isServiceAccount: true }));
    const { id } = await database.member.create({
      data: { id: newId('Member'), organizationId, userId, role: 'member' },
    });
    return perform('removeMember', () => ({ id }));
  },
  'own sessions: end another': async (person) => {
    const id = await newSession(person.id);
    return perform('revokeSession', () => ({ id }));
  },
  'own sessions: end all others': async () => perform('revokeOtherSessions'),
  'own sessions: end all others at the endpoint': async () => post('/revoke-other-sessions'),
  'own sessions: end all': async () => post('/revoke-sessions'),
  'sessions of a user: end one': async () => {
    const id = await newSession(await idOf(createUser(database)));
    return perform('revokeUserSession', () => ({ id }));
  },
  'sessions of users: end all': async () =>
    perform('revokeSessionsOfUsers', async () => ({ ids: [await idOf(createUser(database))] })),
  'users as CSV': async () => open('/api/export/users.csv'),
  'users as NDJSON': async () => open('/api/export/users.ndjson'),
  'users as a list': async () => open('/api/auth/admin/list-users?limit=10'),
  'audit log as CSV': async () => open('/api/export/audit-log.csv'),
  'passkey: add': async () => open('/api/auth/passkey/generate-register-options'),
  'passkey: remove': async (person) => {
    const id = await newPasskey(person);
    return perform('removePasskey', () => ({ id }));
  },
  'recovery codes: create': async (person) => {
    await newPasskey(person);
    return perform('createRecoveryCodes');
  },
  'passkeys of a user: reset': async () =>
    perform('resetPasskeys', async () => ({ id: await idOf(createUser(database)) })),
};

describe('a proof of identity', () => {
  it.each(Object.entries(actions))('lasts ten minutes for: %s', async (_name, prepare) => {
    const person = await signedIn('admin');
    await createUser(database, { role: 'admin' });
    const act = await prepare(person);
    await age(person.id, 11);
    expect(await act(person)).toEqual({ code: 'SESSION_NOT_FRESH' });
    await age(person.id, 9);
    expect((await act(person)).code).not.toBe('SESSION_NOT_FRESH');
  });

  it('is not needed for anything else', async () => {
    const person = await signedIn('admin');
    await age(person.id, 11);
    const user = await createUser(database);
    const same = { id: user.id, name: 'Renamed', email: user.email, role: 'USER' };
    expect(await perform('updateUser', () => same)(person)).toEqual({ code: undefined });
    const plain = { email: newEmail(), role: 'USER' };
    expect(await perform('createUser', () => plain)(person)).toEqual({ code: undefined });
    expect(await open('/api/export/repositories.csv')(person)).toEqual({ code: undefined });
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    const invited = { organizationId, emails: [newEmail()], role: 'MEMBER' };
    expect(await perform('inviteMembers', () => invited)(person)).toEqual({ code: undefined });
    const [own] = await sessionsOf(person.id);
    const revoke = perform('revokeSession', () => ({ id: own?.id }));
    expect(await revoke(person)).toEqual({ code: undefined });
  });

  it('is declared by whatever gives a role, deletes accounts or organizations, or ends sessions', () => {
    const proved = ['deleted', 'organization_deleted', 'sessions_revoked', 'invitation_resent'];
    const isProved = (audit: readonly string[]) => audit.some((kind) => proved.includes(kind));
    // Deletes an account only when a service account leaves, by its own token.
    const left = ['leaveOrganization'];
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const withoutProof = mutations.filter(({ name, args, extensions }) => {
      const input = args[0] && getNamedType(args[0].type);
      const fields = isInputObjectType(input) ? Object.values(input.getFields()) : [];
      const givesRole = fields.some(({ type }) => /Role$/.test(getNamedType(type).name));
      if (left.includes(name) || extensions.freshSession) return false;
      return givesRole || isProved(extensions.audit as string[]);
    });
    expect(withoutProof.map(({ name }) => name)).toEqual([]);
    const open = endpoints.filter(({ audit, fresh }) => isProved(audit) && !fresh);
    expect(open.map(({ path }) => path)).toEqual([]);
  });

  it('by code keeps the session with a new cookie, and the former cookie is dead', async () => {
    const { id, email, browser } = await signedIn();
    await age(id, 60);
    const before = browser.cookie();
    const [session] = await sessionsOf(id);
    const isFresh = async (cookie: string) =>
      (await server.sendAs(cookie)('{ viewer { session { id isFresh } } }')).data.viewer;
    expect(await isFresh(before)).toEqual({ session: { id: session?.id, isFresh: false } });
    await server.ageRateLimits(60);
    await browser.requestCode(email);
    const otp = await server.codeFor(email);
    const response = await browser.post(reauthenticate, { otp });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('"token"');
    expect(await isFresh(browser.cookie())).toEqual({
      session: { id: session?.id, isFresh: true },
    });
    expect(await isFresh(before)).toBeNull();
    expect(await sessionsOf(id)).toHaveLength(1);
    const events = await database.auditEvent.findMany({ where: { userId: id, kind: 'signed_in' } });
    expect(events).toHaveLength(1);

    expect(await codeOf(await browser.post(reauthenticate, { otp }))).toEqual({
      code: 'INVALID_OTP',
    });
  });

  it('by code happens once, also for two at the same time', async () => {
    const { id, email, browser } = await signedIn();
    await server.ageRateLimits(60);
    await browser.requestCode(email);
    const otp = await server.codeFor(email);
    const cookie = browser.cookie();
    const responses = await Promise.all(
      [1, 2].map(() => server.post(reauthenticate, { otp }, cookie)),
    );
    // The other one finds the code used, the session renewed, or its cookie replaced.
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(responses.every(({ status }) => status < 500)).toBe(true);
    expect(await sessionsOf(id)).toHaveLength(1);
  });

  it('by code is refused with another person’s code, an expired one, or after the session ended', async () => {
    const { id, email, browser } = await signedIn();
    const other = `${unique('other')}@example.com`;
    await server.ageRateLimits(60);
    await browser.requestCode(other);
    const prove = async (otp: string) => codeOf(await browser.post(reauthenticate, { otp }));
    expect(await prove(await server.codeFor(other))).toEqual({ code: 'INVALID_OTP' });
    expect(await database.user.count({ where: { email: other } })).toBe(0);

    await browser.requestCode(email);
    const otp = await server.codeFor(email);
    await database.verification.updateMany({ data: { expiresAt: new Date(Date.now() - 1_000) } });
    expect(await prove(otp)).toEqual({ code: 'OTP_EXPIRED' });

    await server.ageRateLimits(60);
    await browser.requestCode(email);
    await database.session.deleteMany({ where: { userId: id } });
    expect(await prove(await server.codeFor(email))).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await sessionsOf(id)).toEqual([]);
  });

  it('cannot be given by an impersonating admin or an access token', async () => {
    const { cookie, send } = await server.impersonate();
    const response = await server.post(reauthenticate, { otp: '000000' }, cookie);
    expect([response.status, await codeOf(response)]).toEqual([403, { code: 'FORBIDDEN' }]);
    const session = await send('{ viewer { session { isFresh } } }');
    expect(session.data.viewer).toEqual({ session: { isFresh: false } });
    const bearer = await server.request(reauthenticate, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer atr_x' },
      body: JSON.stringify({ otp: '000000' }),
    });
    expect(await codeOf(bearer)).toEqual({ code: 'ACCESS_TOKEN_REFUSED' });
  });
});
