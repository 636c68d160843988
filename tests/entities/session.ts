import { type Expectations, mutation } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Session',
  rootFields: {
    revokeUserSession: mutation(
      'admin',
      '($sessionId: ID!)',
      'revokeUserSession(input: { id: $sessionId })',
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
  },
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
    ipAddress: 'related',
    place: 'related',
    browser: 'related',
    operatingSystem: 'related',
    impersonator: 'admin',
  },
  sameAsEnglish: { fr: ['session:title', 'session:place'], sw: ['session:place'] },
};
