/**
 * Who may read and do what, written by hand and never taken from the schema's own scopes. The rows of
 * entities are in tests/entities; tests/server/permissions.test.ts names a missing one.
 */
import { expectedEntities } from './entities.ts';
import { type Access, type FieldAccess, mutation, query, type RootField } from './expectations.ts';

export const roles = [
  'anonymous',
  'banned',
  'onboarding',
  'user',
  'impersonator',
  'admin',
] as const;

/** `onboarding`: signed in, name not given yet. `impersonator`: an admin acting as a user. */
export type TestRole = (typeof roles)[number];

const allowed: Record<Access, readonly TestRole[]> = {
  public: ['anonymous', 'banned', 'onboarding', 'user', 'impersonator', 'admin'],
  signedIn: ['onboarding', 'user', 'impersonator', 'admin'],
  accountOwner: ['onboarding', 'user', 'admin'],
  admin: ['admin'],
};

/** The error code a role gets from a root field with this access; undefined where it is allowed. */
export function expectedRefusal(role: TestRole, access: Access): string | undefined {
  if (allowed[access].includes(role)) return undefined;
  return role === 'anonymous' || role === 'banned' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
}

const generalFields: Record<string, RootField> = {
  setup: query('public', '{ setup { appName } }'),
  viewer: query('public', '{ viewer { user { id } } }'),
  rateLimit: query('public', '{ rateLimit { remaining } }'),
  node: query('signedIn', 'query ($repositoryId: ID!) { node(id: $repositoryId) { id } }'),
  nodes: query('signedIn', 'query ($repositoryId: ID!) { nodes(ids: [$repositoryId]) { id } }'),
  statistics: query('admin', '{ statistics(days: 2) { newUsersPerDay { date count } } }'),
  updateViewer: mutation('accountOwner', '', 'updateViewer(input: { name: "Probe" })'),
  updateViewerPicture: mutation('accountOwner', '', 'updateViewerPicture(input: { picture: "" })'),
  deleteViewerPicture: mutation('accountOwner', '', 'deleteViewerPicture'),
  unlinkProvider: mutation('accountOwner', '', 'unlinkProvider(input: { providerId: "none" })'),
  events: {
    kind: 'subscription',
    access: 'signedIn',
    document: 'subscription { events { __typename } }',
  },
};

/** Every root field. */
export const rootFields: Record<string, RootField> = Object.assign(
  {},
  generalFields,
  ...expectedEntities.map((entity) => entity.rootFields),
);

/** Root fields that any token may use, and those of the viewer, which answer without a scope. */
export const scopelessFields: readonly string[] = [
  'setup',
  'viewer',
  'rateLimit',
  'node',
  'nodes',
  'events',
  'revokeAccessToken',
];

