import type { IncomingMessage } from 'node:http';
import { clientNetwork } from '#server/auth/client-network.ts';
import type { ReadSessionCookie } from '#server/auth/session-cookie.ts';
import type { Settings } from '#server/settings.ts';
import { createClientAddress } from './client-address.ts';
import type { Client } from './fair-queue.ts';

type Identity = { address: string | undefined; client: Client };
type IdentityDeps = { readSessionCookie: ReadSessionCookie; settings: Settings };

/** Finds the client that a request counts for in admission control. */
export function createClientIdentity({ readSessionCookie, settings }: IdentityDeps) {
  const addressOf = createClientAddress(settings.trustedProxies);

  /** The client at `address` with these cookies. */
  function clientAt(address: string | undefined, cookies: string | null | undefined): Client {
    const network = clientNetwork(address ?? 'unknown');
    return { network, key: readSessionCookie(cookies)?.signature ?? network };
  }

  const known = new WeakMap<IncomingMessage, Identity>();

  /** The client of a request that Hono has not seen, worked out once. */
  function of(incoming: IncomingMessage): Identity {
    const before = known.get(incoming);
    if (before) return before;
    const { socket, headers } = incoming;
    const address = addressOf(socket.remoteAddress, headers['x-forwarded-for']?.toString());
    const identity = { address, client: clientAt(address, headers.cookie) };
    known.set(incoming, identity);
    return identity;
  }

  return { addressOf, clientAt, of };
}

export type ClientIdentity = ReturnType<typeof createClientIdentity>;
