import { expect, it } from 'vitest';
import { solveForgottenTickets } from '#server/jobs/forgotten-tickets.ts';
import { expectations } from '#tests/entities/ticket.ts';
import { createRecord } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const { database } = await serverForFile();
const inDays = (days: number, hour: number) =>
  new Date(new Date(Date.now() + days * 24 * 60 * 60 * 1_000).setUTCHours(hour));

it('solves tickets after 30 days without a change, at night, also on two instances', async () => {
  const id = await createRecord(database, expectations);
  const status = async () => (await database.ticket.findUniqueOrThrow({ where: { id } })).status;
  await solveForgottenTickets(database, inDays(28, 3));
  await solveForgottenTickets(database, inDays(32, 4));
  expect(await status()).toBe('open');
  const night = inDays(32, 3);
  await Promise.all([
    solveForgottenTickets(database, night),
    solveForgottenTickets(database, night),
  ]);
  expect(await status()).toBe('solved');
});