/** The scopes that a token of an admin needs for a root field. No token may use the other ones. */
export const scopesOf: Record<string, readonly string[]> = {
  repository: ['REPOSITORY_READ'],
  repositories: ['REPOSITORY_READ'],
  createRepository: ['REPOSITORY_CREATE'],
  createRepositories: ['REPOSITORY_CREATE'],
  updateRepository: ['REPOSITORY_UPDATE'],
  deleteRepository: ['REPOSITORY_DELETE'],
  user: ['USER_GET'],
  users: ['USER_LIST', 'USER_GET'],
  createUser: ['USER_CREATE'],
  updateUser: ['USER_UPDATE'],
  banUser: ['USER_BAN'],
  unbanUser: ['USER_BAN'],
  deleteUser: ['USER_DELETE'],
  deleteRepositories: ['REPOSITORY_DELETE'],
  restoreRepositories: ['REPOSITORY_DELETE'],
  banUsers: ['USER_BAN'],
  unbanUsers: ['USER_BAN'],
  resendUserInvitation: ['USER_CREATE'],
  deleteUsers: ['USER_DELETE'],
  revokeSessionsOfUsers: ['SESSION_REVOKE'],
  revokeUserSession: ['SESSION_REVOKE'],
  revokeUserSessions: ['SESSION_REVOKE'],
  updateViewer: ['ACCOUNT_UPDATE'],
  auditEvents: ['AUDIT_LOG_READ'],
  updateViewerPicture: ['ACCOUNT_UPDATE'],
  deleteViewerPicture: ['ACCOUNT_UPDATE'],
  organization: ['ORGANIZATION_READ'],
  organizationBySlug: ['ORGANIZATION_READ'],
  organizations: ['ORGANIZATION_LIST'],
  createOrganization: ['ORGANIZATION_CREATE'],
  updateOrganization: ['ORGANIZATION_UPDATE'],
  deleteOrganization: ['ORGANIZATION_UPDATE'],
  updateMember: ['ORGANIZATION_UPDATE'],
  removeMember: ['ORGANIZATION_UPDATE'],
  leaveOrganization: ['ORGANIZATION_UPDATE'],
  inviteMembers: ['ORGANIZATION_UPDATE'],
  resendInvitation: ['ORGANIZATION_UPDATE'],
  cancelInvitation: ['ORGANIZATION_UPDATE'],
  createTeam: ['ORGANIZATION_UPDATE'],
  updateTeam: ['ORGANIZATION_UPDATE'],
  deleteTeam: ['ORGANIZATION_UPDATE'],
  addTeamMember: ['ORGANIZATION_UPDATE'],
  removeTeamMember: ['ORGANIZATION_UPDATE'],
};

/** Who reads a user's record: the user, an admin acting as them, an admin, another user. */
export const readers = ['owner', 'impersonator', 'admin', 'otherUser'] as const;
export type Reader = (typeof readers)[number];

export const fieldReaders: Record<FieldAccess, readonly Reader[]> = {
  signedIn: readers,
  related: ['owner', 'impersonator', 'admin'],
  admin: ['admin'],
};

/** Every field of the records. A record that the reader may not see at all is null. */
export const recordFields: Record<string, Record<string, FieldAccess>> = Object.fromEntries(
  expectedEntities.map(({ type, recordFields }) => [type, recordFields]),
);

/** For whom the `viewerCan…` fields are true. */
export const viewerCanTrueFor: readonly Reader[] = ['admin'];

/** Fields for which that differs. */
export const viewerCanOf: Record<string, readonly Reader[]> = {
  'User.viewerCanCreateAccessToken': ['owner'],
  // The record's user has signed in.
  'User.viewerCanResendInvitation': [],
  'AccessToken.viewerCanUpdate': ['owner'],
  'AccessToken.viewerCanRevoke': ['owner', 'admin'],
  ...Object.fromEntries(
    [
      ...['Organization.viewerCanUpdate', 'Organization.viewerCanDelete'],
      ...['Organization.viewerCanInvite', 'Organization.viewerCanCreateTeam'],
      ...['Organization.viewerCanCreateRepository', 'Invitation.viewerCanCancel'],
      ...['Member.viewerCanUpdate', 'Member.viewerCanRemove'],
      ...['Team.viewerCanUpdate', 'Team.viewerCanDelete'],
    ].map((field) => [field, ['owner', 'impersonator', 'admin'] as const]),
  ),
  'Organization.viewerCanLeave': ['owner'],
  // Only the recipient may, who is none of them.
  'Invitation.viewerCanAccept': [],
};

/** Types without rules of their own: readable by anyone allowed to use the field that returns them. */
export const unguardedTypes: readonly string[] = [
  'AuthProvider',
  'Authentication',
  'BoundedCount',
  'Captcha',
  'DayCount',
  'Demo',
  'Environment',
  'LinkedProvider',
  'MailStateCount',
  'ManyRecordsChange',
  'PageInfo',
  'RateLimit',
  'RecordChange',
  'SampleAccount',
  'Setup',
  'SignedOut',
  'Statistics',
  'StatusCount',
  'UserError',
  'Viewer',
  'ViewerChange',
];
