import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

const compress = promisify(gzip);

/** Size in bytes of the smallest response that is compressed. */
export const compressedFrom = 1_024;
/** The only compression of answers. */
export const encoding = 'gzip';

function acceptsGzip(header: string | undefined): boolean {
  const accepted = parseAccept(header ?? '');
  const match =
    accepted.find(({ type }) => type.toLowerCase() === encoding) ??
    accepted.find(({ type }) => type === '*');
  return match !== undefined && match.q > 0;
}

type Encoded = { body: string | Buffer; bytes: number; headers: Record<string, string> };

/** The body of an answer for a client with this `Accept-Encoding`, and the headers that describe it. */
export async function encode(text: string, acceptEncoding: string | undefined): Promise<Encoded> {
  const bytes = Buffer.byteLength(text);
  if (bytes < compressedFrom) return { body: text, bytes, headers: {} };
  const headers = { vary: 'Accept-Encoding' };
  if (!acceptsGzip(acceptEncoding)) return { body: text, bytes, headers };
  const body = await compress(text);
  return { body, bytes: body.byteLength, headers: { ...headers, 'content-encoding': encoding } };
}
