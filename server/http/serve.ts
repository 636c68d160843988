import type { Admission } from '@atrium/fair-admission';
import type { Log } from '#server/log/log.ts';
import { createConnectionClient } from '#server/network/client-address.ts';
import { clientNetworks } from '#server/network/client-network.ts';
import type { Settings } from '#server/settings.ts';
import { createLoadShedding } from './admission/load-shedding.ts';
import { countedResponses, createUnreadResponses } from './admission/unread-responses.ts';
import { type FastPath, listen, type Port } from './listen.ts';

type App = {
  fetch: (request: Request) => Response | Promise<Response>;
  clientOf: Parameters<typeof createLoadShedding>[0]['clientOf'];
  pageAdmission: Admission | undefined;
  isDraining(): boolean;
  createFastPath: ((headers: Record<string, string>) => FastPath) | undefined;
};

type ServeDeps = { app: App; admission: Admission; settings: Settings; log: Log };

/**
 * Serves `app` on the configured port, with load shedding and connection limits.
 *
 * @throws {CliError} if the port is in use
 */
export async function serveApp({ app, admission, settings, log }: ServeDeps): Promise<Port> {
  const headers = await commonHeaders(app, settings);
  const { clientOf, isDraining, pageAdmission = admission } = app;
  const shedLoad = createLoadShedding({
    ...{ admission, pageAdmission, clientOf, isDraining, headers, log },
  });
  const connectionClient = createConnectionClient(settings.trustedProxies);
  const networkOf = (address: string) => {
    const client = connectionClient(address);
    return client === undefined ? undefined : clientNetworks(client)[0];
  };
  const fastPath = app.createFastPath?.(headers);
  const Response = countedResponses(
    createUnreadResponses(),
    (incoming) => clientOf(incoming).network,
  );
  return listen(app.fetch, settings, {
    shedLoad,
    ...(fastPath && { fastPath }),
    networkOf,
    Response,
  });
}

/** Headers of every response, for responses that bypass Hono. */
async function commonHeaders(app: App, { baseUrl }: Settings): Promise<Record<string, string>> {
  const { headers } = await app.fetch(new Request(`${baseUrl}/healthz`));
  for (const name of ['content-type', 'content-length', 'x-request-id']) headers.delete(name);
  return Object.fromEntries(headers);
}
