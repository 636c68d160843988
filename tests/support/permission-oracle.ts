/**
 * Who may read and do what, written by hand and never derived from the schema's scopes. Entities have their rows
 * in tests/entities; tests/server/permissions.test.ts reports missing ones.
 */
import { expectedEntities } from './entities.ts';
import {
  type Access,
  type FieldAccess,
  mutation,
  query,
  type RootField,
  subscription,
} from './expectations.ts';

export const roles = [
  'anonymous',
  'banned',
  'onboarding',
  'user',
  'impersonator',
  'admin',
] as const;

/** `onboarding`: signed in, but without a name yet. `impersonator`: an admin acting as a user. */
export type TestRole = (typeof roles)[number];

const allowed: Record<Access, readonly TestRole[]> = {
  public: ['anonymous', 'banned', 'onboarding', 'user', 'impersonator', 'admin'],
  signedIn: ['onboarding', 'user', 'impersonator', 'admin'],
  accountOwner: ['onboarding', 'user', 'admin'],
  admin: ['admin'],
};

export function expectedRefusal(role: TestRole, access: Access): string | undefined {
  if (allowed[access].includes(role)) return undefined;
  return role === 'anonymous' || role === 'banned' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
}

const liveEvents = 'events';

const generalFields: Record<string, RootField> = {
  setup: query('public', '{ setup { appName } }'),
  viewer: query('public', '{ viewer { user { id } } }'),
  rateLimit: query('public', '{ rateLimit { remaining } }'),
  node: query('signedIn', 'query ($repositoryId: ID!) { node(id: $repositoryId) { id } }'),
  nodes: query('signedIn', 'query ($repositoryId: ID!) { nodes(ids: [$repositoryId]) { id } }'),
  statistics: query('admin', '{ statistics(days: 2) { newUsersPerDay { date count } } }'),
  system: query('admin', '{ system { process { instance } } }'),
  updateViewer: mutation('accountOwner', '', 'updateViewer(input: { name: "Probe" })'),
  updateViewerPicture: mutation('accountOwner', '', 'updateViewerPicture(input: { picture: "" })'),
  deleteViewerPicture: mutation('accountOwner', '', 'deleteViewerPicture'),
  createRecoveryCodes: mutation('accountOwner', '', 'createRecoveryCodes'),
  unlinkProvider: mutation('accountOwner', '', 'unlinkProvider(input: { providerId: "none" })'),
  [liveEvents]: subscription('signedIn', 'subscription { events { __typename } }'),
};

export const rootFields: Record<string, RootField> = Object.assign(
  {},
  generalFields,
  ...expectedEntities.map((entity) => entity.rootFields),
);

/** Root fields open to any token, and the viewer's fields, which need no scope. */
export const scopelessFields: readonly string[] = [
  'setup',
  'viewer',
  'rateLimit',
  'node',
  'nodes',
  liveEvents,
  'revokeAccessToken',
];

export const scopesOf: Record<string, readonly string[]> = Object.assign(
  {
    updateViewer: ['ACCOUNT_UPDATE'],
    auditEvents: ['AUDIT_LOG_READ'],
    updateViewerPicture: ['ACCOUNT_UPDATE'],
    deleteViewerPicture: ['ACCOUNT_UPDATE'],
  },
  ...expectedEntities.map((entity) => entity.scopes),
);

/** Readers of a user's record: the user, an admin, another user. `impersonator`: an admin acting as the user. */
export const readers = ['owner', 'impersonator', 'admin', 'otherUser'] as const;
export type Reader = (typeof readers)[number];

export const fieldReaders: Record<FieldAccess, readonly Reader[]> = {
  signedIn: readers,
  related: ['owner', 'impersonator', 'admin'],
  own: ['owner', 'impersonator'],
  admin: ['admin'],
};

/** Access to every field. A record that the reader may not see at all is null. */
export const recordFields: Record<string, Record<string, FieldAccess>> = Object.fromEntries(
  expectedEntities.map(({ type, recordFields }) => [type, recordFields]),
);

export const viewerCanTrueFor: readonly Reader[] = ['admin'];

export const viewerCanOf: Record<string, readonly Reader[]> = {
  'User.viewerCanCreateAccessToken': ['owner'],
  // The record's user has already signed in.
  'User.viewerCanResendInvitation': [],
  'AccessToken.viewerCanUpdate': ['owner'],
  'AccessToken.viewerCanRevoke': ['owner', 'admin'],
  ...Object.fromEntries(
    [
      'Organization.viewerCanUpdate',
      'Organization.viewerCanCreateTeam',
      ...['Organization.viewerCanCreateRepository', 'Invitation.viewerCanCancel'],
      ...['Member.viewerCanUpdate', 'Member.viewerCanRemove'],
      ...['Team.viewerCanUpdate', 'Team.viewerCanDelete'],
    ].map((field) => [field, ['owner', 'impersonator', 'admin'] as const]),
  ),
  'Organization.viewerCanLeave': ['owner'],
  // Impersonators can't prove the user's identity.
  'Organization.viewerCanDelete': ['owner', 'admin'],
  // Impersonators can't send email in the user's name.
  'Invitation.viewerCanResend': ['owner', 'admin'],
  'Organization.viewerCanInvite': ['owner', 'admin'],
  // Only the recipient may accept, and none of these readers is the recipient.
  'Invitation.viewerCanAccept': [],
};

const liveEventTypes = ['ManyRecordsChange', 'RecordChange', 'SignedOut', 'ViewerChange'];

/** Types without their own rules: readable by anyone allowed to use the field that returns them. */
export const unguardedTypes: readonly string[] = [
  'AuthProvider',
  'Authentication',
  'Backup',
  'BoundedCount',
  'Captcha',
  'DatabaseStatus',
  'DayCount',
  'DeletedRepository',
  'DependentCount',
  'Demo',
  'Environment',
  'LinkedProvider',
  'MailQueue',
  'MailStateCount',
  'MigrationStatus',
  'MutationRateLimit',
  'PageInfo',
  'RateLimit',
  'RecoveryCodes',
  'SampleAccount',
  'ServerProcess',
  'Setting',
  'Setup',
  'Statistics',
  'StatusCount',
  'System',
  'UserError',
  'Viewer',
  ...liveEventTypes,
];
