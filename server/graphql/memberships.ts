import type { Context } from './context.ts';

/** Reads the viewer's memberships again, which the mutation has changed: its payload is read with them. */
export async function renewMemberships(context: Context): Promise<void> {
  const { viewer, database } = context;
  if (!viewer) return;
  const { memberships } = await database.user.findUniqueOrThrow({
    where: { id: viewer.user.id },
    select: { memberships: true },
  });
  context.viewer = { ...viewer, user: { ...viewer.user, memberships } };
}
