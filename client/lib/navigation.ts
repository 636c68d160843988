import type { entities } from '#client/generated/entities.ts';
import type { TextKey } from '#client/i18n/texts.ts';
import type { Permission } from '#shared/permissions.ts';

/** Icons by name, so that the route table and /login don't load them. */
export type NavIcon =
  | 'account'
  | 'app'
  | 'auditLog'
  | 'home'
  | 'manager'
  | 'organizations'
  | 'serviceAccounts'
  | 'system'
  | (typeof entities)[number]['list'];

export type NavGroup = 'nav.main' | 'nav.application' | 'nav.configuration' | 'nav.userMenu';

/** A page that can be opened without an ID, as described by the route table. */
export type NavPage = {
  to: string;
  label: TextKey;
  permission?: Permission | undefined;
  nav?: { group: NavGroup; icon: NavIcon } | undefined;
};

export type AreaLink = { to: string; label: TextKey; permission: Permission; icon: NavIcon };

export type Navigation = { pages: NavPage[]; otherAreas: AreaLink[] };

export type AreaHandle = { navigation: Navigation };
