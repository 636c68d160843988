/**
 * Serves the built client, each file read and compressed once. Only names found in the folder at startup are
 * served, so no path can escape it. docs/decisions/014 explains why no library is used.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { markShared } from '#server/http/connections.ts';
import { acceptsEncoding, directBody } from '#server/http/exchange.ts';

type Encoding = 'br' | 'gzip' | 'identity';
export type StaticFile = {
  /** Content in an encoding, shared by all responses. */
  body(encoding: Encoding): Uint8Array;
  type: string;
  /** Weak, because all encodings share it (RFC 9110 8.8.1). */
  etag: string;
  immutable: boolean;
};

const compressible = /^(text\/|application\/(javascript|json|manifest\+json)|image\/svg)/;

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Uint8Array) => Uint8Array> = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => gzipSync(body),
};

type Described = { type: string; immutable?: boolean };

function toFile(
  content: Uint8Array,
  { type, immutable = false }: Described,
  read: (encoding: Encoding) => Uint8Array,
): StaticFile {
  const bodies = new Map<Encoding, Uint8Array>();
  return {
    type,
    immutable,
    etag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
    body(encoding) {
      const body = bodies.get(encoding) ?? markShared(read(encoding));
      bodies.set(encoding, body);
      return body;
    },
  };
}

/** Creates a file in memory. */
export function toStaticFile(content: Uint8Array, type: string): StaticFile {
  return toFile(content, { type }, (encoding) =>
    encoding === 'identity' ? content : compressors[encoding](content),
  );
}

/** Suffixes of files that the build compressed: there is no time for large ones here, or for the best quality. */
const endings: Record<Exclude<Encoding, 'identity'>, string> = { br: '.br', gzip: '.gz' };

/** A file of the build. It is read into memory in the encodings that clients ask for. */
function fileAt(path: string, described: Described): StaticFile {
  return toFile(readFileSync(path), described, (encoding) => {
    if (encoding === 'identity') return readFileSync(path);
    const compressed = path + endings[encoding];
    if (existsSync(compressed)) return readFileSync(compressed);
    return compressors[encoding](readFileSync(path));
  });
}

/** Written by the build for the server. */
const unserved = new Set(['/index.html', '/files.json', '/documents.json']);

function readFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll(sep, '/');
    if (unserved.has(name) || /\.(br|gz)$/.test(name)) continue;
    const type = getMimeType(name) ?? 'application/octet-stream';
    // Names of assets change with their content.
    files.set(name, fileAt(path, { type, immutable: name.startsWith('/assets/') }));
  }
  return files;
}

function chooseEncoding({ headers }: Request, { type }: StaticFile): Encoding {
  // Without the header, every encoding is acceptable (RFC 9110 12.5.3).
  const accepted = headers.get('accept-encoding');
  if (accepted === null || !compressible.test(type)) return 'identity';
  return (['br', 'gzip'] as const).find((each) => acceptsEncoding(accepted, each)) ?? 'identity';
}

/** Whether the client already has this version (RFC 9110 13.1.2). */
const isKnown = ({ headers }: Request, { etag }: StaticFile) =>
  headers
    .get('if-none-match')
    ?.split(',')
    .some((known) => /^\s*\*\s*$/.test(known) || known.trim().replace(/^(W\/)?/, 'W/') === etag);

/** Responds with the file in the best accepted encoding, or with 304. `vary` is added to `Vary`. */
export function respond(
  request: Request,
  file: StaticFile,
  { vary = '', status = 200 } = {},
): Response {
  const encoding = chooseEncoding(request, file);
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    'accept-ranges': 'none',
    vary: vary ? `accept-encoding, ${vary}` : 'accept-encoding',
  });
  // The page of errors has no version (RFC 9110 13.2.1).
  if (status === 200 && isKnown(request, file)) return new Response(null, { status: 304, headers });
  const body = file.body(encoding);
  if (encoding !== 'identity') headers.set('content-encoding', encoding);
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : directBody(body), { status, headers });
}

/** Whether the path is a client-side route rather than a missing file. */
function isPage(pathname: string): boolean {
  if (pathname.startsWith('/assets/') || pathname.includes('/.')) return false;
  return !/\.(js|css|map|json|png|svg|ico|txt|xml|woff2|webmanifest)$/.test(pathname);
}

const manifestPath = '/manifest.webmanifest';

/** Sets the product's name in the web manifest, under which a phone installs it. */
function nameManifest(files: Map<string, StaticFile>, appName: string) {
  const built = files.get(manifestPath);
  if (!built) return;
  const manifest = JSON.parse(Buffer.from(built.body('identity')).toString());
  const named = JSON.stringify({ ...manifest, name: appName, short_name: appName });
  files.set(manifestPath, toStaticFile(Buffer.from(named), built.type));
}

export type ServePage = (request: Request, url: URL) => Promise<Response | undefined>;

/**
 * Serves the files in `folder` by name, the web manifest with `appName`, and a page for every other
 * path. Returns undefined for a 404.
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
