import { useLocation } from 'react-router';
import { useQuery } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import type { ListPage } from '#client/graphql/paged-list.tsx';
import { areaOf } from '#client/paths.ts';
import { RepositoryOrganizationsDocument } from './organization-repositories.generated.ts';

export type WithOrganization = { organization?: { id: string; name: string } | null };

export function useShowsOrganizations(): boolean {
  const isManaged = areaOf(useLocation().pathname) === 'manager';
  return useCan('organization:list') && isManaged;
}

/** Adds the organizations to a page of repositories. A separate query: their changes don't reload the list. */
export function useOrganizations<Node extends { id: string }>(
  page: ListPage<Node>,
): ListPage<Node & WithOrganization> {
  const { connection } = page;
  const ids = connection?.nodes.map(({ id }) => id) ?? [];
  const isPaused = !useShowsOrganizations() || ids.length === 0;
  const [{ data }] = useQuery({
    query: RepositoryOrganizationsDocument,
    variables: { ids },
    pause: isPaused,
  });
  const found = new Map(
    data?.nodes?.map((node) => [node?.id, node && 'organization' in node && node.organization]),
  );
  const nodes = connection?.nodes.map((node) => ({
    ...node,
    organization: found.get(node.id) || null,
  }));
  return { ...page, connection: connection && nodes && { ...connection, nodes } };
}
