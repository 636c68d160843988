import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange } from 'urql';
import { heedDemo } from '#client/lib/demo.ts';
import { cacheOptions } from './cache.ts';
import { failureOf } from './failure.ts';
import { liveExchange } from './live.ts';

type Options = {
  /** The server no longer knows this session. */
  onSignedOut: () => void;
};

function createClient({ onSignedOut }: Options): Client {
  return new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { credentials: 'include' },
    exchanges: [
      mapExchange({
        onError(error) {
          const { code } = failureOf(error);
          heedDemo(code);
          if (code === 'UNAUTHENTICATED') onSignedOut();
        },
      }),
      cacheExchange(cacheOptions),
      fetchExchange,
      liveExchange,
    ],
  });
}

let current: { sessionId: string; client: Client } | null = null;

/** The client of one session. Another session gets another one, so nothing of A is shown to B. */
export function clientOf(sessionId: string, options: Options): Client {
  if (current?.sessionId !== sessionId) current = { sessionId, client: createClient(options) };
  return current.client;
}
