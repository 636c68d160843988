import { clientNetworks } from '#server/auth/client-network.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import type { Admission } from './admission.ts';
import { createConnectionClient } from './client-address.ts';
import type { FastPath } from './fast-path.ts';
import { listen, type Port } from './listen.ts';
import { createLoadShedding } from './load-shedding.ts';

/** What serving needs of the product. */
type App = {
  fetch: (request: Request) => Response | Promise<Response>;
  clientOf: Parameters<typeof createLoadShedding>[0]['clientOf'];
  createFastPath(headers: Record<string, string>): FastPath;
};

type ServeDeps = { app: App; admission: Admission; settings: Settings; log: Log };

/**
 * Serves `app` on the configured port, with load shedding and connection limits.
 *
 * @throws {Failure} if the port is taken
 */
export async function serveApp({ app, admission, settings, log }: ServeDeps): Promise<Port> {
  const headers = await commonHeaders(app, settings);
  const shedLoad = createLoadShedding({ admission, clientOf: app.clientOf, headers, log });
  const connectionClient = createConnectionClient(settings.trustedProxies);
  const networkOf = (address: string) => {
    const client = connectionClient(address);
    return client === undefined ? undefined : clientNetworks(client)[0];
  };
  const fastPath = app.createFastPath(headers);
  return listen(app.fetch, settings, { shedLoad, fastPath, networkOf });
}

/** The headers of every response, for those that Hono does not write. */
async function commonHeaders(app: App, { baseUrl }: Settings): Promise<Record<string, string>> {
  const { headers } = await app.fetch(new Request(`${baseUrl}/healthz`));
  for (const name of ['content-type', 'content-length', 'x-request-id']) headers.delete(name);
  return Object.fromEntries(headers);
}
