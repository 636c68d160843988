import { describe, expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

const rename = `mutation ($id: ID!, $name: String) {
  renameSession(input: { id: $id, name: $name }) { session { name } errors { code field } }
}`;

async function personWithSession() {
  const person = await server.as('user');
  const { id } = await server.database.session.findFirstOrThrow({ where: { userId: person.id } });
  return { ...person, sessionId: id };
}

describe('the name of a session', () => {
  it('is given, changed and removed by its owner, and seen by managers', async () => {
    const { id, sessionId, send } = await personWithSession();
    const give = async (name: string | null) =>
      (await send(rename, { id: sessionId, name })).data.renameSession.session;
    expect(await give('  Work laptop ')).toEqual({ name: 'Work laptop' });
    expect(await give('Work laptop')).toEqual({ name: 'Work laptop' });
    const admin = await server.as('admin');
    const seen = await admin.send(
      'query ($id: ID!) { user(id: $id) { sessions { nodes { name signInMethod } } } }',
      { id },
    );
    expect(seen.data.user.sessions.nodes).toEqual([
      { name: 'Work laptop', signInMethod: 'EMAIL_CODE' },
    ]);
    expect(await give('Old laptop')).toEqual({ name: 'Old laptop' });
    expect(await give('')).toEqual({ name: null });
    expect(await give(null)).toEqual({ name: null });
    const events = await server.database.auditEvent.findMany({
      where: { userId: id, kind: 'session_renamed' },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ detail }) => detail)).toEqual([null, 'Work laptop', 'Old laptop']);
  });

  it.each([
    ['x'.repeat(101), 'NAME_TOO_LONG'],
    ['A\u202eB', 'NAME_INVALID'],
    ['\u200b', 'NAME_INVALID'],
  ])('is not %j', async (name, code) => {
    const { sessionId, send } = await personWithSession();
    const { data } = await send(rename, { id: sessionId, name });
    expect(data.renameSession).toEqual({ session: null, errors: [{ code, field: ['name'] }] });
  });

  it('is not given by anyone else: another user, a manager, or who impersonates', async () => {
    const { id, sessionId } = await personWithSession();
    const admin = await server.as('admin');
    for (const { send } of [admin, await server.as('user')]) {
      const { data } = await send(rename, { id: sessionId, name: 'Mine' });
      expect(data.renameSession.errors).toEqual([{ code: 'NOT_FOUND', field: ['id'] }]);
    }
    const impersonator = await server.impersonate();
    const own = await server.database.session.findFirstOrThrow({
      where: { userId: impersonator.id },
    });
    const { errors } = await impersonator.send(rename, { id: own.id, name: 'Mine' });
    expect(errors[0]?.extensions.code).toBe('FORBIDDEN');
    const named = { userId: { in: [id, impersonator.id] }, name: { not: null } };
    expect(await server.database.session.count({ where: named })).toBe(0);
  });
});
