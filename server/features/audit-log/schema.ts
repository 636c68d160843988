import { isIdOf } from '#server/database/ids.ts';
import { canSeeOrganization } from '#server/features/organization/policy.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { type Context, isOwner, viewerCan } from '#server/graphql/context.ts';
import { cost, prices } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { AuditEventKind } from './kinds.ts';

type Concerned = { organizationId: string | null; recordId: string | null };

/** The organization that an event concerns. Older organization events store it only as their record. */
export const concernedBy = ({ organizationId, recordId }: Concerned) =>
  organizationId ?? (recordId && isIdOf('Organization', recordId) ? recordId : null);

export const actorIdOf = ({ doneById }: { doneById: string | null }) =>
  doneById && isIdOf('User', doneById) ? doneById : null;

const seesActor = (context: Context, doneById: string | null) =>
  doneById !== null && (viewerCan(context, 'user:get') || isOwner(context, doneById));

const means = 'Null for others, or if you neither caused the event nor have `audit-log:read`.';

/** Options of a field with a means of the actor: their session, token, or whom they impersonated. */
const seenMeans = <Column extends 'impersonatedId' | 'sessionId' | 'tokenId' | 'tokenName'>(
  column: Column,
) => ({
  nullable: true as const,
  select: { doneById: true as const, [column]: true as const } as Record<Column | 'doneById', true>,
  resolve(event: Record<Column | 'doneById', string | null>, _args: object, context: Context) {
    const { doneById } = event;
    const isTheirs = doneById !== null && isOwner(context, doneById);
    return isTheirs || viewerCan(context, 'audit-log:read') ? event[column] : null;
  },
});

export const AuditEvent = builder.prismaObject('AuditEvent', {
  interfaces: [Node],
  select: { id: true, userId: true, recordId: true, kind: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    kind: t.expose('kind', { type: AuditEventKind, description: 'What happened.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    actor: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'The user that caused the event, even to their own account. It can be a service account. Null if their account was deleted, if a command such as `npm run admin` caused it, or if you lack `user:get` and it was not you.',
      select: { doneById: true },
      complexity: cost({ statements: prices.batched }),
      resolve: (query, { doneById }, _args, context) =>
        doneById && seesActor(context, doneById)
          ? context.database.user.findUnique({ ...query, where: { id: doneById } })
          : null,
    }),
    actorId: t.id({
      nullable: true,
      description:
        'ID of the actor. Kept when their account is deleted. Null if a command caused the event, or if you lack `user:get` and are not the actor.',
      select: { doneById: true },
      resolve: (event, _args, context) =>
        seesActor(context, event.doneById) ? actorIdOf(event) : null,
    }),
    actorName: t.string({
      nullable: true,
      description:
        'Name of the actor at the time, kept when their account is deleted; for a command, the command. Null if they had none, or if you lack `user:get` and it was not you.',
      select: { actorId: true, actorName: true, doneById: true, subjectName: true },
      complexity: cost({ characters: limits.nameMax }),
      resolve: ({ actorId, actorName, doneById, subjectName }, _args, context) => {
        if (!seesActor(context, doneById)) return null;
        return actorId ? actorName : subjectName;
      },
    }),
    impersonatedUserId: t.id({
      ...seenMeans('impersonatedId'),
      description: `ID of the user in whose name the actor caused the event while impersonating them. ${means}`,
    }),
    sessionId: t.id({
      ...seenMeans('sessionId'),
      description: `ID of the session that caused the event. Kept when the session ends. ${means}`,
    }),
    accessTokenId: t.id({
      ...seenMeans('tokenId'),
      description: `ID of the access token that caused the event. Kept when the token is deleted. ${means}`,
    }),
    accessTokenName: t.string({
      ...seenMeans('tokenName'),
      description: `Name of that access token at the time. ${means}`,
      complexity: cost({ characters: limits.accessTokenNameMax }),
    }),
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'The user whose account the event is about. Null if it is about something else, if their account was deleted, or if you lack `user:get`.',
      select: { userId: true },
      complexity: cost({ statements: prices.batched }),
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
      complexity: cost({ statements: prices.batched }),
      resolve: (query, { recordId }, _args, context) =>
        recordId && isIdOf('Repository', recordId)
          ? context.database.repository.findUnique({ ...query, where: { id: recordId } })
          : null,
    }),
    organization: t.prismaField({
      type: 'Organization',
      nullable: true,
      description:
        'The organization that the event concerns: itself, or one of its members, teams, invitations or repositories. Its access tokens count too. Null for other events, if the organization was deleted, or if you do not see it.',
      select: { recordId: true, organizationId: true },
      complexity: cost({ statements: prices.batched }),
      resolve: (query, event, _args, context) => {
        const id = concernedBy(event);
        return id && canSeeOrganization(context, id)
          ? context.database.organization.findUnique({ ...query, where: { id } })
          : null;
      },
    }),
    organizationId: t.id({
      nullable: true,
      description: 'ID of that organization, kept when it is deleted. Null for other events.',
      select: { recordId: true, organizationId: true },
      resolve: concernedBy,
    }),
    organizationName: t.exposeString('organizationName', {
      nullable: true,
      description:
        'Name of that organization at the time, kept when it is deleted. Null for events of repositories. Null for events of access tokens.',
      complexity: cost({ characters: limits.nameMax }),
    }),
    subjectId: t.id({
      description: 'ID of the user or record that the event is about. Kept when it is deleted.',
      select: { userId: true, recordId: true },
      resolve: ({ userId, recordId }) => userId ?? recordId ?? '',
    }),
    subjectName: t.exposeString('subjectName', {
      nullable: true,
      complexity: cost({ characters: limits.nameMax }),
    }),
    network: t.string({
      nullable: true,
      description:
        'Network that the event was caused from: an IPv4 /24 or IPv6 /48. Null if it is unknown, or if you lack `audit-log:read`.',
      select: { network: true },
      complexity: cost({ characters: 50 }),
      resolve: ({ network }, _args, context) =>
        viewerCan(context, 'audit-log:read') ? network : null,
    }),
    changedFields: t.exposeStringList('changedFields', { complexity: cost({ entries: 5 }) }),
    detail: t.exposeString('detail', {
      nullable: true,
      complexity: cost({ characters: limits.banReasonMax }),
    }),
  }),
});

export const AuditEventConnection = connectionOf(AuditEvent, 'audit events');
