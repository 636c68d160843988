/** Two managers change a user at the same time. The second one decides on what the first has written. */
import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { unique } from '#tests/support/factories.ts';
import { lockUser, whileWaiting } from '#tests/support/open-transaction.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');

/** Sends requests while another manager has written `changes` to the user, who only then commits them. */
async function during<Answer>(
  id: string,
  changes: { role?: string; email?: string; emailVerified?: boolean },
  request: () => Promise<Answer>,
  waiting = 1,
): Promise<Answer> {
  return whileWaiting(database, {
    async lock(transaction) {
      await lockUser(id)(transaction);
      await transaction.user.update({ where: { id }, data: changes, select: { id: true } });
    },
    request,
    waiting,
  });
}

const rowOf = (id: string) => database.user.findUniqueOrThrow({ where: { id } });
const kindsOf = async (userId: string) => {
  const events = await database.auditEvent.findMany({
    where: { userId, actorId: admin.id },
    orderBy: { id: 'asc' },
  });
  return events.map(({ kind }) => kind);
};

it('an admin who is demoted does not write their role back', async () => {
  const other = await server.as('admin');
  const input = { id: other.id, role: 'ADMIN', name: unique('Renamed') };
  const update = () => mutate(other, 'updateUser', input);
  expect(await during(other.id, { role: 'user' }, update)).toEqual([]);
  expect(await rowOf(other.id)).toMatchObject({ role: 'user', name: input.name });
});

it('a form that another manager overtakes leaves what its sender did not change', async () => {
  const { id, email } = await server.as('user');
  const moved = `${unique('moved')}@example.com`;
  const input = { id, email, role: 'USER', name: unique('Renamed') };
  await during(id, { role: 'admin', email: moved }, () => mutate(admin, 'updateUser', input));
  expect(await rowOf(id)).toMatchObject({ role: 'admin', email: moved, name: input.name });
  expect(await kindsOf(id)).toEqual(['name_changed']);
});

it.each([
  ['alone', (id: string) => mutate(admin, 'updateUser', { id, role: 'ADMIN' })],
  ['among others', (id: string) => mutate(admin, 'updateUserRoles', { ids: [id], role: 'ADMIN' })],
])('the same role, given twice to a user %s, is recorded once', async (_what, give) => {
  const { id } = await server.as('user');
  await during(id, {}, () => Promise.all([give(id), give(id)]), 2);
  expect((await rowOf(id)).role).toBe('admin');
  expect(await kindsOf(id)).toEqual(['role_changed']);
});

it('who becomes an admin keeps their address', async () => {
  const { id, email } = await server.as('user');
  const input = { id, email: `${unique('moved')}@example.com` };
  const answer = await during(id, { role: 'admin' }, () => mutate(admin, 'updateUser', input));
  expect(answer).toEqual(['YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS']);
  expect((await rowOf(id)).email).toBe(email);
});

it('who was invited, and signs in before their address is corrected, is told instead of invited', async () => {
  const { id, email } = await database.user.create({
    data: { id: newId('User'), email: `${unique('invited')}@example.com` },
  });
  const input = { id, email: `${unique('moved')}@example.com` };
  const seen = { emailVerified: true };
  await during(id, seen, () => mutate(admin, 'updateUser', input));
  expect(await database.mail.count({ where: { to: email } })).toBe(1);
  expect(await database.mail.count({ where: { to: input.email } })).toBe(0);
  expect(await kindsOf(id)).toEqual(['email_changed']);
});
