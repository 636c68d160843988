import { useLocation } from 'react-router';
import { useCan } from '#client/features/session/use-session.ts';
import type { ListPage } from '#client/graphql/paged-list.tsx';
import { areaOf } from '#client/paths.ts';
import { useRepositoryOrganizationsQuery } from './repository-organizations.generated.ts';

/** The organization that a repository belongs to, where it was asked for. */
export type WithOrganization = { organization?: { id: string; name: string } | null };

/** Whether the current list says which organization a repository belongs to: that of managers. */
export function useShowsOrganizations(): boolean {
  const isManaged = areaOf(useLocation().pathname) === 'manager';
  return useCan('organization:list') && isManaged;
}

/**
 * Adds their organizations to the repositories of a page. They are asked for apart: the schema of an installation
 * without organizations would refuse the query of the list.
 */
export function useOrganizations<Node extends { id: string }>(
  page: ListPage<Node>,
): ListPage<Node & WithOrganization> {
  const { connection } = page;
  const ids = connection?.nodes.map(({ id }) => id) ?? [];
  const isPaused = !useShowsOrganizations() || ids.length === 0;
  const [{ data }] = useRepositoryOrganizationsQuery({ variables: { ids }, pause: isPaused });
  const found = new Map(
    data?.nodes?.map((node) => [node?.id, node && 'organization' in node && node.organization]),
  );
  const nodes = connection?.nodes.map((node) => ({
    ...node,
    organization: found.get(node.id) || null,
  }));
  return { ...page, connection: connection && nodes && { ...connection, nodes } };
}
