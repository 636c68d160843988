import { freshMinutes, isFresh } from '#server/auth/viewer.ts';
import type { Session as Stored } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, listOf } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { type Context, isOwner, viewerCan } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { parseUserAgent } from '#server/mail/request-origin.ts';
import { limits } from '#shared/limits.ts';

const SignInMethod = builder.enumType('SignInMethod', {
  description: 'How a session was opened. New methods may be added.',
  values: {
    EMAIL_CODE: { value: 'email_code', description: 'With a code sent by email.' },
    PASSKEY: { value: 'passkey', description: 'With a passkey.' },
    IDENTITY_PROVIDER: {
      value: 'identity_provider',
      description: 'With an identity provider.',
    },
    RECOVERY_CODE: { value: 'recovery_code', description: 'With a recovery code.' },
    SAMPLE_ACCOUNT: {
      value: 'sample_account',
      description: 'As one of the sample accounts, without a proof.',
    },
    IMPERSONATION: {
      value: 'impersonation',
      description: 'By an admin who impersonates the user.',
    },
  } as const,
});

type Device = Pick<Stored, 'ipAddress' | 'userAgent' | 'impersonatedBy'>;

/** An impersonation session has the admin's device, which is hidden from the user. */
const hidesImpersonator = ({ impersonatedBy }: Device, context: Context): boolean =>
  impersonatedBy !== null && !viewerCan(context, 'session:list');

/** Options of a field about the device. */
const ofDevice = (read: (device: Device, context: Context) => string | null | undefined) => ({
  nullable: true as const,
  select: { ipAddress: true, userAgent: true, impersonatedBy: true } as const,
  resolve: (session: Device, _args: object, context: Context) =>
    hidesImpersonator(session, context) ? null : read(session, context) || null,
});

export const Session = builder.prismaObject('Session', {
  interfaces: [Node],
  select: { id: true, userId: true, expiresAt: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    lastActiveAt: t.expose('lastActiveAt', { type: 'DateTime' }),
    ipAddress: t.string({
      ...ofDevice(({ ipAddress }) => ipAddress),
      description:
        'IP address that the user signed in from. Null if unknown. Also null for an impersonation session, unless you have `session:list`.',
    }),
    place: t.string({
      ...ofDevice(({ ipAddress }, { findPlace, language }) => findPlace(ipAddress, language())),
      description:
        'Place of the IP address, for example `Nairobi, Kenya`, in the viewer’s language or in English. Null if unknown, or without `GEOIP_FILE`. Also null for an impersonation session, unless you have `session:list`.',
    }),
    browser: t.string({
      ...ofDevice(({ userAgent }) => parseUserAgent(userAgent)?.getBrowserName()),
      description:
        'Name of the browser, for example `Chrome`. Null if unknown. Also null for an impersonation session, unless you have `session:list`.',
    }),
    operatingSystem: t.string({
      ...ofDevice(({ userAgent }) => parseUserAgent(userAgent)?.getOSName()),
      description:
        'Operating system of the browser, for example `Android`. Null if unknown. Also null for an impersonation session, unless you have `session:list`.',
    }),
    isFresh: t.boolean({
      description: `Whether the user proved their identity in the session within the last ${freshMinutes} minutes, which SESSION_NOT_FRESH requires.`,
      select: { createdAt: true, reauthenticatedAt: true, impersonatedBy: true },
      resolve: (session) => isFresh(session),
    }),
    signInMethod: t.expose('signInMethod', { type: SignInMethod, nullable: true }),
    isCurrent: t.boolean({
      description: 'Whether this is the session of the request.',
      resolve: ({ id }, _args, { viewer }) => viewer?.session?.id === id,
    }),
  }),
});

builder.prismaObjectField('User', 'sessions', (t) =>
  t.connection(
    {
      type: Session,
      nullable: true,
      complexity: cost({ entries: limits.sessionsPageSize }),
      description: `Active sessions of the user, last used first. \`first\` defaults to ${limits.sessionsPageSize}. Requires \`session:list\`, except for the viewer’s own when signed in.`,
      authScopes: ({ id }, _args, context) =>
        isOwner(context, id) ? true : { can: 'session:list' },
      resolve: listOf('Session', ({ id: userId }, context) => ({
        pageSize: limits.sessionsPageSize,
        where: [{ userId }, ...visibleWhere('Session', context)],
        orderBy: { field: 'lastActiveAt', direction: 'desc' },
      })),
    },
    connectionOf(Session, 'sessions'),
  ),
);

// Declared here, because the feature *user* doesn't know about sessions.
builder.prismaObjectField('User', 'viewerCanRevokeSessions', (t) =>
  t.boolean({
    description:
      'Whether the viewer may end the user’s sessions with `revokeUserSession` and `revokeSessionsOfUsers`.',
    resolve: (_user, _args, context) => viewerCan(context, 'session:revoke'),
  }),
);
