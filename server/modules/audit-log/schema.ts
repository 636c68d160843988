/** What happened to people's accounts, for managers and for the person. */
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection } from '#server/graphql/connection.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { prices } from '#server/graphql/limits.ts';
import { priced } from '#server/graphql/price.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';
import { limits } from '#shared/limits.ts';

const AuditEventKind = builder.enumType('AuditEventKind', {
  description: 'What happened to an account. New kinds may be added.',
  values: {
    CREATED: { value: 'created', description: 'The person signed in for the first time.' },
    INVITED: { value: 'invited', description: 'A manager made the account.' },
    SIGNED_IN: { value: 'signed_in', description: 'The person signed in.' },
    ONBOARDED: { value: 'onboarded', description: 'The person said how they want to be called.' },
    NAME_CHANGED: { value: 'name_changed', description: 'The name changed; detail: the former.' },
    EMAIL_CHANGED: {
      value: 'email_changed',
      description: 'The address changed; detail: the former.',
    },
    ROLE_CHANGED: { value: 'role_changed', description: 'The role changed; detail: the new one.' },
    BANNED: { value: 'banned', description: 'The person was banned; detail: why.' },
    UNBANNED: { value: 'unbanned', description: 'The ban was ended.' },
    IMPERSONATED: { value: 'impersonated', description: 'A manager acted as the person.' },
    SESSIONS_REVOKED: { value: 'sessions_revoked', description: 'Sessions were ended.' },
  } as const,
});

const AuditEvent = builder.prismaObject('AuditEvent', {
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: AuditEventKind, description: 'What happened.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    actor: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'Who did it; null: the person themselves, the product, or somebody whose account is gone. Null too without `user:get`.',
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
        'The name of who did it, as it was then; it stays when their account is deleted. Null: the person themselves, or the product. Null too without `user:get`.',
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
      description:
        'What happened to the account, the newest first. Needs `user:get`, or to be that person.',
      authScopes: ({ id }, _args, { viewer }) =>
        id === viewer?.user.id ? true : { can: 'user:get' },
      resolve: ({ id }, args, context, info) => {
        const where = { userId: id };
        const query = selection(context, info, { paths: entryPaths, columns: ['createdAt'] });
        return keysetConnection({
          args,
          order: { column: 'createdAt', direction: 'desc' },
          where,
          find: (page) => context.database.auditEvent.findMany({ ...query, ...page }),
          count: () => context.database.auditEvent.count({ where }),
        });
      },
    },
    { name: 'AuditEventConnection', description: 'The history of an account.' },
    { name: 'AuditEventEdge', description: 'An event and its place in the history.' },
  ),
);
