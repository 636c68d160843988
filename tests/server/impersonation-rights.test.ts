import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { readAuditEvents } from '#tests/support/audit-events.ts';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const history = (id: string) => readAuditEvents(admin, id);
const start = (userId: string) =>
  server.post('/api/auth/admin/impersonate-user', { userId }, admin.cookie);
const canImpersonate = async (id: string) => {
  const query = 'query ($id: ID!) { user(id: $id) { viewerCanImpersonate } }';
  return (await admin.send(query, { id })).data.user.viewerCanImpersonate;
};

function jarOf(response: Response): string {
  const jar = new Map(
    response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), /max-age=0/i.test(line) ? undefined : pair];
    }),
  );
  return [...jar.values()].filter(Boolean).join('; ');
}

describe('a manager', () => {
  it('impersonates a user, cannot change their account, and comes back', async () => {
    const person = await server.as('user');
    const started = await start(person.id);
    expect(started.status).toBe(200);
    const cookie = jarOf(started);
    const ask = async (query: string) =>
      (await server.post('/api/graphql', { query }, cookie)).json();
    expect((await ask('{ viewer { user { id } impersonator { id } } }')).data.viewer).toEqual({
      user: { id: person.id },
      impersonator: { id: admin.id },
    });
    const refused = await ask(
      'mutation { updateViewer(input: { name: "X" }) { errors { code } } }',
    );
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
    const removal = await server.post('/api/auth/delete-user', {}, cookie);
    expect(removal.status).toBe(403);
    const nested = await server.post(
      '/api/auth/admin/impersonate-user',
      { userId: person.id },
      cookie,
    );
    expect(nested.status).toBe(403);
    const stop = await server.post('/api/auth/admin/stop-impersonating', {}, cookie);
    expect(stop.status).toBe(200);
    expect(jarOf(stop)).toMatch(/^atrium\.session_token=[^;]+$/);
    expect(await history(person.id)).toMatchObject([
      { kind: 'IMPERSONATION_ENDED', actor: { id: admin.id } },
      { kind: 'IMPERSONATED', actor: { id: admin.id } },
      { kind: 'SIGNED_IN' },
    ]);
  });

  it('impersonates no other manager, not themselves, and no invited person', async () => {
    const other = await server.as('admin');
    const invited = await server.database.user.create({
      data: { id: newId('User'), email: `${unique('invited')}@example.com` },
    });
    for (const { id } of [other, admin, invited]) expect((await start(id)).status).toBe(403);
  });

  it('impersonates nobody at the moment of their demotion, but a day later', async () => {
    const other = await server.as('admin');
    await admin.send(
      'mutation ($id: ID!) { updateUser(input: { id: $id, role: USER }) { user { id } } }',
      other,
    );
    expect((await start(other.id)).status).toBe(403);
    expect(await canImpersonate(other.id)).toBe(false);
    const lastAdminAt = new Date(Date.now() - 24 * 60 * 60 * 1_000);
    await server.database.user.update({ where: { id: other.id }, data: { lastAdminAt } });
    expect(await canImpersonate(other.id)).toBe(true);
    expect((await start(other.id)).status).toBe(200);
  });
});
