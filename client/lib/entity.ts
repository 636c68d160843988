import type { LucideIcon } from 'lucide-react';
import type { Area } from '#client/paths.ts';
import type { Permission } from '#shared/permissions.ts';

type EntityNode = { id: string };

/** How an entity appears in the cache, the event stream and the command palette. */
export type Entity<Node extends EntityNode = EntityNode> = {
  /** Name of the GraphQL type. */
  type: string;
  /** Field of `Query` that lists the entity; `nav.<list>` is its label. */
  list: string;
  /** Required to list the entity. */
  permission: Permission;
  icon: LucideIcon;
  /** Icon of the list in the navigation, if different. */
  listIcon?: LucideIcon;
  /** Command palette entry of a record, by default with the entity's icon. */
  entry(node: Node, area: Area): EntityEntry;
};

type EntityEntry = { title: string; subtitle?: string | undefined; to: string; icon?: LucideIcon };
