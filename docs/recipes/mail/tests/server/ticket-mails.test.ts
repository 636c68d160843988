import { expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const user = await server.as('user');
const admin = await server.as('admin');
const create = `mutation {
  createTicket(input: { subject: "The printer is on fire", status: OPEN }) { ticket { id } }
}`;
const solve = `mutation ($id: ID!) {
  updateTicket(input: { id: $id, status: SOLVED }) { errors { code } }
}`;

async function openTicket(): Promise<string> {
  const { data } = await user.send(create);
  return data.createTicket.ticket.id;
}

const mailsAboutTickets = async () =>
  (await server.mailsTo(user.email)).filter(({ subject }) => subject === 'Your ticket is solved');

it('the owner gets one email when someone else solves their ticket', async () => {
  const id = await openTicket();
  await admin.send(solve, { id });
  await admin.send(solve, { id });
  const mails = await mailsAboutTickets();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('The printer is on fire');
  expect(mails[0]?.text).toContain(`/app/tickets/${id}`);
});

it('nobody gets an email about what they did themselves', async () => {
  const before = await mailsAboutTickets();
  await user.send(solve, { id: await openTicket() });
  expect(await mailsAboutTickets()).toHaveLength(before.length);
});
