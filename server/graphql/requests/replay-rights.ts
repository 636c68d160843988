/** Replays a stored response only while its reader still has the rights from when it was created. */
import { type DocumentNode, type GraphQLSchema, visit } from 'graphql';
import { membershipsOf, withCountedMemberships } from '#server/auth/memberships.ts';
import { isFresh } from '#server/auth/sessions/session-rules.ts';
import type { Context, Viewer } from '#server/graphql/context.ts';
import { viewerPermissions } from '#server/graphql/viewer-permissions.ts';
import type { Permission } from '#shared/permissions.ts';

/** Rights at the end of the mutation, which may have removed one of the viewer's memberships. */
export type Rights = { permissions: readonly Permission[]; memberships: string };

export async function readRights(context: Context & { viewer: Viewer }): Promise<Rights> {
  const { viewer } = context;
  const stored = await context.database.user.findUnique({
    where: { id: viewer.user.id },
    select: { memberships: true },
  });
  const user = { ...viewer.user, memberships: stored?.memberships ?? '' };
  return {
    permissions: viewerPermissions(context),
    memberships: withCountedMemberships({ ...viewer, user }).user.memberships,
  };
}

/** Whether any of the mutations may require a fresh session. */
function requiresFreshSession(schema: GraphQLSchema, document: DocumentNode): boolean {
  const mutations = schema.getMutationType()?.getFields() ?? {};
  let isRequired = false;
  visit(document, {
    Field({ name }) {
      isRequired ||= mutations[name.value]?.extensions.freshSession !== undefined;
    },
  });
  return isRequired;
}

type Again = Pick<Context, 'settings'> & {
  viewer: Viewer;
  schema: GraphQLSchema;
  document: DocumentNode;
};

function hasLostMembership(viewer: Viewer, memberships: string): boolean {
  const roles = membershipsOf(viewer.user.memberships);
  return [...membershipsOf(memberships)].some(([id, role]) => roles.get(id) !== role);
}

export function maySeeAgain(
  { permissions, memberships }: Rights,
  { viewer, settings, schema, document }: Again,
): boolean {
  const current = new Set(viewerPermissions({ viewer, settings }));
  return (
    permissions.every((permission) => current.has(permission)) &&
    !hasLostMembership(viewer, memberships) &&
    (!viewer.session || isFresh(viewer.session) || !requiresFreshSession(schema, document))
  );
}
