import { describe, expect, it } from 'vitest';
import { readAuditEvents } from '#tests/support/audit-events.ts';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const history = (id: string) => readAuditEvents(admin, id);

describe('an account', () => {
  it('gets a new address by a code sent to it, and the former one is told', async () => {
    const person = await server.as('user');
    const newEmail = `${unique('new')}@example.com`;
    const asked = await server.post(
      '/api/auth/email-otp/request-email-change',
      { newEmail },
      person.cookie,
    );
    expect(asked.status).toBe(200);
    const changed = await server.post(
      '/api/auth/email-otp/change-email',
      { newEmail, otp: await server.codeFor(newEmail) },
      person.cookie,
    );
    expect(changed.status).toBe(200);
    expect(await server.database.user.findUnique({ where: { id: person.id } })).toMatchObject({
      email: newEmail,
    });
    expect(await server.database.mail.count({ where: { to: person.email } })).toBe(2);
    expect((await history(person.id))[0]).toMatchObject({
      kind: 'EMAIL_CHANGED',
      detail: person.email,
    });
  });

  it('signs out everywhere else with a new address, and keeps its access tokens', async () => {
    const person = await server.as('user');
    const elsewhere = await server.signIn(person.email);
    const { secret } = (
      await person.send(`mutation { createAccessToken(
        input: { name: "sync", scopes: [REPOSITORY_READ], expiresInDays: 30 }) { secret } }`)
    ).data.createAccessToken;
    const newEmail = `${unique('new')}@example.com`;
    await server.post('/api/auth/email-otp/request-email-change', { newEmail }, person.cookie);
    const change = async (otp: string) =>
      (await server.post('/api/auth/email-otp/change-email', { newEmail, otp }, person.cookie))
        .status;
    const code = await server.codeFor(newEmail);
    const viewer = '{ viewer { user { email } } }';
    expect(await change(code === '000000' ? '111111' : '000000')).toBe(400);
    expect((await server.sendAs(elsewhere)(viewer)).data.viewer).not.toBeNull();
    expect(await change(code)).toBe(200);
    expect((await server.sendAs(elsewhere)(viewer)).data.viewer).toBeNull();
    expect((await person.send(viewer)).data.viewer.user.email).toBe(newEmail);
    const program = server.sendWith({ authorization: `Bearer ${secret}` });
    expect((await program('{ repositories(first: 1) { nodes { id } } }')).errors).toEqual([]);
    const { text } = await server.mailTo(person.email);
    expect(text).toContain('Access tokens stay valid');
    expect(text).toContain('/app/account/access-tokens');
  });

  it('is deleted by its owner', async () => {
    const person = await server.as('user');
    expect((await server.post('/api/auth/delete-user', {}, person.cookie)).status).toBe(200);
    expect(await server.database.user.count({ where: { id: person.id } })).toBe(0);
  });

  it('signs out everywhere else', async () => {
    const person = await server.as('user');
    const elsewhere = await server.signIn(person.email);
    await person.send('mutation { revokeOtherSessions { errors { code } } }');
    const there = await server.post(
      '/api/graphql',
      { query: '{ viewer { user { id } } }' },
      elsewhere,
    );
    expect((await there.json()).data.viewer).toBeNull();
    expect((await person.send('{ viewer { user { id } } }')).data.viewer).toEqual({
      user: { id: person.id },
    });
  });

  it('cannot end somebody else’s session', async () => {
    const person = await server.as('user');
    const other = await server.as('user');
    const session = await server.database.session.findFirstOrThrow({ where: { userId: other.id } });
    const answer = await person.send(
      'mutation ($id: ID!) { revokeSession(input: { id: $id }) { errors { code } } }',
      { id: session.id },
    );
    expect(answer.data.revokeSession.errors).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await other.send('{ viewer { user { id } } }')).data.viewer).not.toBeNull();
  });
});
