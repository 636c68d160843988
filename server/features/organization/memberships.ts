import { withCountedMemberships } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';

/**
 * Blocks other writes to an organization's records until the transaction ends. Returns the organization's name.
 *
 * @throws {UserErrors} NOT_FOUND at `field` if the organization doesn't exist
 */
export async function lockOrganization(
  transaction: Transaction,
  id: string,
  field: string,
): Promise<string> {
  const [organization] = await transaction.$queryRaw<{ name: string }[]>`
    SELECT "name" FROM "organization" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  if (!organization) throw userError('NOT_FOUND', field);
  return organization.name;
}

/** Reloads the viewer's memberships after a mutation changed them, for its payload. */
export async function renewMemberships(context: Context): Promise<void> {
  const { viewer, database } = context;
  if (!viewer) return;
  const { memberships } = await database.user.findUniqueOrThrow({
    where: { id: viewer.user.id },
    select: { memberships: true },
  });
  context.viewer = withCountedMemberships({ ...viewer, user: { ...viewer.user, memberships } });
}
