import { personOf } from '#server/auth/sessions/known-people.ts';
import type { Viewer } from '#server/graphql/context.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type ClientNetwork, clientNetworks } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';

export function tokenIdOf(viewer: Viewer | null): string | undefined {
  return viewer?.accessToken?.id;
}

type Charged = { viewer: Viewer | null; demo: Settings['demo'] };

/**
 * Who a request is charged to, smallest first: the person, or an anonymous client's networks. A person is charged for
 * all their access tokens and service accounts.
 */
export function principalsOf({ viewer, demo }: Charged): [ClientNetwork, ...ClientNetwork[]] {
  // Visitors share accounts.
  if (demo) return networksOfClient();
  return viewer ? [{ name: personOf(viewer), share: 1 }] : networksOfClient();
}

function networksOfClient(): [ClientNetwork, ...ClientNetwork[]] {
  const [smallest, ...larger] = clientNetworks(currentRequest()?.client ?? 'unknown');
  return [smallest ?? { name: 'unknown', share: 1 }, ...larger];
}
