import { expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const owner = await server.as('user');
const other = await server.as('user');
const agent = await server.as('agent');

type Person = typeof owner;

async function openTicket(): Promise<string> {
  const { data } = await owner.send(
    'mutation { createTicket(input: { subject: "Broken", status: OPEN }) { ticket { id } } }',
  );
  return data.createTicket.ticket.id;
}

async function add(person: Person, ticketId: string, title: string) {
  const { data } = await person.send(
    `mutation ($input: CreateTaskInput!) {
      createTask(input: $input) { task { id } errors { code field } }
    }`,
    { input: { ticketId, title } },
  );
  return data.createTask;
}

async function titles(person: Person, ticketId: string): Promise<string[]> {
  const { data } = await person.send(
    'query ($ticketId: ID!) { tasks(filter: { ticketId: $ticketId }) { nodes { title } } }',
    { ticketId },
  );
  return data.tasks.nodes.map(({ title }: { title: string }) => title);
}

it('the owner and an agent add tasks, newest first, apart from those of other tickets', async () => {
  const id = await openTicket();
  await add(owner, id, 'Send the serial number');
  await add(agent, id, 'Order a part');
  await add(owner, await openTicket(), 'Elsewhere');
  for (const person of [owner, agent]) {
    expect(await titles(person, id)).toEqual(['Order a part', 'Send the serial number']);
  }
});

it('someone who does not see the ticket neither lists, adds nor deletes its tasks', async () => {
  const id = await openTicket();
  const { task } = await add(owner, id, 'Send the serial number');
  expect(await titles(other, id)).toEqual([]);
  const refused = { task: null, errors: [{ code: 'NOT_FOUND', field: ['ticketId'] }] };
  expect(await add(other, id, 'Intrude')).toEqual(refused);
  const { data } = await other.send(
    'mutation ($id: ID!) { deleteTasks(input: { ids: [$id] }) { deletedTaskIds errors { code } } }',
    { id: task.id },
  );
  expect(data.deleteTasks).toEqual({ deletedTaskIds: [], errors: [{ code: 'NOT_FOUND' }] });
  expect(await titles(owner, id)).toEqual(['Send the serial number']);
});

it('the owner deletes a ticket with its tasks', async () => {
  const id = await openTicket();
  await add(agent, id, 'Order a part');
  const { data } = await owner.send(
    'mutation ($id: ID!) { deleteTickets(input: { ids: [$id] }) { deletedTicketIds } }',
    { id },
  );
  expect(data.deleteTickets.deletedTicketIds).toEqual([id]);
  expect(await server.database.task.count({ where: { ticketId: id } })).toBe(0);
});

it.each(['', 'nothing', 'x'.repeat(10_000)])('lists nothing for “%s”', async (ticketId) => {
  expect(await titles(owner, ticketId)).toEqual([]);
});
