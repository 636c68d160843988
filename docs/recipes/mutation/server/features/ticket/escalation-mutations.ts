import { actorOf, recordEvent } from '#server/features/audit-log/audit-log.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireCanChange } from './policy.ts';

builder.prismaObjectField('Ticket', 'isEscalated', (t) => t.exposeBoolean('isEscalated'));

defineChange('escalateTicket', {
  changes: 'Ticket',
  description:
    'Escalates an open ticket. Other users’ tickets also require `ticket:manage`. Again, it changes nothing.',
  authScopes: { can: 'ticket:update' },
  audit: ['ticket_escalated'],
  errors: ['TICKET_SOLVED'],
  resolve: ({ id }, context) => escalateTicket(context, id),
  returns: 'The escalated ticket.',
});

/** @throws {UserErrors} NOT_FOUND unless the viewer sees the ticket. FORBIDDEN unless they may change it. TICKET_SOLVED */
async function escalateTicket(context: Context, id: string): Promise<undefined> {
  await context.database.$transaction(async (transaction) => {
    // Lock first: someone may solve it at the same time.
    await transaction.$queryRaw`SELECT 1 FROM "ticket" WHERE "id" = ${id} FOR UPDATE`;
    const where = { id, AND: visibleWhere('Ticket', context) };
    const ticket = await transaction.ticket.findUniqueOrThrow({ where });
    requireCanChange(context, 'update', ticket);
    if (ticket.isEscalated) return;
    if (ticket.status === 'solved') throw userError('TICKET_SOLVED', 'id');
    await transaction.ticket.update({ where: { id }, data: { isEscalated: true } });
    await recordEvent(transaction, {
      kind: 'ticket_escalated',
      recordId: id,
      subjectName: ticket.subject,
      actorId: actorOf(context),
    });
  });
}
