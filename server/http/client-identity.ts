import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '#server/auth/client-network.ts';
import type { ReadSessionCookie } from '#server/auth/session-cookie.ts';
import type { Settings } from '#server/settings.ts';
import { createClientAddress } from './client-address.ts';
import type { Client } from './fair-queue.ts';

type Identity = { address: string | undefined; client: Client };
type IdentityDeps = { readSessionCookie: ReadSessionCookie; settings: Settings };

/** An address with its network. */
type Place = { address: string | undefined; network: string };

/** Places that are remembered, and the longest addresses whose place is. */
const maxPlaces = 1_000;
const maxKeyLength = 128;

/** Finds the client that a request counts for in admission control. */
export function createClientIdentity({ readSessionCookie, settings }: IdentityDeps) {
  const addressOf = createClientAddress(settings.trustedProxies);

  function clientIn(network: string, cookies: string | null | undefined): Client {
    return { network, key: readSessionCookie(cookies)?.signature ?? network };
  }

  /** The client at `address` with these cookies. */
  function clientAt(address: string | undefined, cookies: string | null | undefined): Client {
    return clientIn(clientNetwork(address ?? 'unknown'), cookies);
  }

  const known = new WeakMap<IncomingMessage, Identity>();
  const places = new Map<string, Place>();

  /** The address at the other end of a socket, or before it, and its network. */
  function placeOf(socketAddress = '', forwardedFor = ''): Place {
    const key = `${socketAddress} ${forwardedFor}`;
    const before = places.get(key);
    if (before) return before;
    const address = addressOf(socketAddress, forwardedFor);
    const place = { address, network: clientNetwork(address ?? 'unknown') };
    if (places.size >= maxPlaces) places.clear();
    if (key.length <= maxKeyLength) places.set(key, place);
    return place;
  }

  /** The client of a request that Hono has not seen, worked out once. */
  function of(incoming: IncomingMessage): Identity {
    const before = known.get(incoming);
    if (before) return before;
    const { socket, headers } = incoming;
    const forwardedFor = headers['x-forwarded-for']?.toString();
    const { address, network } = placeOf(socket.remoteAddress, forwardedFor);
    const identity = { address, client: clientIn(network, headers.cookie) };
    known.set(incoming, identity);
    return identity;
  }

  return { addressOf, clientAt, of };
}

export type ClientIdentity = ReturnType<typeof createClientIdentity>;
