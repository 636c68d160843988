import { expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

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

const isEscalated = async (id: string) =>
  (await database.ticket.findUniqueOrThrow({ where: { id } })).isEscalated;

it('the owner escalates an open ticket, also in several requests at once', async () => {
  const id = await openTicket();
  const answers = await Promise.all([1, 2, 3].map(() => owner.send(escalateTicket, { id })));
  for (const { data } of answers) {
    expect(data.escalateTicket).toEqual({ ticket: { isEscalated: true }, errors: [] });
  }
  expect(await isEscalated(id)).toBe(true);
});

it('the audit log tells it once, and nothing of what was refused', async () => {
  const ids = [await openTicket(), await openTicket('SOLVED')];
  await Promise.all([...ids, ...ids].map((id) => owner.send(escalateTicket, { id })));
  const where = { kind: 'ticket_escalated', recordId: { in: ids } } as const;
  expect(await database.auditEvent.count({ where })).toBe(1);
});

it('a solved ticket is not escalated, and the owner is told what to do', async () => {
  const id = await openTicket('SOLVED');
  const { data } = await owner.send(escalateTicket, { id });
  const message = 'This ticket is solved. Set its status to “Open” to escalate it.';
  expect(data.escalateTicket).toEqual({
    ticket: null,
    errors: [{ code: 'TICKET_SOLVED', field: ['id'], message }],
  });
  expect(await isEscalated(id)).toBe(false);
});

it('others neither escalate it nor see it', async () => {
  const id = await openTicket();
  const { data } = await (await server.as('user')).send(escalateTicket, { id });
  expect(data.escalateTicket).toMatchObject({ ticket: null, errors: [{ code: 'NOT_FOUND' }] });
  expect(await isEscalated(id)).toBe(false);
});
