/** A manager cannot take over an account: email and role changes need a fresh session and notify the owner. */
import { describe, expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const update = `mutation ($input: UpdateUserInput!) {
  updateUser(input: $input) { user { id email role } errors { code field } }
}`;
const create = `mutation ($input: CreateUserInput!) {
  createUser(input: $input) { user { id } errors { code field } }
}`;

const server = await serverForFile();
const admin = await server.as('admin');

const address = () => `${unique('moved')}@example.com`;
const rowOf = (id: string) => server.database.user.findUniqueOrThrow({ where: { id } });

/** Makes the sessions of `person` older than the hour for which they count as fresh. */
const ageSessions = ({ id: userId }: TestUser) =>
  server.database.session.updateMany({
    where: { userId },
    data: { createdAt: new Date(Date.now() - 2 * 60 * 60 * 1_000) },
  });

describe('a manager', () => {
  it('cannot move their own account to another address without a code sent there', async () => {
    const { data } = await admin.send(update, { input: { id: admin.id, email: address() } });
    expect(data.updateUser).toEqual({
      user: null,
      errors: [{ code: 'OWN_EMAIL_REQUIRES_CODE', field: ['email'] }],
    });
    expect((await rowOf(admin.id)).email).toBe(admin.email);
    const same = { id: admin.id, email: admin.email.toUpperCase(), name: 'Grace' };
    expect((await admin.send(update, { input: same })).data.updateUser.errors).toEqual([]);
  });

  it('cannot become another manager by giving them an address of their own', async () => {
    const other = await server.as('admin');
    const { data } = await admin.send(update, { input: { id: other.id, email: address() } });
    expect(data.updateUser).toEqual({
      user: null,
      errors: [{ code: 'YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS', field: ['email'] }],
    });
    const demoting = { id: other.id, email: address(), role: 'USER' };
    const both = await admin.send(update, { input: demoting });
    expect(both.data.updateUser.errors).toHaveLength(1);
    expect(await rowOf(other.id)).toMatchObject({ email: other.email, role: 'admin' });
    expect((await other.send('{ viewer { user { id } } }')).data.viewer).not.toBeNull();
  });

  it('sees beforehand whose address they may change', async () => {
    const other = await server.as('admin');
    const user = await server.as('user');
    const ask = 'query ($id: ID!) { user(id: $id) { viewerCanUpdate viewerCanUpdateEmail } }';
    const seen = async (id: string) => (await admin.send(ask, { id })).data.user;
    expect(await seen(admin.id)).toEqual({ viewerCanUpdate: true, viewerCanUpdateEmail: false });
    expect(await seen(other.id)).toEqual({ viewerCanUpdate: true, viewerCanUpdateEmail: false });
    expect(await seen(user.id)).toEqual({ viewerCanUpdate: true, viewerCanUpdateEmail: true });
  });

  it('proves that it is still them before they change an address or a role', async () => {
    const manager = await server.as('admin');
    const user = await server.as('user');
    await ageSessions(manager);
    const stale = [{ code: 'SESSION_NOT_FRESH', field: null }];
    for (const change of [{ email: address() }, { role: 'ADMIN' }]) {
      const { data } = await manager.send(update, { input: { id: user.id, ...change } });
      expect(data.updateUser).toEqual({ user: null, errors: stale });
    }
    const email = address();
    const invited = await manager.send(create, { input: { email, role: 'ADMIN' } });
    expect(invited.data.createUser).toEqual({ user: null, errors: stale });
    expect(await server.database.user.count({ where: { email } })).toBe(0);
    expect(await rowOf(user.id)).toMatchObject({ email: user.email, role: 'user' });
    // Other fields need no fresh session.
    const same = { id: user.id, name: 'Renamed', email: user.email, role: 'USER' };
    expect((await manager.send(update, { input: same })).data.updateUser.errors).toEqual([]);
    const plain = await manager.send(create, { input: { email, role: 'USER' } });
    expect(plain.data.createUser.errors).toEqual([]);

    const cookie = await server.signIn(manager.email);
    const variables = { input: { id: user.id, role: 'ADMIN' } };
    const fresh = await server.post('/api/graphql', { query: update, variables }, cookie);
    expect((await fresh.json()).data.updateUser.errors).toEqual([]);
  });
});

describe('a user whose address a manager changes', () => {
  it('is told at the former address, in their language', async () => {
    const user = await server.as('user');
    await server.database.user.update({ where: { id: user.id }, data: { language: 'fr' } });
    const before = await server.database.mail.count({ where: { to: user.email } });
    const email = address();
    await admin.send(update, { input: { id: user.id, email } });
    expect(await server.database.mail.count({ where: { to: user.email } })).toBe(before + 1);
    const notice = await server.mailTo(user.email);
    expect(notice.text).toContain(email);
    expect(notice.subject).toContain('modifiée');
  });

  it('is signed out everywhere: the account is another owner’s now', async () => {
    const user = await server.as('user');
    const other = await server.as('user');
    await admin.send(update, { input: { id: user.id, email: address() } });
    expect((await user.send('{ viewer { user { id } } }')).data.viewer).toBeNull();
    expect((await other.send('{ viewer { user { id } } }')).data.viewer).toEqual({
      user: { id: other.id },
    });
  });
});
