import type { Transaction } from '#server/database/client.ts';
import type { Ticket } from '#server/generated/prisma/client.ts';
import { type Context, isViewer } from '#server/graphql/context.ts';

type Changes = { status?: Ticket['status'] | undefined; subject?: string | undefined };

/** Tells the owner that a change solves the ticket, unless it is theirs, or they got too many emails today. */
export async function sendSolved(
  context: Context,
  transaction: Transaction,
  { id, ownerId, ...before }: Ticket,
  { status, subject = before.subject }: Changes,
): Promise<void> {
  if (status !== 'solved' || before.status === 'solved' || isViewer(context, ownerId)) return;
  const owner = await transaction.user.findUniqueOrThrow({ where: { id: ownerId } });
  await context.mailer.send('ticketSolved', owner, { id, subject }, { transaction });
}
