import type { OrganizationRole } from '#client/graphql/schema.generated.ts';

/** The roles in an organization, from the most to the least powerful. */
export const roleChoices = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies OrganizationRole[];

/** The roles that a viewer with `role` may give: only owners, and managers who are no members, make owners. */
export function grantableRoles(role: OrganizationRole | null): OrganizationRole[] {
  return roleChoices.filter((choice) => choice !== 'OWNER' || role === 'OWNER' || role === null);
}
