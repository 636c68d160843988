import type { IncomingMessage } from 'node:http';

/** Passes the client's IP address to better-auth. */
export const clientAddressHeader = 'x-atrium-client-address';

export type HeaderReader = Pick<Headers, 'get'> & {
  entries(): Iterable<[name: string, value: string]>;
};

/** Reads the headers of a raw Node request. */
export function readerOf({ headers }: IncomingMessage): HeaderReader {
  return {
    get: (name) => headers[name]?.toString() ?? null,
    *entries() {
      for (const [name, value] of Object.entries(headers)) if (value) yield [name, String(value)];
    },
  };
}

/** Copies the headers of a raw Node request, and adds the client's address for better-auth. */
export function toHeaders({ headers }: IncomingMessage, address: string | undefined): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value) copy.set(name, value.toString());
  setClientAddress(copy, address);
  return copy;
}

/** Only the server sets this header. Discards a value sent by the client. */
export function setClientAddress(headers: Headers, address: string | undefined): void {
  headers.delete(clientAddressHeader);
  if (address) headers.set(clientAddressHeader, address);
}

/** Whether a header was sent twice, which parsers resolve differently. */
export function hasRepeatedHeader({ headers, rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length !== 2 * Object.keys(headers).length;
}
