import type { Entity } from '#server/database/entity.ts';

export const entity = {
  model: 'User',
  idPrefix: 'usr',
  retention: { keptBecause: 'Users delete themselves or are deleted by a manager.' },
  readPermission: 'user:get',
  /** Themselves. While impersonated, also the admin who does it. */
  visible(viewer) {
    if (viewer.can('user:get')) return true;
    const { userId, impersonatorId } = viewer;
    return { id: { in: impersonatorId ? [userId, impersonatorId] : [userId] } };
  },
  acceleratedLists: { searchColumn: 'searchText', nearlyAll: { isServiceAccount: false } },
  isCounted: true,
  liveEvents: 'streamed',
  constraints: {
    user_email_key: { code: 'EMAIL_ALREADY_USED', field: ['email'] },
    user_email_reserved: { code: 'EMAIL_RESERVED', field: ['email'] },
    user_email_format: { code: 'EMAIL_INVALID', field: ['email'] },
    user_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
    user_onboarded_has_name: { code: 'NAME_REQUIRED', field: ['name'] },
    user_last_admin: { code: 'LAST_ADMIN' },
  },
} as const satisfies Entity;
