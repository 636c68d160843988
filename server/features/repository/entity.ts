import type { RecordViewer } from '#server/database/conditions.ts';
import type { Entity } from '#server/database/entity.ts';

function visibleInOrganizations({ tokenOrganizationId: only, organizations }: RecordViewer) {
  if (only !== null) return { organizationId: only };
  return { OR: [{ organizationId: null }, { organizationId: organizations() }] };
}

const byOrganization = { column: 'organizationId', orders: ['createdAt', 'updatedAt'] };

export const entity = {
  model: 'Repository',
  idPrefix: 'repo',
  retention: { keptBecause: 'Deleted by managers.' },
  readPermission: 'repository:read',
  visible(viewer) {
    if (!viewer.can('repository:read')) return false;
    if (!viewer.can('organization:list')) return visibleInOrganizations(viewer);
    return true;
  },
  acceleratedLists: {
    searchColumn: 'searchText',
    partition: byOrganization,
  },
  isCounted: true,
  liveEvents: 'streamed',
  constraints: {
    repository_owner_name_key: { code: 'NAME_ALREADY_USED', field: ['name'] },
    repository_owner_visible_name_key: { code: 'NAME_ALREADY_USED', field: ['name'] },
    organization_repository_limit: { code: 'ORGANIZATION_REPOSITORY_LIMIT_REACHED' },
    repository_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
    repository_link_format: { code: 'LINK_INVALID', field: ['link'] },
    repository_description_length: { code: 'DESCRIPTION_TOO_LONG', field: ['description'] },
  },
} as const satisfies Entity;
