import type { OrganizationRole } from '#client/graphql/schema.generated.ts';

/** From most to least powerful. */
export const roleChoices = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies OrganizationRole[];

/** Roles that a viewer with `role` may grant. Only owners, and managers who aren't members, can grant OWNER. */
export function grantableRoles(role: OrganizationRole | null): OrganizationRole[] {
  return roleChoices.filter((choice) => choice !== 'OWNER' || role === 'OWNER' || role === null);
}
