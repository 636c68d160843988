import { clientNetworks } from '#server/auth/client-network.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import type { Context, Viewer } from './context.ts';

/** The key that a request counts by, and its limits as a multiple of the usual ones. */
export type Principal = { key: string; share: number };

/** The ID of the access token that a request is authenticated by, if it is. */
export function tokenIdOf(viewer: Viewer | null): string | undefined {
  return viewer?.token?.id;
}

/**
 * Whom a request counts for: the person who sent it, or the network of an anonymous client. Visitors of
 * the demo share accounts, so theirs is always the network.
 */
export function principalOf({ viewer }: Pick<Context, 'viewer'>, { mode }: Settings): Principal {
  if (viewer && mode !== 'demo') {
    return { key: viewer.session?.impersonatedBy ?? viewer.user.id, share: 1 };
  }
  const [network] = clientNetworks(currentRequest()?.client ?? 'unknown');
  return { key: network?.name ?? 'unknown', share: network?.share ?? 1 };
}
