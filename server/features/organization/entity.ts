import type { Entity } from '#server/database/entity.ts';

export const entity = {
  model: 'Organization',
  idPrefix: 'org',
  retention: { keptBecause: 'Deleted by its owners. A user owns only a few.' },
  readPermission: 'organization:list',
  isOfOrganizations: true,
  visible: (viewer) => viewer.can('organization:list') || { id: viewer.organizations() },
  acceleratedLists: { searchColumn: 'searchText' },
  isCounted: true,
  liveEvents: 'streamed',
  constraints: {
    organization_slug_key: { code: 'ORGANIZATION_SLUG_ALREADY_TAKEN', field: ['slug'] },
    organization_slug_reserved: { code: 'ORGANIZATION_SLUG_ALREADY_TAKEN', field: ['slug'] },
    organization_slug_format: { code: 'SLUG_INVALID', field: ['slug'] },
    organization_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
    organization_member_limit: { code: 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED' },
    organization_last_owner: { code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER' },
  },
} as const satisfies Entity;
