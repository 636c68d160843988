/** Errors of better-auth that have no code, by message. */
export const impersonationErrors = {
  'You are not impersonating anyone': { status: 400, code: 'BAD_REQUEST' },
  // The manager's session or its cookie has expired.
  'Failed to find user': { status: 401, code: 'SESSION_EXPIRED' },
  'Failed to find admin session': { status: 401, code: 'SESSION_EXPIRED' },
} as const;
