/** Actions that need a proof of identity within the last ten minutes, listed by hand. */
import { getNamedType, isInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#server/auth/endpoints.ts';
import {
  createAccessToken,
  createInvitation,
  createMember,
  createOrganization,
  createPasskey,
  createSession,
  createUser,
  unique,
} from '#tests/support/factories.ts';
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
  (name: string, input?: object) =>
  async (person: Person): Promise<Result> => {
    const send = server.sendAs(person.browser.cookie());
    const [code] = await mutate({ send }, name, input);
    return { code };
  };

async function codeOf(response: Response): Promise<Result> {
  if (response.ok) {
    await response.body?.cancel();
    return { code: undefined };
  }
  return { code: (await response.json()).code };
}

const post =
  (path: string, body: object = {}) =>
  async ({ browser }: Person): Promise<Result> =>
    codeOf(await browser.post(`/api/auth${path}`, body));
const open =
  (path: string) =>
  async ({ browser }: Person): Promise<Result> =>
    codeOf(await browser.open(path));

const newEmail = () => `${unique('new')}@example.com`;
const newUser = async () => (await createUser(database)).id;
const token = { name: 'CI', scopes: ['REPOSITORY_READ'], expiresInDays: 30 };
const ownOrganization = async ({ id: ownerId }: Person) =>
  (await createOrganization(database, { ownerId })).id;

type Act = (person: Person) => Promise<Result>;

/** What each action does to be refused or not. Some need a record, made while the session is fresh. */
const actions: Record<string, (person: Person) => Act | Promise<Act>> = {
  'own account: delete': () => post('/delete-user'),
  'own email: request': () => post('/email-otp/request-email-change', { newEmail: newEmail() }),
  'own email: change': () =>
    post('/email-otp/change-email', { newEmail: newEmail(), otp: '000000' }),
  'access token: create': () => perform('createAccessToken', token),
  'access token: rotate': async ({ id: userId }) => {
    const { id } = await createAccessToken(database, userId);
    return perform('rotateAccessToken', { id, overlapHours: 0 });
  },
  'service account: create': () => perform('createServiceAccount', { name: 'CI', role: 'USER' }),
  'admin role: at creation': () => perform('createUser', { email: newEmail(), role: 'ADMIN' }),
  'admin role: to a user': async () =>
    perform('updateUser', { id: await newUser(), role: 'ADMIN' }),
  'admin role: in bulk': async () =>
    perform('updateUserRoles', { ids: [await newUser()], role: 'ADMIN' }),
  'email of a user': async () => perform('updateUser', { id: await newUser(), email: newEmail() }),
  'users: delete in bulk': async () => perform('deleteUsers', { ids: [await newUser()] }),
  impersonation: async () => post('/admin/impersonate-user', { userId: await newUser() }),
  'organization: delete': async (person) =>
    perform('deleteOrganization', { id: await ownOrganization(person) }),
  'organization role: to a member': async (person) => {
    const organizationId = await ownOrganization(person);
    const { id } = await createMember(database, organizationId, await newUser());
    return perform('updateMember', { id, role: 'OWNER' });
  },
  'organization role: by invitation': async (person) => {
    const organizationId = await ownOrganization(person);
    return perform('inviteMembers', { organizationId, emails: [newEmail()], role: 'ADMIN' });
  },
  'organization role: by an expired invitation': async (person) => {
    const { id } = await createInvitation(database, {
      ...{ organizationId: await ownOrganization(person), inviterId: person.id, role: 'owner' },
      expiresAt: new Date(Date.now() - 60_000),
    });
    return perform('resendInvitation', { id });
  },
  'organization role: to a service account': async (person) => {
    const organizationId = await ownOrganization(person);
    return perform('createOrganizationServiceAccount', {
      organizationId,
      name: 'CI',
      role: 'ADMIN',
    });
  },
  'service account of an organization: delete': async (person) => {
    const robot = await createUser(database, { isServiceAccount: true });
    const { id } = await createMember(database, await ownOrganization(person), robot.id);
    return perform('removeMember', { id });
  },
  'own sessions: end another': async (person) =>
    perform('revokeSession', { id: (await createSession(database, person.id)).id }),
  'own sessions: end all others': () => perform('revokeOtherSessions'),
  'own sessions: end all others at the endpoint': () => post('/revoke-other-sessions'),
  'own sessions: end all': () => post('/revoke-sessions'),
  'sessions of a user: end one': async () =>
    perform('revokeUserSession', { id: (await createSession(database, await newUser())).id }),
  'sessions of users: end all': async () =>
    perform('revokeSessionsOfUsers', { ids: [await newUser()] }),
  'users as CSV': () => open('/api/export/users.csv'),
  'users as NDJSON': () => open('/api/export/users.ndjson'),
  'users as a list': () => open('/api/auth/admin/list-users?limit=10'),
  'audit log as CSV': () => open('/api/export/audit-log.csv'),
  'passkey: add': () => open('/api/auth/passkey/generate-register-options'),
  'passkey: remove': async ({ id }) =>
    perform('removePasskey', { id: (await createPasskey(database, id)).id }),
  'recovery codes: create': async ({ id }) => {
    await createPasskey(database, id);
    return perform('createRecoveryCodes');
  },
  'passkeys of a user: reset': async () => perform('resetPasskeys', { id: await newUser() }),
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
    expect(await perform('updateUser', same)(person)).toEqual({ code: undefined });
    const plain = { email: newEmail(), role: 'USER' };
    expect(await perform('createUser', plain)(person)).toEqual({ code: undefined });
    expect(await open('/api/export/repositories.csv')(person)).toEqual({ code: undefined });
    const { id: organizationId } = await createOrganization(database, { ownerId: person.id });
    const invited = { organizationId, emails: [newEmail()], role: 'MEMBER' };
    expect(await perform('inviteMembers', invited)(person)).toEqual({ code: undefined });
    const [own] = await sessionsOf(person.id);
    const revoke = perform('revokeSession', { id: own?.id });
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

  it('is never that of an impersonating admin', async () => {
    const { send } = await server.impersonate();
    const { data } = await send('{ viewer { session { isFresh } } }');
    expect(data.viewer).toEqual({ session: { isFresh: false } });
  });
});
