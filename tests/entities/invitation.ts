import { type Expectations, mutation } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Invitation',
  rootFields: {
    inviteMembers: mutation(
      'accountOwner',
      '($organizationId: ID!, $email: String!)',
      'inviteMembers(input: { organizationId: $organizationId, emails: [$email], role: MEMBER })',
    ),
    resendInvitation: mutation(
      'accountOwner',
      '($invitationId: ID!)',
      'resendInvitation(input: { id: $invitationId })',
    ),
    cancelInvitation: mutation(
      'signedIn',
      '($invitationId: ID!)',
      'cancelInvitation(input: { id: $invitationId })',
    ),
    acceptInvitation: mutation(
      'accountOwner',
      '($invitationId: ID!)',
      'acceptInvitation(input: { id: $invitationId })',
    ),
    declineInvitation: mutation(
      'accountOwner',
      '($invitationId: ID!)',
      'declineInvitation(input: { id: $invitationId })',
    ),
  },
  scopes: {
    inviteMembers: ['ORGANIZATION_UPDATE'],
    resendInvitation: ['ORGANIZATION_UPDATE'],
    cancelInvitation: ['ORGANIZATION_UPDATE'],
  },
  recordFields: {
    id: 'related',
    email: 'related',
    role: 'related',
    state: 'related',
    organizationId: 'related',
    organizationName: 'related',
    teamName: 'related',
    inviterName: 'related',
    expiresAt: 'related',
    createdAt: 'related',
    viewerCanAccept: 'related',
    viewerCanCancel: 'related',
    viewerCanResend: 'related',
  },
};
