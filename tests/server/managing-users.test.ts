import { describe, expect, it } from 'vitest';
import { createAccessToken, createSession, createUser, unique } from '#tests/support/factories.ts';
import { endSessions, lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { second } from '#tests/support/other-languages.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';
import { textsOf } from '#tests/support/texts.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const address = () => `${unique('moved')}@example.com`;
const update = (input: { id: string; name?: string; email?: string; role?: string }) =>
  payloadOf(admin, 'updateUser', input);
const refusal = (code: string) => ({ errors: [{ code, field: ['email'] }] });

async function invite(email = address()): Promise<string> {
  const input = { email, role: 'ADMIN' };
  return (await payloadOf(admin, 'createUser', input, 'user { id }')).user.id;
}

const rowOf = (id: string) => server.database.user.findUniqueOrThrow({ where: { id } });

const updateRow = (id: string, data: object) =>
  server.database.user.update({ where: { id }, data, select: { id: true } });
const accountOf = (userId: string) => ({
  ...{ id: unique('account'), accountId: unique('account'), providerId: 'github', userId },
});

async function userWithCode() {
  const { id, email } = await createUser(server.database);
  const visitor = server.browser();
  await visitor.requestCode(email);
  const code = await server.codeFor(email);
  return { id, enterCode: () => visitor.enterCode(email, code) };
}

describe('a manager', () => {
  it('cannot move their own account to another address without a code sent there', async () => {
    const refused = refusal('YOU_CANNOT_CHANGE_YOUR_EMAIL');
    expect(await update({ id: admin.id, email: address() })).toEqual(refused);
    expect((await rowOf(admin.id)).email).toBe(admin.email);
    const same = { id: admin.id, email: admin.email.toUpperCase(), name: 'Grace' };
    expect(await update(same)).toEqual({ errors: [] });
  });

  it('cannot become another manager by giving them an address of their own', async () => {
    const other = await server.as('admin');
    const refused = refusal('YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS');
    expect(await update({ id: other.id, email: address() })).toEqual(refused);
    const both = await update({ id: other.id, email: address(), role: 'USER' });
    expect(both.errors).toHaveLength(1);
    expect(await rowOf(other.id)).toMatchObject({ email: other.email, role: 'admin' });
    expect((await other.send('{ viewer { user { id } } }')).data.viewer).not.toBeNull();
  });

  it('cannot become another manager by demoting, moving and promoting them, in one request or in several', async () => {
    const other = await server.as('admin');
    const { data } = await admin.send(
      `mutation ($id: ID!, $email: String!) {
        demoted: updateUser(input: { id: $id, role: USER }) { errors { code } }
        moved: updateUser(input: { id: $id, email: $email }) { errors { code field } }
        promoted: updateUser(input: { id: $id, role: ADMIN }) { errors { code } }
      }`,
      { id: other.id, email: address() },
    );
    const moved = refusal('YOU_CANNOT_CHANGE_EMAIL_OF_FORMER_ADMINS_YET');
    expect(data).toEqual({ demoted: { errors: [] }, moved, promoted: { errors: [] } });
    await mutate(admin, 'updateUserRoles', { ids: [other.id], role: 'USER' });
    expect(await update({ id: other.id, email: address() })).toEqual(moved);
    expect((await rowOf(other.id)).email).toBe(other.email);
    const told = await server.database.auditEvent.findMany({
      where: { userId: other.id, kind: 'role_changed' },
      orderBy: { id: 'asc' },
    });
    expect(told.map(({ actorId, detail }) => [actorId, detail])).toEqual(
      ['user', 'admin', 'user'].map((role) => [admin.id, role]),
    );
  });

  it('cannot move or replace an admin at the moment of their demotion', async () => {
    for (let round = 0; round < 5; round += 1) {
      const other = await server.as('admin');
      const input = { id: other.id, email: address() };
      const moves = Array.from({ length: 5 }, () => update(input));
      await Promise.all([update({ id: other.id, role: 'USER' }), ...moves]);
      expect((await rowOf(other.id)).email).toBe(other.email);
      const seen = await admin.send('query ($id: ID!) { user(id: $id) { viewerCanUpdateEmail } }', {
        id: other.id,
      });
      expect(seen.data.user).toEqual({ viewerCanUpdateEmail: false });
    }
  });

  it('may move somebody who was an admin the day before, who may move at any time', async () => {
    const other = await server.as('admin');
    await update({ id: other.id, role: 'USER' });
    const own = address();
    const asked = await server.post(
      '/api/auth/email-otp/request-email-change',
      { newEmail: own },
      other.cookie,
    );
    expect(asked.status).toBe(200);
    await updateRow(other.id, { lastAdminAt: new Date(Date.now() - 24 * 60 * 60 * 1_000) });
    expect(await update({ id: other.id, email: address() })).toEqual({ errors: [] });
  });

  it('corrects the address of a manager who was invited with a typo, and invites them there', async () => {
    const [typo, right] = [address(), address()];
    const id = await invite(typo);
    const ask = 'query ($id: ID!) { user(id: $id) { viewerCanUpdateEmail } }';
    expect((await admin.send(ask, { id })).data.user).toEqual({ viewerCanUpdateEmail: true });

    expect(await update({ id, email: right })).toEqual({ errors: [] });
    expect((await server.mailTo(right)).subject).toContain('invit');
    expect(await server.database.mail.count({ where: { to: typo } })).toBe(1);

    const again = await mutate(admin, 'updateUser', { id, email: address() });
    expect(again).toEqual(['RATE_LIMITED']);
    expect(await rowOf(id)).toMatchObject({ email: right, role: 'admin' });
  });

  it.each([
    ['a code', (id: string) => updateRow(id, { emailVerified: true })],
    ['a request', (id: string) => updateRow(id, { lastActiveAt: new Date() })],
    ['a name', (id: string) => updateRow(id, { onboardedAt: new Date(), name: 'Ada' })],
    ['a session', (id: string) => createSession(server.database, id)],
    ['a provider', (id: string) => server.database.account.create({ data: accountOf(id) })],
    ['a token', (id: string) => createAccessToken(server.database, id)],
  ])('cannot do so once %s shows that the invited manager has been here', async (_trace, leave) => {
    const id = await invite();
    await leave(id);
    const refused = refusal('YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS');
    expect(await update({ id, email: address() })).toEqual(refused);
  });
});

describe('a user whose address a manager changes', () => {
  it('is told at the former address, in their language', async () => {
    const user = await server.as('user');
    await server.database.user.update({ where: { id: user.id }, data: { language: second } });
    const before = await server.database.mail.count({ where: { to: user.email } });
    const email = address();
    await update({ id: user.id, email });
    expect(await server.database.mail.count({ where: { to: user.email } })).toBe(before + 1);
    const notice = await server.mailTo(user.email);
    expect(notice.text).toContain(email);
    const t = textsOf(second);
    expect(notice.subject).toBe(t('mail:emailChanged.subject', { appName: 'Atrium' }));
  });

  it('is signed out everywhere: the account is another owner’s now', async () => {
    const user = await server.as('user');
    const other = await server.as('user');
    await update({ id: user.id, email: address() });
    expect((await user.send('{ viewer { user { id } } }')).data.viewer).toBeNull();
    expect((await other.send('{ viewer { user { id } } }')).data.viewer).toEqual({
      user: { id: other.id },
    });
  });

  it('cannot undo it by their own change of address that was being checked', async () => {
    const user = await server.as('user');
    const [newEmail, moved] = [address(), address()];
    const post = (path: string, body: object) =>
      server.post(`/api/auth/email-otp/${path}`, { newEmail, ...body }, user.cookie);
    await post('request-email-change', {});
    const otp = await server.codeFor(newEmail);
    const refused = await whileWaiting(server.database, {
      lock: (transaction) =>
        transaction.user.update({ where: { id: user.id }, data: { email: moved } }),
      request: () => post('change-email', { otp }),
      change: endSessions(user.id),
    });
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await rowOf(user.id)).toMatchObject({ email: moved });
  });
});

const ban = { banned: true, banExpires: null };

it.each<[string, object, object]>([
  ['whose address a manager changes', {}, { email: address() }],
  ['who is banned', {}, ban],
  ['who is banned again after a ban that has expired', { ...ban, banExpires: new Date(0) }, ban],
  ['who says that it wasn’t them', {}, { securedAt: new Date() }],
])('a user %s while their code is checked is not signed in', async (_whom, former, data) => {
  const { id, enterCode } = await userWithCode();
  await updateRow(id, former);
  const refused = await whileWaiting(server.database, {
    lock: lockUser(id),
    request: enterCode,
    async change(transaction) {
      await transaction.user.update({ where: { id }, data });
      await endSessions(id)(transaction);
    },
  });
  expect([refused.status, (await refused.json()).code]).toEqual([401, 'UNAUTHENTICATED']);
  expect(await server.database.session.count({ where: { userId: id } })).toBe(0);
});
