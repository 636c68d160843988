import { expect, it } from 'vitest';
import { expectations } from '#tests/entities/ticket.ts';
import { createRecord } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const agent = await server.as('agent');

it('an agent solves a ticket of someone else', async () => {
  const id = await createRecord(server.database, expectations);
  const { data } = await agent.send(
    'mutation ($id: ID!) { updateTicket(input: { id: $id, status: SOLVED }) { ticket { status } errors { code } } }',
    { id },
  );
  expect(data.updateTicket).toEqual({ ticket: { status: 'SOLVED' }, errors: [] });
});

it('an agent neither deletes tickets nor reads users', async () => {
  const id = await createRecord(server.database, expectations);
  const { data, errors } = await agent.send(
    'mutation ($id: ID!) { deleteTickets(input: { ids: [$id] }) { deletedTicketIds } }',
    { id },
  );
  expect(data).toEqual({ deleteTickets: null });
  expect(errors).toMatchObject([{ extensions: { requiredPermission: 'TICKET_DELETE' } }]);
  const users = await agent.send('{ users { nodes { id } } }');
  expect(users.errors).toMatchObject([{ extensions: { requiredPermission: 'USER_LIST' } }]);
});
