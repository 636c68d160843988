/** Bodies of requests: read whole, up to a limit, before anybody works on them. */
import { isUtf8 } from 'node:buffer';

/** The longest body we read: a repository with its description is a tenth of it. */
export const bodyBytes = 100_000;

/** Why a body was not read: too long, in an encoding we do not take, broken off or no text. */
export type BodyRefusal = 413 | 415 | 400;

/**
 * The request with its body in memory and with `as` for headers; or the status to refuse it with. Encoded bodies are refused
 * unread, so that a small one cannot unfold into a large one (OWASP ASVS 5.0 4.3.1, 5.2.3).
 */
export async function readBody(request: Request, as: Headers): Promise<Request | BodyRefusal> {
  const { headers } = request;
  if (!/^(identity)?$/i.test(headers.get('content-encoding')?.trim() ?? '')) return 415;
  const length = Number(headers.get('content-length') ?? 0);
  if (length > bodyBytes) return 413;
  if (!length && !headers.has('transfer-encoding') && !request.body) {
    return new Request(request, { headers: as });
  }
  try {
    // A body of a stated length is never longer: the parser sees to it.
    const body = length ? new Uint8Array(await request.arrayBuffer()) : await readChunks(request);
    if (!body) return 413;
    if (isJson.test(headers.get('content-type') ?? '') && !isText(body)) return 400;
    return new Request(request, { headers: as, body });
  } catch {
    return 400;
  }
}

const isJson = /^application\/json\b/i;
const surrogateEscape = /\\ud[89a-f][0-9a-f]{2}/i;
const loneSurrogateEscape = /(?<!\\)(?:\\\\)*\\ud[89a-f]/;

/**
 * Whether a JSON body is text that can be stored: UTF-8 (RFC 8259 8.1) without halves of surrogate
 * pairs (RFC 7493 2.1). Decoders would replace the one with U+FFFD, and PostgreSQL refuses the other.
 */
function isText(body: Uint8Array): boolean {
  if (!isUtf8(body)) return false;
  const text = Buffer.from(body).toString();
  if (!surrogateEscape.test(text)) return true;
  // Writing JSON again escapes exactly the halves that have no other half.
  return !loneSurrogateEscape.test(JSON.stringify(JSON.parse(text)));
}

/** What comes in pieces; undefined if it is too long. */
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
