import type { IncomingMessage } from 'node:http';
import type { Client } from '@atrium/fair-admission/fair-queue';
import { readHeaders } from '#server/http/exchange.ts';
import { clientNetwork, createClientAddress } from '#server/network/client-address.ts';
import type { Settings } from '#server/settings.ts';

type Identity = { address: string | undefined; client: Client };
type IdentityDeps = {
  /** Key of the person who sent a request, by verified credentials only. Without one, the network is the key. */
  findClientKey(headers: Headers): Omit<Client, 'network'> | undefined;
  settings: Settings;
};

type Place = { address: string | undefined; network: string };

/** Maximum number of cached places, and the maximum length of a cached key. */
const maxPlaces = 1_000;
const maxKeyLength = 128;

/** Identifies the client that admission control counts a request for. */
export function createClientIdentity({ findClientKey, settings }: IdentityDeps) {
  const addressOf = createClientAddress(settings.trustedProxies);

  const clientIn = (network: string, headers: Headers): Client => ({
    network,
    ...(findClientKey(headers) ?? { key: network }),
  });

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

  /** Identifies the client of a request. */
  function of(incoming: IncomingMessage, headers = readHeaders(incoming)): Identity {
    const forwardedFor = headers.get('x-forwarded-for') ?? undefined;
    const { address, network } = placeOf(incoming.socket.remoteAddress, forwardedFor);
    return { address, client: clientIn(network, headers) };
  }

  return { of };
}

export type ClientIdentity = ReturnType<typeof createClientIdentity>;
