import type { ReactNode } from 'react';
import { useQuery } from 'urql';
import { useCan } from '#client/features/session/use-session.ts';
import { enumName } from '#shared/enum-name.ts';
import { limits } from '#shared/limits.ts';
import type { SharedPermission } from '#shared/organization-roles.ts';
import { OrganizationPermissionsDocument } from './organization-permissions.generated.ts';

/** Organizations where a role grants the viewer a permission. Undefined while loading. */
export function useOrganizationsWith(permission: SharedPermission, { pause = false } = {}) {
  const variables = { first: limits.pageSizeMax };
  const [{ data }] = useQuery({ query: OrganizationPermissionsDocument, variables, pause });
  return data?.viewer?.memberships?.nodes.flatMap(({ organization }) =>
    organization?.viewerPermissions.some((granted) => granted === enumName(permission))
      ? [organization]
      : [],
  );
}

/**
 * Whether the viewer may do this to some records: everywhere, or in an organization. Undefined while loading. Only for
 * hiding controls: the server enforces permissions.
 */
export function useCanSomewhere(permission: SharedPermission): boolean | undefined {
  const canEverywhere = useCan(permission);
  const organizations = useOrganizationsWith(permission, { pause: canEverywhere });
  return canEverywhere || (organizations && organizations.length > 0);
}

type CanSomewhereProps = { do: SharedPermission; children: ReactNode };

export function CanSomewhere({ do: permission, children }: CanSomewhereProps) {
  return useCanSomewhere(permission) ? children : null;
}
