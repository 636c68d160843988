import { useLocation, useParams } from 'react-router';
import { useQuery } from 'urql';
import { useMemberships } from '#client/features/membership/memberships.tsx';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useCan } from '#client/features/session/use-session.ts';
import type { List, ListPage } from '#client/graphql/use-list.ts';
import { areaOf } from '#client/paths.ts';
import { repositoryPaths } from './entity.ts';
import { RepositoryOrganizationsDocument } from './organization-repositories.generated.ts';

export type RepositoryPlace = {
  list: string;
  detail: (id: string) => string;
  update: (id: string) => string;
  /** Editing and deleting happen here for viewers with permission. */
  isEditable: boolean;
};

/** Where the current page shows repositories. Users who may edit all of them do so in the manager area. */
export function useRepositoryPlace(): RepositoryPlace {
  const { slug } = useParams();
  const area = areaOf(useLocation().pathname);
  const canUpdateAll = useCan('repository:update');
  const list = slug ? organizationPaths.repositories(slug) : repositoryPaths.list(area);
  const detail = (id: string) => `${list}/${encodeURIComponent(id)}`;
  const isEditable = slug !== undefined || area === 'manager' || !canUpdateAll;
  return {
    list,
    detail,
    update: (id) => (isEditable ? `${detail(id)}/update` : repositoryPaths.update(id)),
    isEditable,
  };
}

export type WithOrganization = {
  organization?: { id: string; name: string; slug: string } | null;
};

/** In the manager area, and in lists of the app for members of an organization. */
export function useShowsOrganizations(): boolean {
  const { slug } = useParams();
  const isManaged = areaOf(useLocation().pathname) === 'manager';
  const can = useCan(isManaged ? 'organization:list' : 'organization:read');
  const memberships = useMemberships({
    pause: isManaged || !can || slug !== undefined,
    // Each page of a list asks.
    requestPolicy: 'cache-first',
  });
  return isManaged ? can : !!memberships?.length;
}

/** The organizations of repositories, by the repository's ID, where they are shown. */
export function useOrganizationsOf(ids: string[]) {
  const isPaused = !useShowsOrganizations() || ids.length === 0;
  const [{ data }] = useQuery({
    query: RepositoryOrganizationsDocument,
    variables: { ids },
    pause: isPaused,
  });
  return new Map(
    data?.nodes?.map((node) => [node?.id, node && 'organization' in node && node.organization]),
  );
}

function useWithOrganizations<Node extends { id: string }>({ connection }: ListPage<Node>) {
  const found = useOrganizationsOf(connection?.nodes.map(({ id }) => id) ?? []);
  const nodes = connection?.nodes.map((node) => ({
    ...node,
    organization: found.get(node.id) || null,
  }));
  return connection && nodes && { ...connection, nodes };
}

/** Adds the organizations to a list of repositories. A separate query: their changes don't reload the list. */
export function useOrganizations<Node extends { id: string }>(list: List<Node>) {
  const connection = useWithOrganizations(list);
  const usePage = (after: string) => {
    const page = list.usePage(after);
    return { ...page, connection: useWithOrganizations(page) };
  };
  return { connection, usePage };
}
