/** Writes to teams, and who may make them. */
import { newId } from '#server/database/ids.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import {
  lockOrganization,
  recordInOrganization,
  requireInOrganization,
} from '#server/graphql/organization.ts';
import { limits } from '#shared/limits.ts';

/** @throws {UserErrors} unless the viewer may do this to the team. Returns its organization. */
export async function requireTeam(
  context: Context,
  id: string,
  { permission, field = 'id' }: { permission: 'team:update' | 'team:delete'; field?: string },
): Promise<string> {
  const team = await context.database.team.findUnique({
    where: { id },
    select: { organizationId: true },
  });
  if (!team) throw userError('NOT_FOUND', field);
  requireInOrganization(context, team.organizationId, { permission, field });
  return team.organizationId;
}

/** @throws {UserErrors} if the organization has as many teams as are allowed, or one of this name */
export async function createTeam(
  context: Context,
  organizationId: string,
  name: string,
): Promise<string> {
  const id = newId('Team');
  await context.database.$transaction(async (transaction) => {
    // Requests at the same time wait for each other, so that the count is right.
    await lockOrganization(transaction, organizationId, 'organizationId');
    if (
      (await transaction.team.count({ where: { organizationId } })) >= limits.teamsPerOrganization
    ) {
      throw userError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS');
    }
    await transaction.team.create({ data: { id, organizationId, name }, select: { id: true } });
    const event = { organizationId, kind: 'team_created', detail: name } as const;
    await recordInOrganization(context, transaction, event);
  });
  return id;
}

/** Updates a team of an organization. Undefined fields stay. */
export async function updateTeam(
  context: Context,
  { id, organizationId }: { id: string; organizationId: string },
  data: { name?: string },
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const select = { name: true } as const;
    // Each event has the name that its own update replaced.
    await lockOrganization(transaction, organizationId, 'id');
    const { name: detail } = await transaction.team.findUniqueOrThrow({ where: { id }, select });
    const { name } = await transaction.team.update({ where: { id }, data, select });
    if (name === detail) return;
    const event = { organizationId, kind: 'team_updated', detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}

/** Deletes a team. Its members stay in the organization. */
export async function deleteTeam(context: Context, id: string): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const select = { organizationId: true, name: true } as const;
    const { organizationId, name: detail } = await transaction.team.delete({
      where: { id },
      select,
    });
    const event = { organizationId, kind: 'team_deleted', detail } as const;
    await recordInOrganization(context, transaction, event);
  });
}

/**
 * Adds a member of the team's organization. Does nothing if they belong to the team.
 *
 * @throws {UserErrors} NOT_FOUND for a member of another organization
 */
export async function addMember(
  { database }: Context,
  teamId: string,
  memberId: string,
): Promise<void> {
  const found = await database.$queryRaw<unknown[]>`
    WITH "chosen" AS (
      SELECT t."id" AS "teamId", m."id" AS "memberId" FROM "team" t
      JOIN "member" m ON m."organizationId" = t."organizationId"
      WHERE t."id" = ${teamId} AND m."id" = ${memberId}
    ), "added" AS (
      INSERT INTO "team_membership" ("teamId", "memberId") SELECT * FROM "chosen"
      ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT 1 FROM "chosen"`;
  if (found.length === 0) throw userError('NOT_FOUND', 'memberId');
  await touch(database, teamId);
}

/** @throws {UserErrors} if the member does not belong to the team */
export async function removeMember(
  { database }: Context,
  teamId: string,
  memberId: string,
): Promise<void> {
  const { count } = await database.teamMembership.deleteMany({ where: { teamId, memberId } });
  if (count === 0) throw userError('NOT_FOUND', 'memberId');
  await touch(database, teamId);
}

/** Notifies those who see the team that its members changed. */
async function touch({ team }: Context['database'], id: string): Promise<void> {
  await team.updateMany({ where: { id }, data: { updatedAt: new Date() } });
}
