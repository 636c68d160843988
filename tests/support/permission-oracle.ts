/**
 * Who may read and do what, written by hand: the tests compare the API with this table, never with
 * the schema's own scopes. A field without a row fails tests/server/permissions.test.ts.
 */

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

/** Who may use a root field. */
export type Access = 'public' | 'signedIn' | 'accountOwner' | 'admin';

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

export type RootField = {
  kind: 'query' | 'mutation' | 'subscription';
  access: Access;
  /** Asks the field; its variables are those of `RootVariables`. */
  document: string;
};

/** IDs and texts that the documents use; a document declares those it needs. */
export type RootVariables = {
  repositoryId: string;
  /** A user other than the one who asks. */
  userId: string;
  /** A session of that user. */
  sessionId: string;
  /** A session of the one who asks. */
  ownSessionId: string;
  name: string;
  email: string;
};

const query = (access: Access, document: string): RootField => ({
  kind: 'query',
  access,
  document,
});
const mutation = (access: Access, variables: string, call: string): RootField => ({
  kind: 'mutation',
  access,
  document: `mutation ${variables} { ${call} { errors { code } } }`,
});

export const rootFields: Record<string, RootField> = {
  setup: query('public', '{ setup { appName } }'),
  viewer: query('public', '{ viewer { user { id } } }'),
  node: query('signedIn', 'query ($repositoryId: ID!) { node(id: $repositoryId) { id } }'),
  nodes: query('signedIn', 'query ($repositoryId: ID!) { nodes(ids: [$repositoryId]) { id } }'),
  repository: query(
    'signedIn',
    'query ($repositoryId: ID!) { repository(id: $repositoryId) { id } }',
  ),
  repositories: query('signedIn', '{ repositories { nodes { id } } }'),
  user: query('admin', 'query ($userId: ID!) { user(id: $userId) { id } }'),
  users: query('admin', '{ users { nodes { id } } }'),
  statistics: query('admin', '{ statistics(days: 2) { newUsersPerDay { date count } } }'),

  createRepository: mutation(
    'admin',
    '($name: String!)',
    'createRepository(input: { name: $name, link: "a.example" })',
  ),
  updateRepository: mutation(
    'admin',
    '($repositoryId: ID!)',
    'updateRepository(input: { id: $repositoryId, description: "new" })',
  ),
  deleteRepository: mutation(
    'admin',
    '($repositoryId: ID!)',
    'deleteRepository(input: { id: $repositoryId })',
  ),
  createUser: mutation(
    'admin',
    '($email: String!)',
    'createUser(input: { email: $email, role: USER })',
  ),
  updateUser: mutation(
    'admin',
    '($userId: ID!)',
    'updateUser(input: { id: $userId, name: "New" })',
  ),
  banUser: mutation('admin', '($userId: ID!)', 'banUser(input: { id: $userId, banReason: "x" })'),
  unbanUser: mutation('admin', '($userId: ID!)', 'unbanUser(input: { id: $userId })'),
  deleteUser: mutation('admin', '($userId: ID!)', 'deleteUser(input: { id: $userId })'),
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
  updateViewer: mutation('accountOwner', '', 'updateViewer(input: { name: "Probe" })'),

  events: {
    kind: 'subscription',
    access: 'signedIn',
    document: 'subscription { events { __typename } }',
  },
};

/** Who reads a user's record: the user, an admin acting as them, an admin, another user. */
export const readers = ['owner', 'impersonator', 'admin', 'otherUser'] as const;
export type Reader = (typeof readers)[number];

/** `related`: the user, an admin acting as them, and admins. `admin`: null for everyone else. */
export type FieldAccess = 'signedIn' | 'related' | 'admin';

export const fieldReaders: Record<FieldAccess, readonly Reader[]> = {
  signedIn: readers,
  related: ['owner', 'impersonator', 'admin'],
  admin: ['admin'],
};

/** Every field of the records. A record that the reader may not see at all is null. */
export const recordFields: Record<string, Record<string, FieldAccess>> = {
  User: {
    id: 'related',
    email: 'related',
    name: 'related',
    role: 'related',
    status: 'related',
    language: 'related',
    onboardedAt: 'related',
    banReason: 'related',
    banEndsAt: 'related',
    lastActiveAt: 'related',
    createdAt: 'related',
    updatedAt: 'related',
    viewerCanUpdate: 'related',
    viewerCanUpdateEmail: 'related',
    viewerCanSetRole: 'related',
    viewerCanBan: 'related',
    viewerCanDelete: 'related',
    viewerCanImpersonate: 'related',
    viewerCanRevokeSessions: 'related',
    sessions: 'related',
    history: 'related',
  },
  /** An impersonation session: what would locate the admin is hidden. */
  Session: {
    id: 'related',
    createdAt: 'related',
    expiresAt: 'related',
    lastActiveAt: 'related',
    isCurrent: 'related',
    isImpersonation: 'related',
    ipAddress: 'admin',
    browser: 'admin',
    operatingSystem: 'admin',
    impersonator: 'admin',
  },
  /** An event caused by an admin. */
  AuditEvent: {
    id: 'related',
    kind: 'related',
    createdAt: 'related',
    detail: 'related',
    actor: 'admin',
    actorName: 'admin',
  },
  Repository: {
    id: 'signedIn',
    name: 'signedIn',
    link: 'signedIn',
    description: 'signedIn',
    createdAt: 'signedIn',
    updatedAt: 'signedIn',
    viewerCanUpdate: 'signedIn',
    viewerCanDelete: 'signedIn',
  },
};

/** For whom the `viewerCan…` fields are true. */
export const viewerCanTrueFor: readonly Reader[] = ['admin'];

/** Types without rules of their own: readable by anyone allowed to use the field that returns them. */
export const unguardedTypes: readonly string[] = [
  'AuthProvider',
  'Captcha',
  'DayCount',
  'Demo',
  'Environment',
  'MailStateCount',
  'ManyRecordsChange',
  'PageInfo',
  'RecordChange',
  'Setup',
  'SignedOut',
  'Statistics',
  'StatusCount',
  'UserError',
  'Viewer',
  'ViewerChange',
];
