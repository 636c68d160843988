import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { unique } from '#tests/support/factories.ts';
import type { Browser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const root = await server.as('admin');

const ask = async (browser: Browser, query: string, variables: object = {}) =>
  (await browser.post('/api/graphql', { query, variables })).json();
const viewerOf = async (browser: Browser) =>
  (await ask(browser, '{ viewer { user { id } } }')).data.viewer?.user.id ?? null;

async function impersonate() {
  const manager = await server.as('admin');
  const user = await server.as('user');
  const browser = server.browser();
  await server.signIn(manager.email, browser);
  const start = await browser.post('/api/auth/admin/impersonate-user', { userId: user.id });
  expect(start.status).toBe(200);
  expect(await viewerOf(browser)).toBe(user.id);
  return { manager, user, browser };
}

type Impersonation = Awaited<ReturnType<typeof impersonate>>;

const falls: Record<string, (impersonation: Impersonation) => Promise<unknown>> = {
  'is banned': ({ manager }) => mutate(root, 'banUsers', { ids: [manager.id], banReason: 'x' }),
  'is demoted': ({ manager }) => mutate(root, 'updateUser', { id: manager.id, role: 'USER' }),
  'is deleted': ({ manager }) => mutate(root, 'deleteUsers', { ids: [manager.id] }),
  'is signed out everywhere': ({ manager }) =>
    mutate(root, 'revokeSessionsOfUsers', { ids: [manager.id] }),
  'signs out everywhere else': async ({ manager }) => {
    await mutate(manager, 'revokeOtherSessions');
  },
  'is banned in the database': ({ manager }) =>
    server.database.user.update({ where: { id: manager.id }, data: { banned: true } }),
  'has a session that expired': ({ manager }) =>
    server.database.session.updateMany({
      where: { userId: manager.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    }),
};

describe('a manager who acts as a user', () => {
  it.each(Object.keys(falls))('stops acting at once when the manager %s', async (fall) => {
    const impersonation = await impersonate();
    const control = await impersonate();
    await falls[fall]?.(impersonation);
    expect(await viewerOf(impersonation.browser)).toBeNull();
    const session = await impersonation.browser.open('/api/auth/get-session');
    expect(await session.json()).toBeNull();
    expect(await viewerOf(control.browser)).toBe(control.user.id);
    const { data } = await impersonation.user.send('{ viewer { user { id } } }');
    expect(data.viewer).toEqual({ user: { id: impersonation.user.id } });
  });

  it('stops acting when the user becomes a manager', async () => {
    const { user, browser } = await impersonate();
    await mutate(root, 'updateUser', { id: user.id, role: 'ADMIN' });
    expect(await viewerOf(browser)).toBeNull();
    expect((await browser.open('/api/auth/admin/list-users')).status).toBe(401);
    const { data } = await user.send('{ users { nodes { id } } }');
    expect(data.users.nodes.length).toBeGreaterThan(0);
  });

  it('has no manager permission even while the promoted user’s acting session is alive', async () => {
    const { user, browser } = await impersonate();
    await server.database.$executeRaw`ALTER TABLE "user" DISABLE TRIGGER "user_end_impersonation"`;
    try {
      await server.database.user.update({ where: { id: user.id }, data: { role: 'admin' } });
      const { data, errors } = await ask(browser, '{ users { nodes { id } } }');
      expect(data?.users ?? null).toBeNull();
      expect(errors[0].extensions.code).toBe('UNAUTHENTICATED');
      expect((await browser.open('/api/auth/admin/list-users')).status).toBe(401);
    } finally {
      await server.database.$executeRaw`ALTER TABLE "user" ENABLE TRIGGER "user_end_impersonation"`;
    }
  });

  it('signs out of both sessions at once', async () => {
    const { manager, browser } = await impersonate();
    const before = browser.cookie();
    expect((await browser.post('/api/auth/sign-out', {})).status).toBe(200);
    expect(browser.cookie()).not.toContain('session_token=');
    expect(browser.cookie()).not.toContain('admin_session=');
    expect(await viewerOf(browser)).toBeNull();
    const kept = await server.post('/api/auth/admin/stop-impersonating', {}, before);
    expect(kept.status).toBe(401);
    expect((await server.sendAs(before)('{ viewer { user { id } } }')).data.viewer).toBeNull();
    expect((await manager.send('{ viewer { user { id } } }')).data.viewer).toEqual({
      user: { id: manager.id },
    });
    expect(await server.database.session.count({ where: { userId: manager.id } })).toBe(1);
  });

  it('leaves no session behind when the browser signs in again', async () => {
    const { manager, user, browser } = await impersonate();
    const other = await server.as('user');
    await server.signIn(other.email, browser);
    expect(await viewerOf(browser)).toBe(other.id);
    expect(browser.cookie()).not.toContain('admin_session=');
    expect(await server.database.session.count({ where: { userId: manager.id } })).toBe(1);
    expect(await server.database.session.count({ where: { userId: user.id } })).toBe(1);
  });

  it('acts for an hour at most, also from a browser that drops cookies', async () => {
    const { user, browser } = await impersonate();
    const acting = () =>
      server.database.session.findFirstOrThrow({
        where: { userId: user.id, impersonatedBy: { not: null } },
      });
    const { expiresAt, signInMethod } = await acting();
    expect(signInMethod).toBe('impersonation');
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 60 * 60 * 1_000);
    const [cookie = ''] = /atrium\.session_token=[^;]+/.exec(browser.cookie()) ?? [];
    const answer = await server.post(
      '/api/graphql',
      { query: '{ viewer { user { id } } }' },
      cookie,
    );
    expect((await answer.json()).data.viewer).toEqual({ user: { id: user.id } });
    expect((await acting()).expiresAt).toEqual(expiresAt);
  });

  it('comes back to their own session by stopping, each time', async () => {
    const { manager, user, browser } = await impersonate();
    for (let cycle = 0; cycle < 3; cycle += 1) {
      expect((await browser.post('/api/auth/admin/stop-impersonating', {})).status).toBe(200);
      expect(await viewerOf(browser)).toBe(manager.id);
      await browser.post('/api/auth/admin/impersonate-user', { userId: user.id });
      expect(await viewerOf(browser)).toBe(user.id);
    }
  });

  it('does not show the user who they are and where they act from', async () => {
    const { manager, user } = await impersonate();
    await server.database.session.updateMany({
      where: { userId: user.id },
      data: { ipAddress: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' },
    });
    const fields =
      'nodes { ipAddress browser operatingSystem isImpersonation impersonator { id } }';
    const own = await user.send(`{ viewer { user { sessions { ${fields} } } } }`);
    expect(own.data.viewer.user.sessions.nodes).toEqual([
      {
        ...{ ipAddress: null, browser: null, operatingSystem: null },
        ...{ isImpersonation: true, impersonator: null },
      },
      {
        ipAddress: '192.0.2.7',
        browser: 'Firefox',
        operatingSystem: 'Linux',
        ...{ isImpersonation: false, impersonator: null },
      },
    ]);
    const seen = await root.send(`query ($id: ID!) { user(id: $id) { sessions { ${fields} } } }`, {
      id: user.id,
    });
    expect(seen.data.user.sessions.nodes[0]).toMatchObject({
      ipAddress: '192.0.2.7',
      browser: 'Firefox',
      isImpersonation: true,
      impersonator: { id: manager.id },
    });
  });

  it('is named in the log beside the user, whatever they ask', async () => {
    const { manager, user, browser } = await impersonate();
    const start = server.lines.findLast(({ event }) => event === 'authn_impersonate_success');
    expect(start).toMatchObject({ viewerId: manager.id, targetId: user.id });
    await ask(browser, 'query Look { repositories { nodes { id } } }');
    expect(server.lines.findLast(({ operation }) => operation === 'Look')).toMatchObject({
      viewerId: user.id,
      impersonatorId: manager.id,
    });
    await ask(browser, 'query Sneak { users { nodes { id } } }');
    expect(server.lines.findLast(({ event }) => event === 'authz_fail')).toMatchObject({
      viewerId: user.id,
      impersonatorId: manager.id,
    });
  });

  it('is not taken for the user being active', async () => {
    const { user, browser } = await impersonate();
    const before = new Date(Date.now() - 24 * 60 * 60 * 1_000);
    await server.database.user.update({ where: { id: user.id }, data: { lastActiveAt: before } });
    await server.database.session.updateMany({
      where: { userId: user.id },
      data: { lastActiveAt: before },
    });
    expect(await viewerOf(browser)).toBe(user.id);
    const row = await server.database.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(row.lastActiveAt).toEqual(before);
  });
});

describe('a manager', () => {
  const start = (userId: string) =>
    server.post('/api/auth/admin/impersonate-user', { userId }, root.cookie);
  const canImpersonate = async (id: string) => {
    const query = 'query ($id: ID!) { user(id: $id) { viewerCanImpersonate } }';
    return (await root.send(query, { id })).data.user.viewerCanImpersonate;
  };

  it('impersonates no other manager, not themselves, and no invited person', async () => {
    const other = await server.as('admin');
    const invited = await server.database.user.create({
      data: { id: newId('User'), email: `${unique('invited')}@example.com` },
    });
    for (const { id } of [other, root, invited]) expect((await start(id)).status).toBe(403);
  });

  it('impersonates nobody at the moment of their demotion, but a day later', async () => {
    const other = await server.as('admin');
    await mutate(root, 'updateUser', { id: other.id, role: 'USER' });
    expect((await start(other.id)).status).toBe(403);
    expect(await canImpersonate(other.id)).toBe(false);
    const lastAdminAt = new Date(Date.now() - 24 * 60 * 60 * 1_000);
    await server.database.user.update({ where: { id: other.id }, data: { lastAdminAt } });
    expect(await canImpersonate(other.id)).toBe(true);
    expect((await start(other.id)).status).toBe(200);
  });
});
