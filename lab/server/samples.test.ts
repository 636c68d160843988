import { pino } from 'pino';
import { expect, it } from 'vitest';
import { seed, seedOnce } from '#prisma/seed.ts';
import { prepare } from '#server/process/prepare.ts';
import { readSettings } from '#server/settings.ts';
import { startServer } from '#tests/support/server.ts';

it('two instances that start at the same time add the sample data once', async () => {
  const { database, url, stop } = await startServer();
  const settings = readSettings({ DATABASE_URL: url, ORGANIZATIONS: 'true' });
  const start = () => prepare(settings, pino({ enabled: false }));
  await Promise.all([start(), start()]);
  expect(await database.organization.count()).toBe(3);
  expect(await database.invitation.count()).toBe(3);
  const [first] = await database.organization.findMany({ orderBy: { slug: 'asc' }, take: 1 });
  expect(first).toMatchObject({ slug: 'baobab-labs', memberCount: 14 });
  await stop();
});

it('the page of every sample user says how their account began, and who banned them', async () => {
  const { database, stop } = await startServer();
  await seed(database);
  const users = await database.user.findMany();
  const events = await database.auditEvent.findMany({ orderBy: { createdAt: 'asc' } });
  const kindsOf = (id: string) => events.flatMap((each) => (each.userId === id ? each.kind : []));
  for (const { id, onboardedAt, banned } of users) {
    const kinds = kindsOf(id);
    expect(kinds[0]).toBe(onboardedAt ? 'created' : 'invited');
    expect(kinds.includes('onboarded')).toBe(onboardedAt !== null);
    expect(kinds.includes('banned')).toBe(banned);
  }
  const ban = events.find(({ kind }) => kind === 'banned');
  expect(ban).toMatchObject({ actorName: 'Grace Admin', detail: 'Sent spam to other users.' });
  await stop();
});

it('sample data of which a part fails is not added, and added by the next start', async () => {
  const { database, stop } = await startServer();
  await database.$executeRawUnsafe(
    `ALTER TABLE "organization" ADD CONSTRAINT "none" CHECK ("slug" = 'none')`,
  );
  await expect(seedOnce(database)).rejects.toThrow();
  expect(await database.user.count()).toBe(0);
  await database.$executeRawUnsafe(`ALTER TABLE "organization" DROP CONSTRAINT "none"`);
  await seedOnce(database);
  expect(await database.organization.count()).toBe(3);
  await stop();
});
