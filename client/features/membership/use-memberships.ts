import { useQuery } from 'urql';
import { listPage } from '#client/graphql/paged-list.tsx';
import { limits } from '#shared/limits.ts';
import { MembershipsDocument } from './membership.generated.ts';

/** A page of the viewer's organizations with their role. For most viewers the first page has them all. */
export function useMembershipPage(after: string | null, { pause = false } = {}) {
  const variables = { first: limits.pageSizeMax, after };
  return listPage(
    useQuery({ query: MembershipsDocument, variables, pause }),
    ({ viewer }) => viewer?.memberships,
  );
}

/** The viewer's organizations with their role; undefined while loading. */
export function useMemberships(options?: { pause: boolean }) {
  const { connection } = useMembershipPage(null, options);
  return connection?.nodes.flatMap(({ id, role, organization }) =>
    organization ? [{ id, role, organization }] : [],
  );
}
