/** Lists of audit events: the whole log, and those about an account. */

import { isIdOf, modelOfId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { builder } from '#server/graphql/builder.ts';
import { periodFilter, within } from '#server/graphql/building/filters.ts';
import { listOf, listRecords } from '#server/graphql/building/lists.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { isOwner } from '#server/graphql/context.ts';
import { AuditEventKind } from './kinds.ts';
import { AuditEvent, AuditEventConnection } from './schema.ts';

const AuditEventFilter = builder.inputType('AuditEventFilter', {
  description: 'Filter of audit events. All its conditions apply.',
  fields: (t) => ({
    actorId: t.id({ description: 'Only events that this user caused. Also of a deleted user.' }),
    accessTokenId: t.id({
      description: 'Only events caused by this access token. Also of a deleted one.',
    }),
    organizationId: t.id({
      description:
        'Only events that concern this organization: itself, its members, teams, invitations or repositories. Its access tokens count too. Also of a deleted organization.',
    }),
    subjectId: t.id({
      description:
        'Only events about this user or record. Also of one that was deleted. Unknown IDs match nothing. For an organization, also those about its members and teams.',
    }),
    kinds: t.field({
      type: [AuditEventKind],
      description: 'Only events of one of these kinds. Empty matches nothing.',
    }),
    createdAt: t.field({
      type: periodFilter('DateTime'),
      description: 'Only events in this period.',
    }),
  }),
});

export type ListedEvents = { filter?: typeof AuditEventFilter.$inferInput | null };

const nothing = { id: { in: [] } };

/** Condition for an ID of this model. Undefined without one; an invalid ID matches nothing. */
function of(model: EntityModel, id: string | null | undefined, where: (id: string) => object) {
  if (!id) return undefined;
  return isIdOf(model, id) ? where(id) : nothing;
}

function about(id: string) {
  if (isIdOf('User', id)) return { userId: id };
  return modelOfId(id) ? { recordId: id } : nothing;
}

export function auditConditions(filter: typeof AuditEventFilter.$inferInput) {
  const { actorId, accessTokenId, organizationId, subjectId, kinds, createdAt } = filter;
  return [
    of('User', actorId, (id) => ({ doneById: id })),
    of('AccessToken', accessTokenId, (id) => ({ tokenId: id })),
    of('Organization', organizationId, (id) => ({
      OR: [{ organizationId: id }, { recordId: id }],
    })),
    subjectId ? about(subjectId) : undefined,
    kinds ? { kind: { in: [...kinds] } } : undefined,
    within('createdAt', createdAt ?? {}),
  ].filter((condition) => condition !== undefined);
}

builder.prismaObjectField('User', 'auditEvents', (t) =>
  t.connection(
    {
      type: AuditEvent,
      nullable: true,
      description:
        'Audit log of the account, newest first. Requires `user:get`, except for the viewer’s own when signed in. Memberships in organizations are in `auditEvents` only.',
      authScopes: ({ id }, _args, context) => (isOwner(context, id) ? true : { can: 'user:get' }),
      // Events about memberships also have the organization's ID.
      resolve: listOf('AuditEvent', ({ id }) => ({ where: { userId: id, recordId: null } })),
    },
    AuditEventConnection,
  ),
);

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
        const where = [
          ...visibleWhere('AuditEvent', context),
          ...auditConditions(args.filter ?? {}),
        ];
        return listRecords('AuditEvent', { args, where }, { context, info });
      },
    },
    AuditEventConnection,
  ),
}));
