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
    renameSession: mutation(
      'accountOwner',
      '($ownSessionId: ID!, $name: String)',
      'renameSession(input: { id: $ownSessionId, name: $name })',
    ),
    revokeOtherSessions: mutation('accountOwner', '', 'revokeOtherSessions'),
  },
  scopes: {
    revokeUserSession: ['SESSION_REVOKE'],
  },
  recordFields: {
    id: 'related',
    name: 'related',
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
