import type { Entity } from '#server/database/entity.ts';

export const entity = {
  model: 'Team',
  idPrefix: 'team',
  retention: { keptBecause: 'Deleted by the organization, which has only a few.' },
  readPermission: 'organization:list',
  isOfOrganizations: true,
  visible: (viewer) =>
    viewer.can('organization:list') || { organizationId: viewer.organizations() },
  liveEvents: 'streamed',
  constraints: {
    team_name_key: { code: 'TEAM_ALREADY_EXISTS', field: ['name'] },
    team_visible_name_key: { code: 'TEAM_ALREADY_EXISTS', field: ['name'] },
    team_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
  },
} as const satisfies Entity;
