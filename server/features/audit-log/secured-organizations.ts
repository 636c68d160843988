import type { Transaction } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { AuditEventKind, OrganizationRole } from '#server/generated/prisma/client.ts';
import { type AuditEvent, recordEvents } from './audit-log.ts';

type Given = {
  userId: string;
  organizationId: string;
  role: OrganizationRole;
  /** Null for a membership that ends. */
  before: OrganizationRole | null;
  name: string;
};

/** Memberships and roles that a user gave since a time, or that those gave whom the user added. */
const findGiven = (transaction: Transaction, id: string, since: Date) =>
  transaction.$queryRaw<Given[]>`
    WITH RECURSIVE "events" AS (
      SELECT * FROM "account_event" WHERE "createdAt" >= ${since} AND "kind" IN ('member_added', 'member_role_changed')
    ), "given" AS (
      SELECT "id", "userId", "organizationId", "kind" FROM "events" WHERE "doneById" = ${id}
      UNION
      SELECT e."id", e."userId", e."organizationId", e."kind" FROM "events" AS e JOIN "given" AS g
        ON g."userId" = e."doneById" AND g."organizationId" = e."organizationId" AND g."kind" = 'member_added'
    )
    SELECT m."userId", m."organizationId", m."role", u."name",
      CASE WHEN l."role" IS NULL AND m."createdAt" < ${since} THEN 'member' ELSE l."role" END AS "before"
    FROM "member" AS m JOIN "user" AS u ON u."id" = m."userId" LEFT JOIN LATERAL (
      SELECT CASE WHEN "kind" IN ('member_added', 'member_role_changed') THEN "detail" END AS "role"
      FROM "account_event" WHERE "userId" = m."userId" AND "organizationId" = m."organizationId"
        AND "kind" IN ('member_added', 'member_role_changed', 'member_removed', 'member_left')
        AND "id" NOT IN (SELECT "id" FROM "given")
      ORDER BY "id" DESC LIMIT 1
    ) AS l ON true
    WHERE (m."userId", m."organizationId") IN (SELECT "userId", "organizationId" FROM "given")
    ORDER BY u."id" FOR NO KEY UPDATE OF u`;

const kindOf = (role: OrganizationRole | null, isOwn: boolean): AuditEventKind =>
  role ? 'member_role_changed' : isOwn ? 'member_left' : 'member_removed';

/**
 * Takes back what a user gave others in organizations since a time, and their own memberships of that time. Where no other
 * owner remains, the user becomes or stays the owner.
 */
export async function undoInOrganizations(
  transaction: Transaction,
  id: string,
  since: Date,
): Promise<void> {
  const { member, invitation } = transaction;
  const cancelled = await invitation.updateManyAndReturn({
    where: { inviterId: id, state: 'pending', updatedAt: { gte: since } },
    data: { state: 'cancelled' },
    select: { id: true, organizationId: true, role: true },
  });
  const given = await findGiven(transaction, id, since);
  const changed = given.filter((row) => row.userId !== id && row.role !== row.before);
  const owned: Pick<Given, 'userId' | 'organizationId' | 'before'>[] = [];
  for (const organizationId of new Set(given.map((row) => row.organizationId))) {
    const rows = given.filter((row) => row.organizationId === organizationId);
    const except = { notIn: rows.map(({ userId }) => userId) };
    const where = { organizationId, role: 'owner', userId: except } as const;
    if (rows.some(({ before }) => before === 'owner') || (await member.count({ where })) > 0)
      continue;
    await member.upsert({
      where: { userId_organizationId: { userId: id, organizationId } },
      create: { id: newId('Member'), organizationId, userId: id, role: 'owner' },
      update: { role: 'owner' },
    });
    owned.push({ userId: id, organizationId, before: 'owner' });
  }
  for (const { userId, organizationId, before } of changed) {
    const where = { userId, organizationId };
    if (before) await member.updateMany({ where, data: { role: before } });
    else await member.deleteMany({ where });
  }
  const own = await member.findMany({
    where: {
      userId: id,
      createdAt: { gte: since },
      NOT: { role: 'owner', organization: { ownerCount: 1 } },
    },
    select: { id: true, organizationId: true },
  });
  await member.deleteMany({ where: { id: { in: own.map((row) => row.id) } } });
  const left = own.map(({ organizationId }) => ({ userId: id, organizationId, before: null }));
  const events: AuditEvent[] = [
    ...[...owned, ...changed, ...left].map(({ userId, organizationId, before }) => ({
      userId,
      organizationId,
      recordId: organizationId,
      actorId: id,
      detail: before,
      kind: kindOf(before, userId === id),
    })),
    ...cancelled.map(({ id: recordId, organizationId, role }) => ({
      recordId,
      organizationId,
      actorId: id,
      detail: role,
      kind: 'invitation_cancelled' as const,
    })),
  ];
  await recordEvents(transaction, events);
}

/** Takes back the roles that a user gave in the installation since a time, also with new accounts. */
export async function takeBackRoles(
  transaction: Transaction,
  id: string,
  since: Date,
): Promise<void> {
  const given = await transaction.auditEvent.findMany({
    where: {
      doneById: id,
      createdAt: { gte: since },
      userId: { not: id },
      kind: { in: ['role_changed', 'invited', 'created'] },
    },
    distinct: ['userId'],
    select: { userId: true },
  });
  const ids = given.flatMap(({ userId }) => userId ?? []);
  const others = { role: { contains: 'admin' }, isServiceAccount: false, id: { notIn: ids } };
  // The user gave the roles as an admin.
  if (ids.length > 0 && (await transaction.user.count({ where: others })) === 0) {
    await transaction.user.update({ where: { id }, data: { role: 'admin' } });
  }
  const changed = await transaction.user.updateManyAndReturn({
    where: { id: { in: ids }, role: { not: 'user' } },
    data: { role: 'user' },
    select: { id: true },
  });
  await recordEvents(
    transaction,
    changed.map(({ id: userId }) => ({
      userId,
      kind: 'role_changed',
      detail: 'user',
      actorId: id,
    })),
  );
}

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
export async function findWhatStays({ auditEvent }: Transaction, id: string, since: Date) {
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
