import type { AuditEventKind, Prisma } from '#server/generated/prisma/client.ts';

/** What is undone or harmless. Everything else that the account did is listed. */
const notListed: AuditEventKind[] = [
  ...(['signed_in', 'signed_out', 'session_renamed', 'email_changed', 'provider_linked'] as const),
  ...(['passkey_requested', 'passkey_added'] as const),
  ...(['recovery_codes_created', 'recovery_code_used'] as const),
  ...(['access_token_created', 'access_token_rotated', 'access_token_updated'] as const),
  ...(['role_changed', 'member_added', 'member_role_changed'] as const),
  ...(['invitation_sent', 'invitation_resent'] as const),
];

const maxListed = 100;

/** The newest of what an account has done since a time that isn't undone. */
export async function findWhatStays(
  { auditEvent }: Prisma.TransactionClient,
  id: string,
  since: Date,
) {
  const events = await auditEvent.findMany({
    where: { doneById: id, createdAt: { gte: since }, kind: { notIn: notListed } },
    orderBy: { id: 'desc' },
    take: maxListed,
  });
  return events.map(({ id: eventId, kind, detail, subjectName, createdAt }) => ({
    id: eventId,
    kind: kind.toUpperCase(),
    detail: detail ?? subjectName,
    createdAt,
  }));
}
