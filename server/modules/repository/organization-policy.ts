import {
  type Context,
  hasHiddenOrganizations,
  viewerCan,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { canChangeInOrganization } from '#server/organizations/policy.ts';

type WithViewer = Pick<Context, 'viewer'>;

/** Conditions for deleted repositories that the viewer may restore: the ones they may delete. */
export function restorableInOrganizations(context: WithViewer, only?: string): object[] {
  const among = only === undefined ? [] : [{ organizationId: only }];
  const isEverywhere = viewerCan(context, 'repository:delete');
  if (isEverywhere && !hasHiddenOrganizations(context)) return among;
  const owners = viewerOrganizations(context).filter((id) =>
    canChangeInOrganization(context, 'repository:delete', id),
  );
  const owned = { organizationId: { in: owners } };
  return [...among, isEverywhere ? { OR: [{ organizationId: null }, owned] } : owned];
}
