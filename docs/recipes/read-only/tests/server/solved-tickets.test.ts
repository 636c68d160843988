import { expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const owner = await server.as('user');
const admin = await server.as('admin');

async function createTicket(status: 'OPEN' | 'SOLVED') {
  const { data } = await owner.send(
    `mutation ($status: TicketStatus!) {
      createTicket(input: { subject: "Broken", status: $status }) { ticket { id viewerCanUpdate } }
    }`,
    { status },
  );
  return data.createTicket.ticket as { id: string; viewerCanUpdate: boolean };
}

const updateTicket = `mutation ($id: ID!) {
  updateTicket(input: { id: $id, subject: "Fixed" }) { ticket { subject } errors { code field message } }
}`;

it('an open ticket is changed', async () => {
  const { id, viewerCanUpdate } = await createTicket('OPEN');
  expect(viewerCanUpdate).toBe(true);
  const { data } = await owner.send(updateTicket, { id });
  expect(data.updateTicket).toEqual({ ticket: { subject: 'Fixed' }, errors: [] });
});

it('changes to a solved ticket are refused with a reason', async () => {
  const { id, viewerCanUpdate } = await createTicket('SOLVED');
  expect(viewerCanUpdate).toBe(false);
  for (const viewer of [owner, admin]) {
    const { data } = await viewer.send(updateTicket, { id });
    const message = "This ticket is solved and can't be changed.";
    const errors = [{ code: 'TICKET_READ_ONLY', field: ['id'], message }];
    expect(data.updateTicket).toEqual({ ticket: null, errors });
  }
});

it('a solved ticket can be deleted', async () => {
  const { id } = await createTicket('SOLVED');
  const { data } = await owner.send(
    'mutation ($id: ID!) { deleteTickets(input: { ids: [$id] }) { deletedTicketIds errors { code } } }',
    { id },
  );
  expect(data.deleteTickets).toEqual({ deletedTicketIds: [id], errors: [] });
});
