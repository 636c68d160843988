import { expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const user = await server.as('user');
const create = `mutation {
  first: createTicket(input: { subject: "First", status: OPEN }) { errors { code } }
  second: createTicket(input: { subject: "Second", status: SOLVED }) { errors { code } }
}`;
const list = `query ($filter: TicketFilter) {
  tickets(filter: $filter) { totalCount nodes { subject } }
}`;

it('lists and counts the tickets with a status', async () => {
  await user.send(create);
  const open = await user.send(list, { filter: { status: 'OPEN' } });
  expect(open.data.tickets).toEqual({ totalCount: 1, nodes: [{ subject: 'First' }] });
  const all = await user.send(list, { filter: { status: null } });
  expect(all.data.tickets.totalCount).toBe(2);
});
