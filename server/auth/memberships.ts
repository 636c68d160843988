import { type OrganizationRole, organizationRoles } from '#shared/organization-roles.ts';

/** The roles of a user, by the IDs of their organizations. */
type Memberships = ReadonlyMap<string, OrganizationRole>;

/** Most viewers repeat: what was read of them is kept. */
const maxKnown = 1_000;
const known = new Map<string, Memberships>();
/** What was asked last: a list asks for each of its entries, and texts of many organizations are long to compare. */
let last = { stored: '', memberships: new Map() as Memberships };

function parse(stored: string): Memberships {
  return new Map(
    stored.split(' ').flatMap((entry) => {
      const [id = '', role = ''] = entry.split('=');
      return Object.hasOwn(organizationRoles, role)
        ? [[id, role as OrganizationRole] as const]
        : [];
    }),
  );
}

/** What a viewer has of their stored memberships: all, or with a token that is limited to an organization, that one. */
export function membershipsWithin(stored: string, organizationId: string | null): string {
  if (organizationId === null) return stored;
  return stored.split(' ').find((entry) => entry.startsWith(`${organizationId}=`)) ?? '';
}

/** The memberships in a user's column `memberships`: `org_…=owner org_…=member`. */
export function membershipsOf(stored: string): Memberships {
  if (stored === last.stored) return last.memberships;
  const before = known.get(stored);
  last = { stored, memberships: before ?? parse(stored) };
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  known.set(stored, last.memberships);
  return last.memberships;
}

/** The organization that a service account belongs to; null for one of the installation, and for people. */
export function organizationOfAccount(user: {
  isServiceAccount: boolean;
  memberships: string;
}): string | null {
  const [organizationId = null] = membershipsOf(user.memberships).keys();
  return user.isServiceAccount ? organizationId : null;
}
