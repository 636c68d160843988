/** Whom a request is charged to, and the limits that it reports. */
import type { Key } from '#server/auth/limits/limit.ts';
import { personOf, type Viewer } from '#server/auth/viewer.ts';
import type { Quota } from '#server/http/headers.ts';
import { clientNetwork, clientNetworks } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';

export type RequestCost = {
  requested: number;
  /** Points left after this request. */
  points: Quota;
  /** Mutations left this minute, after counting this request's. */
  mutations?: Quota;
  /** Reads the same quota without counting. */
  readMutations(): Promise<Quota>;
};

export function tokenIdOf(viewer: Viewer | null): string | undefined {
  return viewer?.accessToken?.id;
}

/** Visitors of a demo share accounts. */
type Charged = { viewer: Viewer | null; client: string; demo: Settings['demo'] };

/**
 * Who a request is charged to: the person, or an anonymous client's networks. A person is charged for all their access
 * tokens and service accounts.
 */
export const principalOf = ({ viewer, client, demo }: Charged): Key =>
  viewer && !demo ? personOf(viewer) : clientNetworks(client);

/**
 * Who a request's mutations are counted for. All access tokens of a person share a count of their own: a leaked one must
 * not keep the person from revoking it.
 */
export function mutationPrincipal({ viewer, client, demo }: Charged): Key {
  const name = viewer && !demo ? personOf(viewer) : clientNetwork(client);
  return viewer?.accessToken ? `tokens ${name}` : name;
}
