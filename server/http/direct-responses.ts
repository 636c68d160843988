import { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { sendBytes } from './direct-body.ts';

/** Tests call the app without a port, so bindings may be missing. */
type Fetch = (request: Request, bindings?: object) => Response | Promise<Response>;

/** Writes a response to its connection. Returns false for responses that it doesn't know. */
type Send = (response: Response, outgoing: ServerResponse) => boolean;

/** Sends direct bodies, and what `send` knows, straight to their connection. Returns all other responses. */
export function withDirectResponses(fetch: Fetch, send: Send): Fetch {
  return async (request, bindings) => {
    const response = await fetch(request, bindings);
    const { outgoing } = (bindings ?? {}) as Partial<HttpBindings>;
    if (!(outgoing instanceof ServerResponse) || outgoing.destroyed) return response;
    const isSent = sendBytes(response, outgoing) || send(response, outgoing);
    return isSent ? RESPONSE_ALREADY_SENT : response;
  };
}
