import { withCountedMemberships } from '#server/auth/memberships.ts';
import type { Context } from '#server/graphql/context.ts';

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
