import { isIdOf } from '#server/database/ids.ts';
import { recordInOrganization } from '#server/features/organization/audit.ts';
import { lockOrganization } from '#server/features/organization/memberships.ts';
import { requireInOrganization } from '#server/features/organization/policy.ts';
import { requireUnchanged, type Versioned } from '#server/graphql/building/changes.ts';
import { type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
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
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const id = await reserve(transaction, record);
    // Serialize concurrent requests, so the count is right.
    await lockOrganization(transaction, organizationId, 'organizationId');
    const count = await transaction.team.count({ where: { organizationId } });
    if (count >= limits.teamsPerOrganization) {
      throw userError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS');
    }
    await transaction.team.create({ data: { id, organizationId, name }, select: { id: true } });
    const event = { organizationId, kind: 'team_created', detail: name } as const;
    await recordInOrganization(context, transaction, event);
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

/** @throws {UserErrors} if the organization has no other team */
export async function deleteTeam(
  context: Context,
  id: string,
  organizationId: string,
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    // Serialize concurrent deletions, so the second one sees what the first one left.
    await lockOrganization(transaction, organizationId, 'id');
    if ((await transaction.team.count({ where: { organizationId, id: { not: id } } })) === 0) {
      throw userError('UNABLE_TO_REMOVE_LAST_TEAM');
    }
    const query = { where: { id }, select: { name: true } } as const;
    const { name: detail } = await transaction.team.delete(query);
    const event = { organizationId, kind: 'team_deleted', detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}

type Membership = { teamId: string; memberId: string };

/**
 * Adds a member of the team's organization, or does nothing if they belong to the team already. Or removes one.
 *
 * @throws {UserErrors} NOT_FOUND for a member of another organization, or to remove who doesn't belong to the team
 */
export async function changeMember(
  context: Context,
  { teamId, memberId }: Membership,
  kind: 'team_member_added' | 'team_member_removed',
): Promise<void> {
  await requireTeam(context, teamId, 'team:update');
  if (!isIdOf('Member', memberId)) throw userError('NOT_FOUND', 'memberId');
  await context.database.$transaction(async (transaction) => {
    const member = await transaction.member.findFirst({
      where: { id: memberId, organization: { teams: { some: { id: teamId } } } },
      select: { organizationId: true, userId: true },
    });
    if (!member) throw userError('NOT_FOUND', 'memberId');
    const row = { teamId, memberId };
    const isAdded = kind === 'team_member_added';
    const { count } = isAdded
      ? await transaction.teamMembership.createMany({ data: row, skipDuplicates: true })
      : await transaction.teamMembership.deleteMany({ where: row });
    if (count === 0 && !isAdded) throw userError('NOT_FOUND', 'memberId');
    if (count === 0) return;
    // Notifies everyone who can see the team.
    const { name: detail } = await transaction.team.update({
      where: { id: teamId },
      data: { updatedAt: new Date() },
      select: { name: true },
    });
    await recordInOrganization(context, transaction, { ...member, kind, detail });
  });
}
