import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { deleteExpired } from '#server/retention.ts';
import { createUser } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ AUDIT_DAYS: '120', MAIL_DAYS: '7' });

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000);

it('deletes expired codes and sessions, and no others', async () => {
  const { database } = server;
  const { id: userId } = await server.as('user');
  const before = await database.session.count();
  const over = { userId, token: 'over', expiresAt: daysFromNow(-1) };
  await database.session.create({ data: { id: newId('Session'), ...over } });
  for (const [identifier, days] of [
    ['over', -1],
    ['waiting', 1],
  ] as const) {
    const data = { id: newId('Verification'), identifier, value: '', expiresAt: daysFromNow(days) };
    await database.verification.create({ data });
  }
  await deleteExpired(database);
  expect(await database.session.count()).toBe(before);
  const codes = await database.verification.findMany({ select: { identifier: true } });
  expect(codes).toContainEqual({ identifier: 'waiting' });
  expect(codes).not.toContainEqual({ identifier: 'over' });
});

it('keeps the rate limits of the last month', async () => {
  const { database } = server;
  const data = (days: number) => ({
    key: `try-browser:${days}`,
    times: [daysFromNow(-days)],
    count: 50,
    ticket: '',
  });
  await database.rateLimit.createMany({ data: [data(29), data(31)] });
  await deleteExpired(database);
  const kept = await database.rateLimit.findMany({ where: { count: 50 } });
  expect(kept.map(({ key }) => key)).toEqual(['try-browser:29']);
});

it('keeps emails and events for MAIL_DAYS and AUDIT_DAYS', async () => {
  const { app, database } = server;
  const { id: userId } = await createUser(database);
  const events = (days: number, count: number) =>
    Array.from({ length: count }, () => ({
      ...{ id: newId('AuditEvent'), userId, kind: 'signed_in' as const },
      createdAt: daysFromNow(-days),
    }));
  const mails = (days: number, count: number) =>
    Array.from({ length: count }, () => ({
      ...{ id: newId('Mail'), to: 'someone@example.org', state: 'sent' as const },
      createdAt: daysFromNow(-days),
    }));
  await database.auditEvent.createMany({ data: [...events(121, 3), ...events(119, 3)] });
  await database.mail.createMany({ data: [...mails(8, 3), ...mails(6, 2)] });
  app.cleanup.start();
  await expect
    .poll(() => database.mail.count({ where: { to: 'someone@example.org' } }), { timeout: 60_000 })
    .toBe(2);
  await expect.poll(() => database.auditEvent.count({ where: { userId } })).toBe(3);
  await app.cleanup.stop();
});
