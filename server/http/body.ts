import { isUtf8 } from 'node:buffer';

/** Maximum body size in bytes, ten times a repository with the longest description. */
export const bodyBytes = 100_000;

/** Too long (413), compressed (415), incomplete or not text (400). */
export type BodyError = 413 | 415 | 400;

/**
 * Returns the request with its body in memory and `replacement` as its headers, or the status to reject it with.
 * Compressed bodies are rejected unread, since a small one can expand into a large one (OWASP ASVS 5.0 4.3.1, 5.2.3).
 */
export async function readBody(
  request: Request,
  replacement: Headers,
): Promise<Request | BodyError> {
  const { headers } = request;
  if (!/^(identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '')) return 415;
  const length = Number(headers.get('content-length') ?? 0);
  if (length > bodyBytes) return 413;
  if (!length && !headers.has('transfer-encoding') && !request.body) {
    return new Request(request, { headers: replacement });
  }
  try {
    // Node's parser never reads beyond Content-Length.
    const body = length ? new Uint8Array(await request.arrayBuffer()) : await readChunks(request);
    if (!body) return 413;
    if (isJson.test(headers.get('content-type') ?? '') && !isText(body)) return 400;
    return new Request(request, { headers: replacement, body });
  } catch {
    return 400;
  }
}

const isJson = /^application\/json\b/i;
const surrogateEscape = /\\ud[89a-f][0-9a-f]{2}/i;
const loneSurrogateEscape = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Whether a JSON body is UTF-8 (RFC 8259 8.1) without lone surrogates (RFC 7493 2.1). Decoders would
 * replace invalid bytes with U+FFFD, and PostgreSQL rejects lone surrogates.
 */
export function isText(body: Uint8Array): boolean {
  if (!isUtf8(body)) return false;
  const text = Buffer.from(body).toString();
  if (!surrogateEscape.test(text)) return true;
  // JSON.stringify escapes exactly the lone surrogates.
  return !loneSurrogateEscape.test(JSON.stringify(JSON.parse(text)));
}

async function readChunks({ body }: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > bodyBytes) return undefined;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
