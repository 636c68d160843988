import type { LucideIcon } from 'lucide-react';
import type { TextKey } from '#client/i18n/text-key.ts';
import type { Area } from '#client/paths.ts';
import type { Permission } from '#shared/permissions.ts';

/** What the cache, the stream of changes and the command palette know of an entity. */
export type Entity<Node> = {
  /** Name of the GraphQL type. */
  type: string;
  /** Field of `Query` that lists the entity. */
  list: string;
  /** Required to list the entity. */
  permission: Permission;
  /** Heading of its group in the command palette. */
  label: TextKey;
  icon: LucideIcon;
  /** Presents one in the command palette. */
  entry(node: Node, area: Area): { title: string; subtitle?: string | undefined; to: string };
};
