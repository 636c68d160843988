import type { IncomingMessage } from 'node:http';
import type { Client } from '@atrium/fair-admission/fair-queue';
import { type HeaderReader, readerOf } from '#server/http/headers.ts';
import { clientNetwork, createClientAddress } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';

type Identity = { address: string | undefined; client: Client };
type IdentityDeps = {
  /** Key of the person who sent a request, by verified credentials only. Without one, the network is the key. */
  findClientKey(headers: HeaderReader): Omit<Client, 'network'> | undefined;
  settings: Settings;
};

type Place = { address: string | undefined; network: string };

/** Maximum number of cached places, and the maximum length of a cached key. */
const maxPlaces = 1_000;
const maxKeyLength = 128;

/** Identifies the client that admission control counts a request for. */
export function createClientIdentity({ findClientKey, settings }: IdentityDeps) {
  const addressOf = createClientAddress(settings.trustedProxies);

  const clientIn = (network: string, headers: HeaderReader): Client => ({
    network,
    ...(findClientKey(headers) ?? { key: network }),
  });

  function clientAt(address: string | undefined, headers: HeaderReader): Client {
    return clientIn(clientNetwork(address ?? 'unknown'), headers);
  }

  const known = new WeakMap<IncomingMessage, Identity>();
  const places = new Map<string, Place>();

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

  /** Identifies the client of a raw Node request, once per request. */
  function of(incoming: IncomingMessage): Identity {
    const before = known.get(incoming);
    if (before) return before;
    const { socket, headers } = incoming;
    const forwardedFor = headers['x-forwarded-for']?.toString();
    const { address, network } = placeOf(socket.remoteAddress, forwardedFor);
    const identity = { address, client: clientIn(network, readerOf(incoming)) };
    known.set(incoming, identity);
    return identity;
  }

  return { addressOf, clientAt, of };
}

export type ClientIdentity = ReturnType<typeof createClientIdentity>;
