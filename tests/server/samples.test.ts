import { expect, it } from 'vitest';
import { seed } from '#prisma/seed.ts';
import { startServer } from '#tests/support/server.ts';

it('two instances that start at the same time add the sample data once', async () => {
  const { database, stop } = await startServer();
  await Promise.all([seed(database), seed(database)]);
  expect(await database.organization.count()).toBe(3);
  expect(await database.invitation.count()).toBe(3);
  const [first] = await database.organization.findMany({ orderBy: { slug: 'asc' }, take: 1 });
  expect(first).toMatchObject({ slug: 'baobab-labs', memberCount: 14 });
  await stop();
});
