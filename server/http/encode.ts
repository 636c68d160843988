import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

export const compress = promisify(gzip);

/** Minimum size of a compressed response, in bytes. */
export const compressedFrom = 1_024;
export const encoding = 'gzip';

export function acceptsEncoding(header: string, coding: string): boolean {
  const accepted = parseAccept(header);
  const match =
    accepted.find(({ type }) => type.toLowerCase() === coding) ??
    accepted.find(({ type }) => type === '*');
  return match !== undefined && match.q > 0;
}

type Encoded<T> = { body: T | Buffer; bytes: number; headers: Record<string, string> };

export async function encode<T extends string | Uint8Array>(
  plain: T,
  acceptEncoding: string | undefined,
): Promise<Encoded<T>> {
  const bytes = Buffer.byteLength(plain);
  if (bytes < compressedFrom) return { body: plain, bytes, headers: {} };
  const headers = { vary: 'Accept-Encoding' };
  if (!acceptsEncoding(acceptEncoding ?? '', encoding)) return { body: plain, bytes, headers };
  const body = await compress(plain);
  return { body, bytes: body.byteLength, headers: { ...headers, 'content-encoding': encoding } };
}
