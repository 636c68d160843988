/**
 * Error codes. Each has one text per language in `locales/<language>/errors.json`; the messages of
 * validation rules are codes. better-auth's own codes come from the library and are not repeated here.
 */

/** Codes about organizations, which the API does not have where these are switched off. */
export const organizationErrorCodes = [
  'SLUG_INVALID',
  'ORGANIZATION_SLUG_ALREADY_TAKEN',
  'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
  'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
  'ORGANIZATION_REPOSITORY_LIMIT_REACHED',
  'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
  'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
  'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
  'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
  'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
  'INVITATION_NOT_FOUND',
  'INVITATION_LIMIT_REACHED',
  'TOO_MANY_INVITATIONS',
  'TEAM_ALREADY_EXISTS',
  'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
  'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
] as const;

/** Codes that a mutation can return in its payload's `errors`: the API's enum `UserErrorCode`. */
export const userErrorCodes = [
  'NOT_FOUND',
  'REQUIRED',
  'EMAIL_REQUIRED',
  'EMAIL_INVALID',
  'EMAIL_TOO_LONG',
  'EMAIL_ALREADY_USED',
  'OWN_EMAIL_REQUIRES_CODE',
  'YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS',
  'NAME_REQUIRED',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'NAME_ALREADY_USED',
  'LINK_REQUIRED',
  'LINK_TOO_SHORT',
  'LINK_TOO_LONG',
  'LINK_WITHOUT_DOT',
  'LINK_INVALID',
  'DESCRIPTION_INVALID',
  'DESCRIPTION_TOO_LONG',
  'REASON_REQUIRED',
  'REASON_INVALID',
  'REASON_TOO_LONG',
  'END_NOT_IN_FUTURE',
  'LAST_ADMIN',
  'YOU_CANNOT_BAN_YOURSELF',
  'YOU_CANNOT_REMOVE_YOURSELF',
  'YOU_CANNOT_CHANGE_YOUR_ROLE',
  'SESSION_NOT_FRESH',
  'SCOPES_REQUIRED',
  'SCOPE_NOT_GRANTED',
  'LIFETIME_INVALID',
  'OVERLAP_INVALID',
  'TOO_MANY_ACCESS_TOKENS',
  'ACCESS_TOKEN_INACTIVE',
  'NO_OPEN_INVITATION',
  'PICTURE_INVALID',
  'PICTURE_TOO_LARGE',
  ...organizationErrorCodes,
] as const;

/** Codes of rules whose values no mutation takes: verification codes and search terms. */
export const fieldErrorCodes = [
  'CODE_REQUIRED',
  'CODE_INVALID',
  'CODE_LENGTH',
  'SEARCH_INVALID',
  'SEARCH_TOO_LONG',
] as const;

/** `extensions.code` of top-level errors, which no change of a form's fields would fix. */
export const apiErrorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'ACCESS_TOKEN_REFUSED',
  'NOT_FOUND',
  'BAD_REQUEST',
  'DEMO_MODE',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'PERSISTED_DOCUMENT_NOT_FOUND',
  'TRUSTED_DOCUMENT_REQUIRED',
  'RATE_LIMITED',
  'QUERY_TOO_COMPLEX',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_ERROR',
  'UNKNOWN_ERROR',
] as const;

export type UserErrorCode = (typeof userErrorCodes)[number];
export type ApiErrorCode = (typeof apiErrorCodes)[number];

/** Codes that a validation rule can have as its message. */
export type RuleErrorCode = UserErrorCode | (typeof fieldErrorCodes)[number];
