import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { sendEvents } from '#server/graphql/event-response.ts';

/** Bindings are missing where tests call the application without a port. */
type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Sends event streams directly to their connection; all other responses are returned. */
export function withDirectStreams(fetch: Fetch): Fetch {
  return async (request, bindings) => {
    const response = await fetch(request, bindings);
    const { outgoing } = (bindings ?? {}) as Partial<HttpBindings>;
    const isSent =
      outgoing instanceof ServerResponse && !outgoing.destroyed && sendEvents(response, outgoing);
    return isSent ? RESPONSE_ALREADY_SENT : response;
  };
}
