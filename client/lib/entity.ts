import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
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

/** A part of another entity's page, by the folder of that entity. */
export type RecordSection = {
  of: string;
  permission: Permission;
  code: () => Promise<{ default: ComponentType<{ id: string }> }>;
};

type EntityEntry = { title: string; subtitle?: string | undefined; to: string; icon?: LucideIcon };
