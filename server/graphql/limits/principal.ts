import { personOf } from '#server/auth/sessions/known-people.ts';
import type { Context, Viewer } from '#server/graphql/context.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type ClientNetwork, clientNetworks } from '#server/network/client-network.ts';
import type { Settings } from '#server/settings.ts';

export function tokenIdOf(viewer: Viewer | null): string | undefined {
  return viewer?.accessToken?.id;
}

/**
 * Who a request is charged to, smallest first: the person, or an anonymous client's networks. A person is charged for
 * all their access tokens and service accounts. Demo visitors share accounts, so they are charged by network.
 */
export function principalsOf(
  { viewer }: Pick<Context, 'viewer'>,
  { mode }: Settings,
): [ClientNetwork, ...ClientNetwork[]] {
  if (viewer && mode !== 'demo') return [{ name: personOf(viewer), share: 1 }];
  const [smallest, ...larger] = clientNetworks(currentRequest()?.client ?? 'unknown');
  return [smallest ?? { name: 'unknown', share: 1 }, ...larger];
}
