/**
 * The built client's files, kept in memory and compressed once. Only names found in the folder at
 * start are served, so no path can lead out of it. docs/decisions/014 says why no library does it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';

type Encoding = 'br' | 'gzip' | 'identity';
export type StaticFile = {
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  type: string;
  etag: string;
  immutable: boolean;
};

const compressible = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/;

const compressors: Record<Encoding, (body: Buffer) => Buffer> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => gzipSync(body),
  identity: (body) => body,
};

/** A file kept in memory. `immutable` ones never change under their name. */
export function toStaticFile(content: Uint8Array, type: string, immutable = false): StaticFile {
  const identity = new Uint8Array(content);
  return {
    bodies: { identity },
    type,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    immutable,
  };
}

/** Files that the build writes for the server. */
const unserved = new Set(['/index.html', '/files.json', '/documents.json']);
/** Ending of a file that the build has compressed, better than there is time for here. */
const compressedEnding = '.br';

function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll(sep, '/');
    if (unserved.has(name) || name.endsWith(compressedEnding)) continue;
    const type = getMimeType(name) ?? 'application/octet-stream';
    const file = toStaticFile(readFileSync(path), type, name.startsWith('/assets/'));
    const compressed = `${path}${compressedEnding}`;
    if (existsSync(compressed)) file.bodies.br = new Uint8Array(readFileSync(compressed));
    files.set(name, file);
  }
  return files;
}

/** The best encoding that the browser accepts and the file's type benefits from. */
function chooseEncoding(request: Request, file: StaticFile): Encoding {
  if (!compressible.test(file.type)) return 'identity';
  const accepted = parseAccept(request.headers.get('accept-encoding') ?? '');
  const accepts = (encoding: Encoding) =>
    accepted.some(({ type, q }) => type.toLowerCase() === encoding && q > 0);
  return (['br', 'gzip'] as const).find(accepts) ?? 'identity';
}

/** Answers with the file, compressed as the browser accepts, or with 304. `vary` adds to `Vary`. */
export function respond(request: Request, file: StaticFile, vary = ''): Response {
  const encoding = chooseEncoding(request, file);
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: vary ? `accept-encoding, ${vary}` : 'accept-encoding',
  });
  if (request.headers.get('if-none-match') === file.etag) {
    return new Response(null, { status: 304, headers });
  }
  const body = file.bodies[encoding] ?? compress(file, encoding);
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

function compress(file: StaticFile, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const identity = file.bodies.identity ?? new Uint8Array();
  const body = new Uint8Array(compressors[encoding](Buffer.from(identity)));
  file.bodies[encoding] = body;
  return body;
}

/** Whether the path is a page that the client routes, rather than a file that is missing. */
function isPage(pathname: string): boolean {
  if (pathname.startsWith('/assets/') || /\/\.|%2f|%5c/i.test(pathname)) return false;
  return !/\.(js|css|map|json|png|svg|ico|txt|xml|woff2|webmanifest)$/.test(pathname);
}

const manifestPath = '/manifest.webmanifest';

/** Names the product in the web manifest, under which a phone installs it. */
function nameManifest(files: Map<string, StaticFile>, appName: string) {
  const built = files.get(manifestPath);
  if (!built) return;
  const manifest = JSON.parse(Buffer.from(built.bodies.identity ?? []).toString());
  const named = JSON.stringify({ ...manifest, name: appName, short_name: appName });
  files.set(manifestPath, toStaticFile(Buffer.from(named), built.type));
}

/** Answers with a page; undefined where there is none. */
export type ServePage = (request: Request, url: URL) => Promise<Response | undefined>;

/**
 * Serves the files in `folder` by name, the web manifest as that of `appName`, and a page for every other path. Returns undefined where the
 * answer is 404.
 */
export function createStaticFiles(folder: string, servePage: ServePage, appName?: string) {
  const files = readFiles(folder);
  if (appName) nameManifest(files, appName);
  return async function serve(request: Request): Promise<Response | undefined> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const url = new URL(request.url);
    const file = files.get(url.pathname);
    if (file) return respond(request, file);
    return isPage(url.pathname) ? servePage(request, url) : undefined;
  };
}
