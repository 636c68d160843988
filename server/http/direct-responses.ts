import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { sendEvents } from '#server/graphql/event-response.ts';
import { sendBytes } from './direct-body.ts';

/** Tests call the app without a port, so bindings may be missing. */
type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Sends event streams and direct bodies straight to their connection, and returns all other responses. */
export function withDirectResponses(fetch: Fetch): Fetch {
  return async (request, bindings) => {
    const response = await fetch(request, bindings);
    const { outgoing } = (bindings ?? {}) as Partial<HttpBindings>;
    if (!(outgoing instanceof ServerResponse) || outgoing.destroyed) return response;
    const isSent = sendBytes(response, outgoing) || sendEvents(response, outgoing);
    return isSent ? RESPONSE_ALREADY_SENT : response;
  };
}
