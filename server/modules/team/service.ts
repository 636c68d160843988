import type { Prisma } from '#server/generated/prisma/client.ts';
import { type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import { requireUnchanged, type Versioned } from '#server/graphql/building/version.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { recordInOrganization } from '#server/organizations/audit.ts';
import { requireInOrganization } from '#server/organizations/policy.ts';
import { lockOrganization } from '#server/organizations/service.ts';
import { limits } from '#shared/limits.ts';

/**
 * Returns the team's organization.
 *
 * @throws Prisma's P2025 unless the viewer sees the team, which becomes NOT_FOUND
 * @throws {UserErrors} unless they may do this to it
 */
export async function requireTeam(
  context: Context,
  id: string,
  permission: 'team:update' | 'team:delete',
): Promise<string> {
  const { organizationId } = await context.database.team.findUniqueOrThrow({
    where: { id, AND: visibleWhere('Team', context) },
    select: { organizationId: true },
  });
  requireInOrganization(context, organizationId, { permission });
  return organizationId;
}

/** @throws {UserErrors} if the organization has reached its limit of teams, or has one of this name */
export async function createTeam(
  context: Context,
  record: NewRecord,
  { organizationId, name }: { organizationId: string; name: string },
): Promise<string> {
  return context.database.$transaction(async (transaction) => {
    const id = await reserve(transaction, record);
    // Serialize concurrent requests, so the count is right.
    await lockOrganization(transaction, organizationId, 'organizationId');
    if (
      (await transaction.team.count({ where: { organizationId } })) >= limits.teamsPerOrganization
    ) {
      throw userError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS');
    }
    await transaction.team.create({ data: { id, organizationId, name }, select: { id: true } });
    const event = { organizationId, kind: 'team_created', detail: name } as const;
    await recordInOrganization(context, transaction, event);
    return id;
  });
}

export async function updateTeam(
  context: Context,
  { id, organizationId }: { id: string; organizationId: string },
  { expectedUpdatedAt, ...data }: Versioned & { name?: string },
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const select = { name: true, updatedAt: true } as const;
    // Lock first, so each event has the name that its own update replaced.
    await lockOrganization(transaction, organizationId, 'id');
    const before = await transaction.team.findUniqueOrThrow({ where: { id }, select });
    requireUnchanged(before, { expectedUpdatedAt });
    const { name: detail } = before;
    const { name } = await transaction.team.update({ where: { id }, data, select });
    if (name === detail) return;
    const changedFields = ['name'];
    const event = { organizationId, kind: 'team_updated', changedFields, detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}

/**
 * Deletes a team. Its members stay in the organization.
 *
 * @throws {UserErrors} if the organization has no other team
 */
export async function deleteTeam(
  context: Context,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    // Serialize concurrent deletions, so the second one sees what the first one left.
    await lockOrganization(transaction, organizationId, 'id');
    const others = { organizationId, id: { not: id } };
    if (!(await transaction.team.findFirst({ where: others, select: { id: true } }))) {
      throw userError('UNABLE_TO_REMOVE_LAST_TEAM');
    }
    const { name: detail } = await transaction.team.delete({
      where: { id },
      select: { name: true },
    });
    const event = { organizationId, kind: 'team_deleted', detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}

type Joined = { organizationId: string; userId: string; team: string };

/** Updates the team to notify everyone who can see it. */
const touchTeam = (transaction: Prisma.TransactionClient, id: string) =>
  transaction.team.updateMany({ where: { id }, data: { updatedAt: new Date() } });

/**
 * Adds a member of the team's organization. Does nothing if they belong to the team already.
 *
 * @throws {UserErrors} NOT_FOUND for a member of another organization
 */
export async function addMember(context: Context, teamId: string, memberId: string): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const [joined] = await transaction.$queryRaw<(Joined & { isNew: boolean })[]>`
      WITH "chosen" AS (
        SELECT t."id" AS "teamId", m."id" AS "memberId", m."userId", t."organizationId", t."name" AS "team"
        FROM "team" t JOIN "member" m ON m."organizationId" = t."organizationId"
        WHERE t."id" = ${teamId} AND m."id" = ${memberId}
      ), "added" AS (
        INSERT INTO "team_membership" ("teamId", "memberId") SELECT "teamId", "memberId" FROM "chosen"
        ON CONFLICT DO NOTHING RETURNING 1
      )
      SELECT "organizationId", "userId", "team", EXISTS (SELECT 1 FROM "added") AS "isNew" FROM "chosen"`;
    if (!joined) throw userError('NOT_FOUND', 'memberId');
    if (!joined.isNew) return;
    await touchTeam(transaction, teamId);
    const { organizationId, userId, team: detail } = joined;
    const event = { organizationId, userId, kind: 'team_member_added', detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}

/** @throws {UserErrors} if the member does not belong to the team */
export async function removeMember(
  context: Context,
  teamId: string,
  memberId: string,
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const [left] = await transaction.$queryRaw<Joined[]>`
      WITH "removed" AS (
        DELETE FROM "team_membership" WHERE "teamId" = ${teamId} AND "memberId" = ${memberId} RETURNING *
      )
      SELECT t."organizationId", m."userId", t."name" AS "team" FROM "removed" r
      JOIN "team" t ON t."id" = r."teamId" JOIN "member" m ON m."id" = r."memberId"`;
    if (!left) throw userError('NOT_FOUND', 'memberId');
    await touchTeam(transaction, teamId);
    const { organizationId, userId, team: detail } = left;
    const event = { organizationId, userId, kind: 'team_member_removed', detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}
