import type { entities } from '#client/generated/entities.ts';
import type { TextKey } from '#client/i18n/text-key.ts';
import type { Permission } from '#shared/permissions.ts';

/** An icon of the navigation by name, so that the route table and /login do not load it. */
export type NavIcon =
  | 'account'
  | 'app'
  | 'auditLog'
  | 'home'
  | 'manager'
  | 'organizations'
  | 'serviceAccounts'
  | (typeof entities)[number]['list'];

/** The navigation that lists a page, by the key of its label. */
export type NavGroup = 'nav.main' | 'nav.application' | 'nav.configuration' | 'nav.userMenu';

/** A page that can be opened without knowing an ID, as the route table describes it. */
export type NavPage = {
  to: string;
  label: TextKey;
  /** Required besides the permission of the area. */
  permission?: Permission | undefined;
  /** Absent if only the command palette lists the page. */
  nav?: { group: NavGroup; icon: NavIcon } | undefined;
};

/** A way to another area. */
export type AreaLink = { to: string; label: TextKey; permission: Permission; icon: NavIcon };

export type Navigation = { pages: NavPage[]; otherAreas: AreaLink[] };

/** The handle of an area's route. */
export type AreaHandle = { navigation: Navigation };
