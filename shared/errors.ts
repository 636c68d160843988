/**
 * What can go wrong, by code. better-auth's own codes are derived from the library where they are
 * needed (server/graphql/error-code.ts) and never retyped here. Every code has exactly one text per
 * language in `locales/<language>/errors.json`; a rule's message is a code.
 */

/** What the person can mend: these travel in a payload's `errors` and stand at a field of a form. */
export const userErrorCodes = [
  'NOT_FOUND',
  'REQUIRED',
  'EMAIL_REQUIRED',
  'EMAIL_INVALID',
  'EMAIL_TOO_LONG',
  'EMAIL_ALREADY_USED',
  'OWN_EMAIL_REQUIRES_CODE',
  'YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS',
  'CODE_REQUIRED',
  'CODE_INVALID',
  'CODE_LENGTH',
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
  'SEARCH_INVALID',
  'SEARCH_TOO_LONG',
  'REASON_REQUIRED',
  'REASON_INVALID',
  'REASON_TOO_LONG',
  'END_NOT_IN_FUTURE',
  'LAST_ADMIN',
] as const;

/** What cannot be mended in a form: these are top-level errors with `extensions.code`. */
export const requestErrorCodes = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_REQUEST',
  'DEMO_MODE',
  'RATE_LIMITED',
  'QUERY_TOO_COMPLEX',
  'SERVICE_UNAVAILABLE',
  'INTERNAL_ERROR',
  'UNKNOWN_ERROR',
] as const;

export type UserErrorCode = (typeof userErrorCodes)[number];
export type RequestErrorCode = (typeof requestErrorCodes)[number];
