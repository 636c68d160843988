import { daysAgo, type Entity } from '#server/database/entity.ts';
import { AuditEventKind, Prisma } from '#server/generated/prisma/client.ts';
import { isOrganizationEvent } from '#shared/organization-audit-kinds.ts';

const organizationKinds = Object.values(AuditEventKind).filter(isOrganizationEvent);

export const entity = {
  model: 'AuditEvent',
  idPrefix: 'evt',
  readPermission: 'audit-log:read',
  /** With `user:get`, an account's own events too, without those about memberships. */
  visible(viewer) {
    if (viewer.can('audit-log:read')) return true;
    const hidden = viewer.hidesOrganizations ? { kind: { notIn: organizationKinds } } : {};
    const own = viewer.tokenId ? [] : [{ userId: viewer.userId }];
    const accounts = viewer.can('user:get') ? [{ userId: { not: null }, recordId: null }] : [];
    return { ...hidden, OR: [...own, ...accounts] };
  },
  retention: {
    deleteWhere: ({ auditDays }) => Prisma.sql`"createdAt" < ${daysAgo(auditDays)}`,
  },
} as const satisfies Entity;
