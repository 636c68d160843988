import type { IncomingMessage } from 'node:http';

/** The request header that carries the client's IP address to better-auth. */
export const clientAddressHeader = 'x-atrium-client-address';

/** Reads single headers of a request, whatever holds them. */
export type HeaderReader = Pick<Headers, 'get'>;

/** Headers of a request that Hono has not seen. */
export function readerOf({ headers }: IncomingMessage): HeaderReader {
  return { get: (name) => headers[name]?.toString() ?? null };
}

/** All headers of a request that Hono has not seen, with its client's address for better-auth. */
export function toHeaders({ headers }: IncomingMessage, address: string | undefined): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value) copy.set(name, value.toString());
  setClientAddress(copy, address);
  return copy;
}

/** Only the server sets this header: a client's own value is dropped. */
export function setClientAddress(headers: Headers, address: string | undefined): void {
  headers.delete(clientAddressHeader);
  if (address) headers.set(clientAddressHeader, address);
}

/** Whether a header was sent twice, which readers of headers understand differently. */
export function hasRepeatedHeader({ headers, rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length !== 2 * Object.keys(headers).length;
}
