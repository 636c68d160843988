/** The audit log of an account, for viewers with `user:get` and for its owner. */
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection } from '#server/graphql/connection.ts';
import { isOwner, viewerCan } from '#server/graphql/context.ts';
import { prices } from '#server/graphql/limits.ts';
import { ownOr } from '#server/graphql/loaded-columns.ts';
import { Node } from '#server/graphql/node.ts';
import { priced } from '#server/graphql/price.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';
import { limits } from '#shared/limits.ts';

const AuditEventKind = builder.enumType('AuditEventKind', {
  description: 'Kind of an audit event. New kinds may be added. `detail` is null unless noted.',
  values: {
    CREATED: { value: 'created', description: 'The user signed up.' },
    INVITED: { value: 'invited', description: 'An admin created the account.' },
    SIGNED_IN: { value: 'signed_in', description: 'The user signed in.' },
    ONBOARDED: {
      value: 'onboarded',
      description: 'The user completed onboarding by entering their name.',
    },
    NAME_CHANGED: {
      value: 'name_changed',
      description: 'The name changed. `detail`: the former name.',
    },
    EMAIL_CHANGED: {
      value: 'email_changed',
      description: 'The email address changed. `detail`: the former address.',
    },
    ROLE_CHANGED: {
      value: 'role_changed',
      description: 'The role changed. `detail`: the new role in lower case, for example `admin`.',
    },
    BANNED: { value: 'banned', description: 'The user was banned. `detail`: the reason.' },
    UNBANNED: { value: 'unbanned', description: 'The ban was lifted.' },
    IMPERSONATED: { value: 'impersonated', description: 'An admin impersonated the user.' },
    SESSIONS_REVOKED: {
      value: 'sessions_revoked',
      description: 'One or more sessions were ended before they expired.',
    },
    ACCESS_TOKEN_CREATED: {
      value: 'access_token_created',
      description: 'An access token was created. `detail`: its name.',
    },
    ACCESS_TOKEN_ROTATED: {
      value: 'access_token_rotated',
      description: 'An access token got a new secret. `detail`: its name.',
    },
    ACCESS_TOKEN_REVOKED: {
      value: 'access_token_revoked',
      description: 'An access token was revoked. `detail`: its name.',
    },
    PROVIDER_UNLINKED: {
      value: 'provider_unlinked',
      description: 'The user unlinked an identity provider. `detail`: its name.',
    },
  } as const,
});

const AuditEvent = builder.prismaObject('AuditEvent', {
  interfaces: [Node],
  authScopes: ownOr('user:get', ({ userId }: { userId: string }, context) =>
    isOwner(context, userId),
  ),
  select: { id: true, userId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: AuditEventKind, description: 'What happened.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    actor: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'Who caused the event. Null if that was the user or the system, if their account was deleted, or if you lack `user:get`.',
      select: { actorId: true },
      extensions: priced({ statements: prices.batched }),
      resolve: (query, { actorId }, _args, context) =>
        actorId && viewerCan(context, 'user:get')
          ? context.database.user.findUnique({ ...query, where: { id: actorId } })
          : null,
    }),
    actorName: t.string({
      nullable: true,
      description:
        'Name of the actor at the time, kept when their account is deleted. Null if that was the user or the system, or if you lack `user:get`.',
      select: { actorName: true },
      extensions: priced({ characters: limits.nameMax }),
      resolve: ({ actorName }, _args, context) =>
        viewerCan(context, 'user:get') ? actorName : null,
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      extensions: priced({ characters: limits.banReasonMax }),
    }),
  }),
});

builder.prismaObjectField('User', 'history', (t) =>
  t.connection(
    {
      type: AuditEvent,
      nullable: true,
      description:
        'Audit log of the account, newest first. Requires `user:get`, except for the viewer’s own when signed in.',
      authScopes: ({ id }, _args, context) => (isOwner(context, id) ? true : { can: 'user:get' }),
      resolve: ({ id }, args, context, info) => {
        const where = { userId: id };
        const query = selection(context, info, {
          paths: entryPaths,
          columns: ['userId', 'createdAt'],
        }) as { select: { id: true; userId: true } };
        return keysetConnection({
          args,
          order: { column: 'createdAt', direction: 'desc' },
          where,
          find: (page) => context.database.auditEvent.findMany({ ...query, ...page }),
          count: (bound) => context.database.auditEvent.count({ where, ...bound }),
        });
      },
    },
    { name: 'AuditEventConnection', description: 'A page of audit events.' },
    {
      name: 'AuditEventEdge',
      description: 'An audit event and its cursor.',
      nodeField: { description: 'The audit event.' },
    },
  ),
);
