import type { Entity } from '#server/database/entity.ts';

export const entity = {
  model: 'Member',
  idPrefix: 'mbr',
  retention: { keptBecause: 'Deleted with the organization or the user.' },
  readPermission: 'organization:list',
  isOfOrganizations: true,
  visible: (viewer) =>
    viewer.can('organization:list') || { organizationId: viewer.organizations() },
  liveEvents: 'streamed',
  constraints: {
    member_owner_is_person: {
      code: 'SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION',
      field: ['role'],
    },
    member_user_key: { code: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION' },
  },
} as const satisfies Entity;
