import { expect, it } from 'vitest';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const user = await server.as('user');
const admin = await server.as('admin');
const other = await server.as('user');

const { data: created } = await user.send(
  'mutation { createTicket(input: { subject: "Broken", status: OPEN }) { ticket { id } } }',
);
const ticketId: string = created.createTicket.ticket.id;

const createComment = `mutation ($ticketId: ID!, $body: String!) {
  createComment(input: { ticketId: $ticketId, body: $body }) { comment { id } errors { code } }
}`;
const comments = `query ($ticketId: ID!) {
  ticket(id: $ticketId) { comments(first: 5) { nodes { body authorName viewerCanUpdate } } }
}`;

it('who sees the ticket comments it, and reads what the others wrote', async () => {
  await user.send(createComment, { ticketId, body: 'It smokes.' });
  await admin.send(createComment, { ticketId, body: 'We are on our way.' });
  const { name } = await server.database.user.findUniqueOrThrow({ where: { id: admin.id } });
  const { data } = await user.send(comments, { ticketId });
  expect(data.ticket.comments.nodes).toMatchObject([
    { body: 'We are on our way.', authorName: name, viewerCanUpdate: false },
    { body: 'It smokes.', viewerCanUpdate: true },
  ]);
});

it('users don’t change what others wrote', async () => {
  const { data } = await admin.send(createComment, { ticketId, body: 'Done.' });
  const { id } = data.createComment.comment;
  const answer = await user.send(
    'mutation ($id: ID!) { updateComment(input: { id: $id, body: "No." }) { errors { code } } }',
    { id },
  );
  expect(errorCodes(answer)).toEqual(['FORBIDDEN']);
});

it('nobody else reads or writes its comments', async () => {
  const { data } = await other.send(createComment, { ticketId, body: 'Me, too.' });
  expect(data.createComment).toEqual({ comment: null, errors: [{ code: 'NOT_FOUND' }] });
  expect((await other.send('{ comments { totalCount } }')).data.comments.totalCount).toBe(0);
});

it('a ticket with comments of others is deleted only by who may delete these', async () => {
  const deleteTickets = `mutation ($id: ID!) {
    deleteTickets(input: { ids: [$id] }) { deletedTicketIds errors { code } }
  }`;
  const refused = await user.send(deleteTickets, { id: ticketId });
  expect(errorCodes(refused)).toEqual(['FORBIDDEN']);
  expect(refused.errors[0]?.extensions.requiredPermission).toBe('COMMENT_MANAGE');
  const { data } = await admin.send(deleteTickets, { id: ticketId });
  expect(data.deleteTickets.deletedTicketIds).toEqual([ticketId]);
});
