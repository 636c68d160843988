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

/** The body of an answer for a client with this `Accept-Encoding`, and the headers that describe it. */
export async function encode(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const body = Buffer.from(text);
  if (body.byteLength < compressedFrom) return { body, headers: {} };
  const headers = { vary: 'Accept-Encoding' };
  if (!acceptsGzip(acceptEncoding)) return { body, headers };
  return { body: await compress(body), headers: { ...headers, 'content-encoding': encoding } };
}
