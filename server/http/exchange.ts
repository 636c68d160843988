/** A request on its way to its response. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from '@atrium/fair-admission/fair-queue';
import type { RequestContext } from '#server/log/request-context.ts';
import { clientAddressHeader } from './headers.ts';

export type Exchange = {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly url: URL;
  /** With the client's address for better-auth. */
  readonly headers: Headers;
  /** Whom admission control counts the request for. */
  readonly client: Client;
  readonly context: RequestContext;
};

export const readHeaders = ({ headers }: IncomingMessage): Headers =>
  new Headers(headers as Record<string, string>);

/** Only the server sets this header. Discards a value sent by the client. */
export function setClientAddress(headers: Headers, address: string | undefined): void {
  headers.delete(clientAddressHeader);
  if (address) headers.set(clientAddressHeader, address);
}

/**
 * The URL of a request below `origin`, whatever host it names. Undefined if it has no path, as in `OPTIONS *`, or an
 * invalid one.
 */
export function urlOf({ url: target = '' }: IncomingMessage, origin: string): URL | undefined {
  const path = target.startsWith('/') ? target : pathOf(target);
  return path === undefined ? undefined : (URL.parse(origin + path) ?? undefined);
}

/** Of a target in absolute form, as proxies send it (RFC 9112 3.2.2). */
function pathOf(target: string): string | undefined {
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

/** Builds the request that handlers read, with its whole body. */
export function toRequest(
  { incoming: { method = 'GET' }, url, headers }: Exchange,
  body: Uint8Array<ArrayBuffer> | undefined,
): Request {
  return new Request(url, { method, headers, ...(body && { body }) });
}
