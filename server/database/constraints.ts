import type { UserErrorCode } from '#shared/errors.ts';

type ConstraintError = { code: UserErrorCode; field?: readonly string[] };

/** Which error a violated constraint stands for, and at which field of the input. */
export const constraintErrors: Readonly<Record<string, ConstraintError>> = {
  repository_name_key: { code: 'NAME_ALREADY_USED', field: ['name'] },
  repository_visible_name_key: { code: 'NAME_ALREADY_USED', field: ['name'] },
  repository_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
  repository_link_format: { code: 'LINK_INVALID', field: ['link'] },
  repository_description_length: { code: 'DESCRIPTION_TOO_LONG', field: ['description'] },
  user_email_key: { code: 'EMAIL_ALREADY_USED', field: ['email'] },
  user_email_format: { code: 'EMAIL_INVALID', field: ['email'] },
  user_name_length: { code: 'NAME_TOO_LONG', field: ['name'] },
  user_onboarded_has_name: { code: 'NAME_REQUIRED', field: ['name'] },
  user_last_admin: { code: 'LAST_ADMIN' },
};
