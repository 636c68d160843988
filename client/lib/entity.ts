import type { LucideIcon } from 'lucide-react';
import type { Area } from '#client/paths.ts';
import type { Permission } from '#shared/permissions.ts';

/** What the cache, the stream of changes and the command palette know of an entity. */
export type Entity<Node> = {
  /** Name of the GraphQL type. */
  type: string;
  /** Field of `Query` that lists the entity; `nav.<list>` is its label. */
  list: string;
  /** Required to list the entity. */
  permission: Permission;
  icon: LucideIcon;
  /** Icon of the list in the navigation, if that is another one. */
  listIcon?: LucideIcon;
  /** Presents one in the command palette, by default with the icon of the entity. */
  entry(node: Node, area: Area): EntityEntry;
};

type EntityEntry = { title: string; subtitle?: string | undefined; to: string; icon?: LucideIcon };
