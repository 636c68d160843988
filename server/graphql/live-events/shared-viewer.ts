import { membershipsOf } from '#server/auth/memberships.ts';
import { isImpersonated } from '#server/auth/viewer.ts';
import type { Viewer } from '#server/graphql/context.ts';
import type { OrganizationRole } from '#shared/organization-roles.ts';

/** What a result depended on, besides the viewer's rights. */
export type ViewerUse = {
  /** Whether it read the viewer's personal data. */
  isPersonal: boolean;
  /** IDs of other users that the viewer was compared with. */
  readonly comparedIds: Set<string>;
  /** Roles in organizations that it depended on. Undefined if the viewer isn't a member. */
  readonly organizationRoles: Map<string, OrganizationRole | undefined>;
};

/** Properties that viewers with the same rights share. Nothing is shared with an impersonated viewer. */
const common = new Set(['role', 'scopes', 'organizationId', 'impersonatedBy']);

/**
 * Tracks what is read of a viewer. A result that isn't personal is the same for every viewer with the same rights whose
 * ID wasn't compared. Unknown properties count as personal.
 */
export function observeViewer(viewer: Viewer): { viewer: Viewer; use: ViewerUse } {
  const use: ViewerUse = {
    isPersonal: false,
    comparedIds: new Set(),
    organizationRoles: new Map(),
  };
  if (isImpersonated(viewer)) use.isPersonal = true;

  function observe<T extends object>(target: T): T {
    return new Proxy(target, {
      get(_target, key) {
        if (!common.has(String(key))) use.isPersonal = true;
        return Reflect.get(target, key);
      },
      ownKeys() {
        use.isPersonal = true;
        return Reflect.ownKeys(target);
      },
    });
  }

  return {
    use,
    viewer: {
      user: observe(viewer.user),
      session: viewer.session && observe(viewer.session),
      accessToken: viewer.accessToken && observe(viewer.accessToken),
      observed: {
        isUser(id) {
          if (id === viewer.user.id) use.isPersonal = true;
          else use.comparedIds.add(id);
          return id === viewer.user.id;
        },
        roleIn(organizationId) {
          const role = membershipsOf(viewer.user.memberships).get(organizationId);
          use.organizationRoles.set(organizationId, role);
          return role;
        },
      },
    },
  };
}
