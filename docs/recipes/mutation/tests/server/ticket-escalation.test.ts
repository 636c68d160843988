import { expect, it } from 'vitest';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const owner = await server.as('user');

const escalateTicket = `mutation ($id: ID!) {
  escalateTicket(input: { id: $id }) { ticket { isEscalated } errors { code field message } }
}`;

async function openTicket(status = 'OPEN'): Promise<string> {
  const { data } = await owner.send(
    `mutation ($status: TicketStatus!) {
      createTicket(input: { subject: "Broken", status: $status }) { ticket { id } }
    }`,
    { status },
  );
  return data.createTicket.ticket.id;
}

const events = (recordId: string) =>
  database.auditEvent.count({ where: { kind: 'ticket_escalated', recordId } });

it('the owner escalates an open ticket once, also in several requests at once', async () => {
  const id = await openTicket();
  const answers = await Promise.all([1, 2, 3].map(() => owner.send(escalateTicket, { id })));
  for (const { data } of answers) {
    expect(data.escalateTicket).toEqual({ ticket: { isEscalated: true }, errors: [] });
  }
  expect(await events(id)).toBe(1);
});

it('a solved ticket is not escalated, and the owner is told what to do', async () => {
  const id = await openTicket('SOLVED');
  const { data } = await owner.send(escalateTicket, { id });
  const message = 'This ticket is solved. Set its status to “Open” to escalate it.';
  expect(data.escalateTicket).toEqual({
    ticket: null,
    errors: [{ code: 'TICKET_SOLVED', field: ['id'], message }],
  });
  const ticket = await database.ticket.findUniqueOrThrow({ where: { id } });
  expect(ticket.isEscalated).toBe(false);
  expect(await events(id)).toBe(0);
});

it('nobody else escalates it: others don’t see it, and agents lack the permission', async () => {
  const id = await openTicket();
  const { data } = await (await server.as('user')).send(escalateTicket, { id });
  expect(data.escalateTicket).toMatchObject({ ticket: null, errors: [{ code: 'NOT_FOUND' }] });
  const agent = await (await server.as('agent')).send(escalateTicket, { id });
  expect(errorCodes(agent)).toEqual(['FORBIDDEN']);
  expect(await events(id)).toBe(0);
});
