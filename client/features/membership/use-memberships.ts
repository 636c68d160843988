import { listPage } from '#client/graphql/paged-list.tsx';
import { limits } from '#shared/limits.ts';
import { useMembershipsQuery } from './membership.generated.ts';

/** A page of the organizations that the viewer belongs to, with their role. The first holds all of most people. */
export function useMembershipPage(after: string | null, { pause = false } = {}) {
  const variables = { first: limits.pageSizeMax, after };
  return listPage(useMembershipsQuery({ variables, pause }), ({ viewer }) => viewer?.memberships);
}

/** The organizations that the viewer belongs to, with their role; undefined while they load. */
export function useMemberships(options?: { pause: boolean }) {
  const { connection } = useMembershipPage(null, options);
  return connection?.nodes.flatMap(({ id, role, organization }) =>
    organization ? [{ id, role, organization }] : [],
  );
}
