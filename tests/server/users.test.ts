import { describe, expect, it } from 'vitest';
import { readAuditEvents } from '#tests/support/audit-events.ts';
import { unique } from '#tests/support/factories.ts';
import { enumOf, second, third } from '#tests/support/other-languages.ts';
import { startServer } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const history = (id: string) => readAuditEvents(admin, id);

describe('a manager', () => {
  it('invites somebody, who gets a mail and is invited until they come', async () => {
    const email = `${unique('Invited')}@Example.com`;
    const input = { email, role: 'ADMIN', language: enumOf(second) };
    const fields = 'user { id email name role status language }';
    const invited = await payloadOf(admin, 'createUser', input, fields);
    expect(invited).toEqual({
      user: {
        id: expect.stringMatching(/^usr_/),
        email: email.toLowerCase(),
        name: '',
        role: 'ADMIN',
        status: 'INVITED',
        language: enumOf(second),
      },
      errors: [],
    });
    expect(await server.database.mail.count({ where: { to: email.toLowerCase() } })).toBe(1);
  });

  it('sends an invitation again, once within a minute, and not to who has come', async () => {
    const email = `${unique('waiting')}@example.com`;
    const input = { email, role: 'USER', language: enumOf(third) };
    const { user } = await payloadOf(
      admin,
      'createUser',
      input,
      'user { id viewerCanResendInvitation }',
    );
    const { id, viewerCanResendInvitation } = user;
    expect(viewerCanResendInvitation).toBe(true);
    const mails = () => server.database.mail.count({ where: { to: email } });
    const again = (userId = id) =>
      payloadOf(admin, 'resendUserInvitation', { id: userId }, 'user { id }');
    expect(await again()).toEqual({ user: { id }, errors: [] });
    expect(await mails()).toBe(2);
    expect((await server.mailTo(email)).text).toContain(
      `/login?email=${encodeURIComponent(email)}`,
    );
    expect(await history(id)).toMatchObject([{ kind: 'INVITED' }, { kind: 'INVITED' }]);

    expect(await again()).toEqual({ user: { id }, errors: [] });
    expect(await mails()).toBe(2);
    expect(await history(id)).toHaveLength(2);

    const person = await server.as('user');
    expect(await again(person.id)).toEqual({
      user: null,
      errors: [{ code: 'INVITATION_NOT_FOUND', field: null }],
    });
  });

  it('is told when an address is taken, whatever its case', async () => {
    const taken = await server.as('user');
    const input = { email: taken.email.toUpperCase(), role: 'USER' };
    const { user, errors } = await payloadOf(admin, 'createUser', input, 'user { id }');
    expect([user, errors]).toEqual([null, [{ code: 'EMAIL_ALREADY_USED', field: ['email'] }]]);
  });

  it('changes name, address and role; the history tells', async () => {
    const person = await server.as('user');
    const email = `${unique('moved')}@example.com`;
    const input = { id: person.id, name: 'Renamed', email, role: 'ADMIN' };
    const { user } = await payloadOf(admin, 'updateUser', input, 'user { id name email role }');
    expect(user).toEqual(input);
    const by = { actor: { id: admin.id } };
    expect((await history(person.id)).slice(0, 3)).toEqual([
      { kind: 'ROLE_CHANGED', detail: 'admin', ...by },
      { kind: 'EMAIL_CHANGED', detail: person.email, ...by },
      { kind: 'NAME_CHANGED', detail: 'Some user', ...by },
    ]);
  });

  it('bans a person, who is out at once, and takes it back', async () => {
    const person = await server.as('user');
    const input = { ids: [person.id], banReason: 'Spam' };
    const fields = 'users { status banReason banEndsAt }';
    const { users } = await payloadOf(admin, 'banUsers', input, fields);
    expect(users).toEqual([{ status: 'BANNED', banReason: 'Spam', banEndsAt: null }]);
    expect((await person.send('{ viewer { user { id } } }')).data).toEqual({ viewer: null });
    await expect(server.signIn(person.email)).rejects.toThrow();
    await mutate(admin, 'unbanUsers', { ids: [person.id] });
    await server.signIn(person.email);
  });

  it.each(['admin,user', ' admin', 'constructor', '__proto__', '', '[]', 'ADMIN,USER', [], {}, 5])(
    'cannot invent the role %j',
    async (role) => {
      const person = await server.as('user');
      expect(await mutate(admin, 'updateUser', { id: person.id, role })).toEqual(['BAD_REQUEST']);
      const row = await server.database.user.findUnique({ where: { id: person.id } });
      expect(row?.role).toBe('user');
    },
  );
});

it.each<[string, string, (id: string) => object]>([
  ['demote', 'updateUser', (id) => ({ id, role: 'USER' })],
  ['ban', 'banUsers', (id) => ({ ids: [id], banReason: 'x' })],
  ['delete', 'deleteUsers', (id) => ({ ids: [id] })],
])('an admin is left when two %s each other at once', async (_what, name, inputOf) => {
  const alone = await startServer();
  const [one, two] = [await alone.as('admin'), await alone.as('admin')];
  const answers = await Promise.all([
    mutate(one, name, inputOf(two.id)),
    mutate(two, name, inputOf(one.id)),
  ]);
  const refusals = answers.flat();
  expect(refusals).toHaveLength(1);
  expect(['LAST_ADMIN', 'NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED']).toContain(refusals[0]);
  const active = { role: 'admin', banned: false };
  const [left, ...others] = await alone.database.user.findMany({ where: active });
  expect(others).toEqual([]);
  const last = left?.id === one.id ? one : two;
  const removal = await alone.post('/api/auth/delete-user', {}, last.cookie);
  expect((await removal.json()).code).toBe('LAST_ADMIN');
  await expect(alone.database.user.delete({ where: { id: last.id } })).rejects.toThrow();
  await alone.stop();
});
