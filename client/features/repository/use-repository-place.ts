import { useLocation, useParams } from 'react-router';
import { organizationPaths } from '#client/features/membership/organization-paths.ts';
import { useCan } from '#client/features/session/use-session.ts';
import { areaOf } from '#client/paths.ts';
import { repositoryPaths } from './entity.ts';

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
