import type { IncomingMessage } from 'node:http';
import type { Auth } from '#server/auth/auth.ts';
import { clientNetwork } from '#server/auth/client-network.ts';
import { createSessionKey } from '#server/auth/session-key.ts';
import type { Settings } from '#server/settings.ts';
import { createClientAddress } from './client-address.ts';
import type { Client } from './fair-queue.ts';

type IdentityDeps = { auth: Auth; settings: Settings; secret: string };

/** Finds the client that a request counts for in admission control. */
export function createClientIdentity({ auth, settings, secret }: IdentityDeps) {
  const addressOf = createClientAddress(settings.trustedProxies);
  let sessionCookie: string | undefined;
  void auth.$context.then(({ authCookies }) => {
    sessionCookie = authCookies.sessionToken.name;
  });
  const sessionKey = createSessionKey(secret, () => sessionCookie);

  /** The client at `address` with these cookies. */
  function clientAt(address: string | undefined, cookies: string | null | undefined): Client {
    const network = clientNetwork(address ?? 'unknown');
    return { network, key: sessionKey(cookies) ?? network };
  }

  return {
    addressOf,
    clientAt,
    /** The client of a request that Hono has not seen yet. */
    clientOf({ socket, headers }: IncomingMessage): Client {
      const forwardedFor = headers['x-forwarded-for']?.toString();
      return clientAt(addressOf(socket.remoteAddress, forwardedFor), headers.cookie);
    },
  };
}

export type ClientIdentity = ReturnType<typeof createClientIdentity>;
