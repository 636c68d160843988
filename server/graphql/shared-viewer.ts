import { membershipsOf } from '#server/auth/memberships.ts';
import type { OrganizationRole } from '#shared/organization-roles.ts';
import type { Viewer } from './context.ts';

/** What an answer depended on, besides the viewer's role. */
export type ViewerUse = {
  /** Whether it read data of the viewer's own. */
  isPersonal: boolean;
  /** Users that the viewer was compared with, none of whom is the viewer. */
  readonly comparedIds: Set<string>;
  /** Roles in organizations that it depended on; undefined for those that the viewer does not belong to. */
  readonly roles: Map<string, OrganizationRole | undefined>;
};

/** What viewers of the same rights have in common, unless they are impersonated. */
const common = new Set(['role', 'scopes', 'organizationId', 'impersonatedBy']);

/**
 * Notes what is read of a viewer: an answer that is not personal is the same for every viewer of the
 * same rights whose ID was not compared. Data that is not known to be common counts as personal.
 */
export function observeViewer(viewer: Viewer): { viewer: Viewer; use: ViewerUse } {
  const use: ViewerUse = {
    isPersonal: viewer.session?.impersonatedBy != null,
    comparedIds: new Set(),
    roles: new Map(),
  };

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
      token: viewer.token && observe(viewer.token),
      isUser(id) {
        if (id === viewer.user.id) use.isPersonal = true;
        else use.comparedIds.add(id);
        return id === viewer.user.id;
      },
      roleIn(organizationId) {
        const role = membershipsOf(viewer.user.memberships).get(organizationId);
        use.roles.set(organizationId, role);
        return role;
      },
    },
  };
}
