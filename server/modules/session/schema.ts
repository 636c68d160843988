/** Sessions: the viewer's own, and those of every user for viewers with `session:list`. */
import bowser from 'bowser';
import { recordAction } from '#server/auth/audit-log.ts';
import { endSessions } from '#server/auth/users.ts';
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection } from '#server/graphql/connection.ts';
import { type Context, viewerCan } from '#server/graphql/context.ts';
import { prices } from '#server/graphql/limits.ts';
import { defineMutation } from '#server/graphql/mutation.ts';
import { priced } from '#server/graphql/price.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';
import { limits } from '#shared/limits.ts';

const hiddenNote = 'Also null for an impersonation session, unless you have `session:list`.';

const Session = builder.prismaObject('Session', {
  authScopes: ({ userId }, { viewer }) =>
    userId === viewer?.user.id ? true : { can: 'session:list' },
  select: { id: true, userId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user signed in.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    lastActiveAt: t.expose('lastActiveAt', { type: 'DateTime' }),
    ipAddress: t.string({
      nullable: true,
      description: `IP address that the user signed in from. Null if unknown. ${hiddenNote}`,
      select: { ipAddress: true, impersonatedBy: true },
      resolve: (session, _args, context) =>
        seesDevice(session, context) ? session.ipAddress : null,
    }),
    browser: t.string({
      nullable: true,
      description: `Name of the browser, for example \`Chrome\`. Null if unknown. ${hiddenNote}`,
      select: { userAgent: true, impersonatedBy: true },
      resolve: (session, _args, context) =>
        (seesDevice(session, context) && device(session.userAgent)?.getBrowserName()) || null,
    }),
    operatingSystem: t.string({
      nullable: true,
      description: `Operating system of the browser, for example \`Android\`. Null if unknown. ${hiddenNote}`,
      select: { userAgent: true, impersonatedBy: true },
      resolve: (session, _args, context) =>
        (seesDevice(session, context) && device(session.userAgent)?.getOSName()) || null,
    }),
    isImpersonation: t.boolean({
      description: 'Whether an admin is impersonating the user in this session.',
      select: { impersonatedBy: true },
      resolve: ({ impersonatedBy }) => impersonatedBy !== null,
    }),
    isCurrent: t.boolean({
      description: 'Whether this is the session of the request.',
      resolve: ({ id }, _args, { viewer }) => viewer?.session.id === id,
    }),
    impersonator: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'The admin who is impersonating the user in this session. Null if nobody is, or if you lack `user:get`.',
      select: { impersonatedBy: true },
      extensions: priced({ statements: prices.batched }),
      resolve: (query, { impersonatedBy }, _args, context) =>
        impersonatedBy && viewerCan(context, 'user:get')
          ? context.database.user.findUnique({ ...query, where: { id: impersonatedBy } })
          : null,
    }),
  }),
});

/** The device of an impersonation session is the admin's, and so hidden from the user. */
function seesDevice(session: { impersonatedBy: string | null }, context: Context): boolean {
  return session.impersonatedBy === null || viewerCan(context, 'session:list');
}

function device(userAgent: string | null) {
  return userAgent ? bowser.getParser(userAgent) : undefined;
}

builder.prismaObjectField('User', 'sessions', (t) =>
  t.connection(
    {
      type: Session,
      extensions: priced({ entries: limits.sessionsPageSize }),
      description: `Active sessions of the user, last used first. \`first\` defaults to ${limits.sessionsPageSize}. In demo mode, only the session of the request. Requires \`session:list\`, except for the viewer’s own.`,
      authScopes: ({ id }, _args, { viewer }) =>
        id === viewer?.user.id ? true : { can: 'session:list' },
      resolve: ({ id }, args, context, info) => {
        const where = {
          userId: id,
          expiresAt: { gt: new Date() },
          // In demo mode, visitors share accounts.
          ...(context.settings.recordsVisitors ? {} : { id: context.viewer?.session.id ?? '' }),
        };
        const query = selection(context, info, {
          paths: entryPaths,
          columns: ['userId', 'lastActiveAt'],
        }) as { select: { id: true; userId: true } };
        return keysetConnection({
          args,
          pageSize: limits.sessionsPageSize,
          order: { column: 'lastActiveAt', direction: 'desc' },
          where,
          find: (page) => context.database.session.findMany({ ...query, ...page }),
          count: () => context.database.session.count({ where }),
        });
      },
    },
    { name: 'SessionConnection', description: 'A page of sessions.' },
    {
      name: 'SessionEdge',
      description: 'A session and its cursor.',
      nodeField: { description: 'The session.' },
    },
  ),
);

/**
 * Ends one session.
 *
 * @throws Prisma's error for a missing record, also if it does not belong to `userId`
 */
async function endSession(context: Context, id: string, userId?: string): Promise<string> {
  const { database, auth } = context;
  const session = await database.session.findUniqueOrThrow({
    where: { id, ...(userId ? { userId } : {}) },
    select: { token: true, userId: true },
  });
  await endSessions(auth, [session.token]);
  await recordAction(context, { userId: session.userId, kind: 'sessions_revoked' });
  return id;
}

defineMutation('revokeUserSession', {
  description: 'Ends a session of any user, immediately.',
  authScopes: { can: 'session:revoke' },
  target: { field: 'id', model: 'Session' },
  input: {
    description: 'The session to end.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the session.' }) }),
  },
  resolve: async ({ id }, context) => ({ revokedSessionId: await endSession(context, id) }),
  payload: (t) => ({
    revokedSessionId: t.id({
      nullable: true,
      description: 'ID of the ended session. Null if none was ended.',
      resolve: (result) => result.revokedSessionId,
    }),
  }),
});

defineMutation('revokeSession', {
  description:
    'Ends a session of the viewer, immediately. NOT_FOUND for sessions of others. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  target: { field: 'id', model: 'Session' },
  input: {
    description: 'The session to end.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the session.' }) }),
  },
  resolve: async ({ id }, context) => ({
    revokedSessionId: await endSession(context, id, context.viewer?.user.id),
  }),
  payload: (t) => ({
    revokedSessionId: t.id({
      nullable: true,
      description: 'ID of the ended session. Null if none was ended.',
      resolve: (result) => result.revokedSessionId,
    }),
  }),
});

defineMutation('revokeOtherSessions', {
  description:
    'Ends all sessions of the viewer except that of this request, immediately. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true },
  resolve: async (_input, context) => {
    const { database, auth, viewer } = context;
    if (viewer) {
      const { user, session } = viewer;
      const others = await database.session.findMany({
        where: { userId: user.id, id: { not: session.id } },
        select: { token: true },
      });
      await endSessions(
        auth,
        others.map(({ token }) => token),
      );
      if (others.length) {
        await recordAction(context, { userId: user.id, kind: 'sessions_revoked' });
      }
    }
    return { viewer };
  },
  payload: (t) => ({
    viewer: t.field({
      type: 'Viewer',
      nullable: true,
      description: 'The viewer.',
      resolve: (result) => result.viewer,
    }),
  }),
});

// Declared here, because the user module does not know sessions.
builder.prismaObjectField('User', 'viewerCanRevokeSessions', (t) =>
  t.boolean({
    description:
      'Whether the viewer may end the user’s sessions with `revokeUserSession` and `revokeUserSessions`.',
    resolve: (_user, _args, context) => viewerCan(context, 'session:revoke'),
  }),
);
