import { type Expectations, mutation } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'AccessToken',
  rootFields: {
    createAccessToken: mutation(
      'accountOwner',
      '($name: String!)',
      'createAccessToken(input: { name: $name, scopes: [REPOSITORY_READ], expiresInDays: 90 })',
    ),
    updateAccessToken: mutation(
      'accountOwner',
      '($accessTokenId: ID!)',
      'updateAccessToken(input: { id: $accessTokenId, name: "New" })',
    ),
    rotateAccessToken: mutation(
      'accountOwner',
      '($accessTokenId: ID!)',
      'rotateAccessToken(input: { id: $accessTokenId, overlapHours: 1 })',
    ),
    revokeAccessToken: mutation(
      'accountOwner',
      '($accessTokenId: ID!)',
      'revokeAccessToken(input: { id: $accessTokenId })',
    ),
  },
  recordFields: {
    id: 'related',
    name: 'related',
    start: 'related',
    scopes: 'related',
    status: 'related',
    createdAt: 'related',
    expiresAt: 'related',
    lifetimeDays: 'related',
    previousSecretExpiresAt: 'related',
    revokedAt: 'related',
    lastUsedAt: 'related',
    lastUsedFrom: 'related',
    owner: 'related',
    creator: 'related',
    organization: 'related',
    member: 'related',
    viewerCanUpdate: 'related',
    viewerCanRevoke: 'related',
  },
};
