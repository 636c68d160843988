import type { ZodType } from 'zod';

type Body = { body?: unknown; error?: [status: number, code: string] };

export async function readBody(request: Request, schema: ZodType | undefined): Promise<Body> {
  if (!schema) return {};
  const sent = await readJson(request);
  if (sent === undefined) return { error: [415, 'BAD_REQUEST'] };
  const { data, error } = schema.safeParse(sent);
  if (!error) return { body: data };
  // Our rules use codes as messages. zod's own messages are for developers.
  const message = error.issues[0]?.message ?? '';
  return { error: [400, /^[A-Z_]+$/.test(message) ? message : 'BAD_REQUEST'] };
}

/**
 * Returns the JSON body, null if it doesn't parse, or undefined for another content type. A missing
 * body needs no content type (RFC 9110 8.3) and is read as an empty object.
 */
async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type');
  if (type !== null && !/^application\/json\b/i.test(type)) return undefined;
  const text = await request.text();
  if (text === '') return {};
  if (type === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Numbers are converted back to text. */
export type QuerySchema = ZodType<Record<string, string | number | undefined>>;

export function readQuery(address: string, schema: QuerySchema | undefined): string | undefined {
  if (!schema) return address;
  const url = new URL(address);
  const entries = [...url.searchParams];
  const query = schema.safeParse(Object.fromEntries(entries)).data;
  if (!query || new Set(entries.map(([key]) => key)).size < entries.length) return undefined;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  url.search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return url.href;
}
