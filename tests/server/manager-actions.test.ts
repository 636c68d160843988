import { describe, expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ ADMIN_EMAILS: 'Boss@Example.com,chief@example.com' });
const admin = await server.as('admin');

const rolesOf = async (email: string) =>
  (await server.database.user.findUniqueOrThrow({ where: { email } })).role;

describe('the log', () => {
  async function eventsOf(act: () => Promise<unknown>) {
    const before = server.lines.length;
    await act();
    return server.lines
      .slice(before)
      .filter(({ msg }) => msg === 'security')
      .map(({ event, action, viewerId, targetId }) => ({ event, action, viewerId, targetId }));
  }

  it('says which manager did what to whom', async () => {
    const { id } = await server.as('user');
    const by = { viewerId: admin.id, targetId: id };
    const email = `${unique('moved')}@example.com`;
    const change = (input: object) => () => mutate(admin, 'updateUser', { id, ...input });
    expect(await eventsOf(change({ name: 'New' }))).toEqual([
      { event: 'user_updated', action: 'name_changed', ...by },
    ]);
    expect(await eventsOf(change({ email, role: 'ADMIN' }))).toEqual([
      { event: 'user_updated', action: 'email_changed', ...by },
      { event: 'authz_change', action: 'role_changed', ...by },
    ]);
    expect(await eventsOf(change({ role: 'USER' }))).toMatchObject([{ event: 'authz_change' }]);
    expect(
      await eventsOf(() => mutate(admin, 'banUsers', { ids: [id], banReason: 'Spam' })),
    ).toEqual([{ event: 'authn_login_lock', action: 'banned', ...by }]);
    expect(await eventsOf(() => mutate(admin, 'unbanUsers', { ids: [id] }))).toEqual([
      { event: 'authz_admin', action: 'unbanned', ...by },
    ]);
    await server.signIn(email);
    expect(await eventsOf(() => mutate(admin, 'revokeSessionsOfUsers', { ids: [id] }))).toEqual([
      { event: 'session_ended', action: 'sessions_revoked', ...by },
    ]);
    expect(await eventsOf(() => mutate(admin, 'deleteUsers', { ids: [id] }))).toEqual([
      { event: 'user_deleted', ...by },
    ]);
    const [invited] = await eventsOf(() => mutate(admin, 'createUser', { email, role: 'USER' }));
    expect(invited).toMatchObject({ event: 'user_created', viewerId: admin.id });
    expect(JSON.stringify(server.lines)).not.toContain(email);
  });
});

describe('an address of ADMIN_EMAILS', () => {
  it('makes a user an admin once: deleted, they come back as a plain user', async () => {
    await server.signIn('boss@example.com');
    expect(await rolesOf('boss@example.com')).toBe('admin');
    const { id } = await server.database.user.findUniqueOrThrow({
      where: { email: 'boss@example.com' },
    });
    expect(await mutate(admin, 'deleteUsers', { ids: [id] })).toEqual([]);
    await server.signIn('boss@example.com');
    expect(await rolesOf('boss@example.com')).toBe('user');
    const kept = JSON.stringify(await server.database.formerAdminAddress.findMany());
    expect(kept).not.toContain('boss');
  });

  it('makes nobody an admin after its owner moved to another address', async () => {
    const cookie = await server.signIn('chief@example.com');
    const newEmail = `${unique('chief')}@example.com`;
    await server.post('/api/auth/email-otp/request-email-change', { newEmail }, cookie);
    const otp = await server.codeFor(newEmail);
    const changed = await server.post(
      '/api/auth/email-otp/change-email',
      { newEmail, otp },
      cookie,
    );
    expect(changed.status).toBe(200);
    expect(await rolesOf(newEmail)).toBe('admin');
    // Until then, the address is theirs to take back.
    const changedAt = new Date(Date.now() - 8 * 86_400_000);
    await server.database.formerAddress.updateMany({ data: { changedAt } });
    await server.signIn('chief@example.com');
    expect(await rolesOf('chief@example.com')).toBe('user');
  });
});
