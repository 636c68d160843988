/** Events of the audit log: all of them for viewers with `audit-log:read`, those of an account for its owner. */
import { isIdOf } from '#server/database/ids.ts';
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection } from '#server/graphql/connection.ts';
import { type Context, canSeeOrganization, isOwner, viewerCan } from '#server/graphql/context.ts';
import { prices } from '#server/graphql/limits.ts';
import { ownOr } from '#server/graphql/loaded-columns.ts';
import { Node, nodesOnlyWhere } from '#server/graphql/node.ts';
import { priced } from '#server/graphql/price.ts';
import { DateTimeFilter } from '#server/graphql/record-filter.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';
import { describedWithout } from '#server/graphql/without-organizations.ts';
import { limits } from '#shared/limits.ts';
import { auditConditions, shownEvents } from './filter.ts';
import { AuditEventKind } from './kinds.ts';

nodesOnlyWhere('AuditEvent', ({ settings }) => shownEvents(settings));

type Owned = { userId: string | null };

export const AuditEvent = builder.prismaObject('AuditEvent', {
  interfaces: [Node],
  // The history of an account is read with `user:get`, too.
  authScopes: ownOr(
    'audit-log:read',
    ({ userId }: Owned, context) =>
      userId !== null && (isOwner(context, userId) || viewerCan(context, 'user:get')),
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
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'The user whose account the event is about. Null if it is about something else, if their account was deleted, or if you lack `user:get`.',
      select: { userId: true },
      extensions: priced({ statements: prices.batched }),
      resolve: (query, { userId }, _args, context) =>
        userId && viewerCan(context, 'user:get')
          ? context.database.user.findUnique({ ...query, where: { id: userId } })
          : null,
    }),
    repository: t.prismaField({
      type: 'Repository',
      nullable: true,
      description:
        'The repository that the event is about. Null if it is about something else, or if the repository was deleted.',
      select: { recordId: true },
      extensions: priced({ statements: prices.batched }),
      resolve: (query, { recordId }, _args, context) =>
        recordId && isIdOf('Repository', recordId)
          ? context.database.repository.findUnique({ ...query, where: { id: recordId } })
          : null,
    }),
    organization: t.prismaField({
      type: 'Organization',
      nullable: true,
      description:
        'The organization that the event is about, or about a member or team of. Null if it is about something else, if the organization was deleted, or if you do not see it.',
      select: { recordId: true },
      extensions: priced({ statements: prices.batched }),
      resolve: (query, { recordId }, _args, context) =>
        recordId && isIdOf('Organization', recordId) && canSeeOrganization(context, recordId)
          ? context.database.organization.findUnique({ ...query, where: { id: recordId } })
          : null,
    }),
    organizationName: t.exposeString('organizationName', {
      nullable: true,
      description:
        'Name of that organization at the time, kept when it is deleted. Null if the event is about something else.',
      extensions: priced({ characters: limits.nameMax }),
    }),
    subjectId: t.id({
      description:
        'ID of the user or record that the event is about. It stays when that is deleted.',
      select: { userId: true, recordId: true },
      resolve: ({ userId, recordId }) => userId ?? recordId ?? '',
    }),
    subjectName: t.exposeString('subjectName', {
      nullable: true,
      description:
        'Name of the user or record at the time. Null if it had none, or for events before November 2026.',
      extensions: priced({ characters: limits.nameMax }),
    }),
    network: t.string({
      nullable: true,
      description:
        'Network that the event was caused from: an IPv4 /24 or IPv6 /48. Null if it is unknown, or if you lack `audit-log:read`.',
      select: { network: true },
      extensions: priced({ characters: 50 }),
      resolve: ({ network }, _args, context) =>
        viewerCan(context, 'audit-log:read') ? network : null,
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      extensions: priced({ characters: limits.banReasonMax }),
    }),
  }),
});

const connection = { name: 'AuditEventConnection', description: 'A page of audit events.' };
const edge = {
  name: 'AuditEventEdge',
  description: 'An audit event and its cursor.',
  nodeField: { description: 'The audit event.' },
} as const;

const AuditEventConnection = builder.connectionObject({ type: AuditEvent, ...connection }, edge);

type Listed = {
  args: Parameters<typeof keysetConnection>[0]['args'];
  where: object;
  context: Context;
  info: Parameters<typeof selection>[1];
};

/** A page of the audit log, newest first. */
function eventsWhere({ args, where, context, info }: Listed) {
  const { auditEvent } = context.database;
  const columns = ['userId', 'createdAt'];
  const query = selection(context, info, { paths: entryPaths, columns });
  return keysetConnection({
    args,
    order: { column: 'createdAt', direction: 'desc' },
    where,
    find: (page) =>
      auditEvent.findMany({ ...(query as { select: { id: true; userId: true } }), ...page }),
    count: (bound) => auditEvent.count({ where, ...bound }),
  });
}

const historyDescription =
  'Audit log of the account, newest first. Requires `user:get`, except for the viewer’s own when signed in.';

builder.prismaObjectField('User', 'history', (t) =>
  t.connection(
    {
      type: AuditEvent,
      nullable: true,
      description: `${historyDescription} Memberships in organizations are in \`auditEvents\` only.`,
      extensions: describedWithout(historyDescription),
      authScopes: ({ id }, _args, context) => (isOwner(context, id) ? true : { can: 'user:get' }),
      resolve: ({ id }, args, context, info) =>
        // Events about memberships have the organization's ID as well.
        eventsWhere({ args, where: { userId: id, recordId: null }, context, info }),
    },
    AuditEventConnection,
  ),
);

const subjectDescription =
  'Only events about this user or record. Also of one that was deleted. Unknown IDs match nothing.';

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'Filter of audit events. All its conditions apply.',
  fields: (t) => ({
    actorId: t.id({ description: 'Only events that this user caused. Also of a deleted user.' }),
    subjectId: t.id({
      description: `${subjectDescription} For an organization, also those about its members and teams.`,
      extensions: describedWithout(subjectDescription),
    }),
    kind: t.field({ type: AuditEventKind, description: 'Only events of this kind.' }),
    createdAt: t.field({ type: DateTimeFilter, description: 'Only events in this period.' }),
  }),
});

builder.queryFields((t) => ({
  auditEvents: t.connection(
    {
      type: AuditEvent,
      nullable: true,
      description:
        'The audit log: who did what to which account or record. Newest first. Requires `audit-log:read`.',
      authScopes: { can: 'audit-log:read' },
      args: {
        filter: t.arg({ type: AuditEventFilter, description: 'Which events to return.' }),
      },
      resolve: (_root, args, context, info) => {
        const { createdAt, ...filter } = args.filter ?? {};
        const { from, before } = createdAt ?? {};
        const where = { AND: auditConditions({ ...filter, from, before }, context.settings) };
        return eventsWhere({ args, where, context, info });
      },
    },
    AuditEventConnection,
  ),
}));
