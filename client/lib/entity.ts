import type { LucideIcon } from 'lucide-react';
import type { Area } from '#client/paths.ts';
import type { Permission } from '#shared/permissions.ts';

type EntityNode = { id: string };

export type Entity<Node extends EntityNode = EntityNode> = {
  type: string;
  list: string;
  permission: Permission;
  icon: LucideIcon;
  /** Icon of the list in the navigation, if different. */
  listIcon?: LucideIcon;
  entry(node: Node, area: Area): EntityEntry;
};

type EntityEntry = { title: string; subtitle?: string | undefined; to: string; icon?: LucideIcon };
