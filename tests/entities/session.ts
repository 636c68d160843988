import { type Expectations, mutation } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Session',
  rootFields: {
    revokeUserSession: mutation(
      'admin',
      '($sessionId: ID!)',
      'revokeUserSession(input: { id: $sessionId })',
    ),
    revokeUserSessions: mutation(
      'admin',
      '($userId: ID!)',
      'revokeUserSessions(input: { id: $userId })',
    ),
    revokeSession: mutation(
      'accountOwner',
      '($ownSessionId: ID!)',
      'revokeSession(input: { id: $ownSessionId })',
    ),
    revokeOtherSessions: mutation('accountOwner', '', 'revokeOtherSessions'),
  },
  scopes: {
    revokeUserSession: ['SESSION_REVOKE'],
    revokeUserSessions: ['SESSION_REVOKE'],
  },
  audit: {
    revokeOtherSessions: ['sessions_revoked'],
    revokeSession: ['sessions_revoked'],
    revokeUserSession: ['sessions_revoked'],
    revokeUserSessions: ['sessions_revoked'],
  },
  // The admin's location is hidden in an impersonation session.
  recordFields: {
    id: 'related',
    createdAt: 'related',
    expiresAt: 'related',
    lastActiveAt: 'related',
    isCurrent: 'related',
    isFresh: 'related',
    isImpersonation: 'related',
    signInMethod: 'related',
    passkeyName: 'related',
    identityProviderName: 'related',
    ipAddress: 'admin',
    browser: 'admin',
    operatingSystem: 'admin',
    impersonator: 'admin',
  },
  permissions: { user: [], admin: ['session:list', 'session:revoke', 'session:delete'] },
  sameAsEnglish: { fr: ['session:title', 'session:place'], sw: ['session:place'] },
};
