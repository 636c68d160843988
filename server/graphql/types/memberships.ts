import { membershipsWithin } from '#server/auth/memberships.ts';
import type { Context } from '#server/graphql/context.ts';

/** Reloads the viewer's memberships after a mutation changed them, for its payload. */
export async function renewMemberships(context: Context): Promise<void> {
  const { viewer, database } = context;
  if (!viewer) return;
  const stored = await database.user.findUniqueOrThrow({
    where: { id: viewer.user.id },
    select: { memberships: true },
  });
  const memberships = viewer.accessToken
    ? membershipsWithin(stored.memberships, viewer.accessToken.organizationId)
    : stored.memberships;
  context.viewer = { ...viewer, user: { ...viewer.user, memberships } };
}
