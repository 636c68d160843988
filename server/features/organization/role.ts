import { builder } from '#server/graphql/builder.ts';
import { enumName } from '#shared/enum-name.ts';
import {
  organizationRoleNames,
  type OrganizationRole as RoleName,
} from '#shared/organization-roles.ts';

const lowestRole = organizationRoleNames.at(-1) ?? 'member';

const descriptions: Record<RoleName, string> = {
  owner: 'May do everything in the organization, and alone deletes it and makes others owners.',
  admin: 'Manages members, invitations, teams and repositories, but no owners.',
  member: 'Reads what belongs to the organization.',
};

export const OrganizationRole = builder.enumType('OrganizationRole', {
  description: 'A role in an organization.',
  values: Object.fromEntries(
    organizationRoleNames.map((role) => [
      enumName(role),
      { value: role, description: descriptions[role] },
    ]),
  ) as Record<string, { value: RoleName; description: string }>,
});

/** The proof of identity that giving a role needs: for one with more rights than the lowest. */
export const provedRole = {
  only: {
    what: `A role other than ${enumName(lowestRole)}`,
    isNeeded: ({ role }: { role: string }) => role !== lowestRole,
  },
};
