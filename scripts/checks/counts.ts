/** Figures of the structure that only exceptions with a reason may raise. Part of the Architecture step. */
import { dirname } from 'node:path';
import {
  type Allowed,
  allowedCasts,
  allowedEntityNames,
  allowedFiles,
  allowedPrivateParts,
  allowedRooms,
} from './exceptions.ts';
import type { Problem } from './report.ts';
import type { Source } from './sources.ts';

const maxFilesOfRoom = 25;
const maxLines = 250;

const isProduct = (path: string) =>
  /^(server|client|shared|packages\/[^/]+\/src)\//.test(path) && !/\/generated\//.test(path);

/** Comments are blanked, so that lines and columns stay. */
function codeOf({ text, comments }: Source): string[] {
  const lines = text.split('\n');
  const commented = new Set(
    comments
      .filter(({ kind }) => kind === 'Block')
      .flatMap(({ line, lines: count }) => Array.from({ length: count }, (_, at) => line + at)),
  );
  return lines.map((content, at) => (commented.has(at + 1) ? '' : content.replace(/\/\/ .*$/, '')));
}

function findInCode(sources: Source[], pattern: RegExp): Problem[] {
  return sources.flatMap((source) =>
    codeOf(source).flatMap((content, at) =>
      [...content.matchAll(pattern)].map(([text]) => ({ path: source.path, line: at + 1, text })),
    ),
  );
}

/** `as never` and `as unknown as`, after an expression. */
export const findCasts = (sources: Source[]) =>
  findInCode(
    sources.filter(({ path }) => isProduct(path)),
    /(?<=[\w)\]}>]) as (?:never\b|unknown as\b)/g,
  );

/** Folders with one file for each entity grow with the product. */
const entityFolder = /^(shared\/(locales\/\w+|rules)|tests\/(entities|e2e))\//;

export function findLargeRooms(paths: string[], limit = maxFilesOfRoom): Problem[] {
  const own = paths.filter(
    (path) => path.includes('/') && !path.startsWith('docs/') && !entityFolder.test(path),
  );
  const rooms = Map.groupBy(own, (path) => dirname(path));
  return [...rooms]
    .filter(([, files]) => files.length > limit)
    .map(([path, files]) => ({ path, line: 1, text: `${files.length} files in one folder` }));
}

export const findLongFiles = (sources: Source[], limit = maxLines): Problem[] =>
  sources
    .filter(({ path }) => isProduct(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => ({ path, line: 1, text: `${lines} lines` }));

/** Names and tables of entities in folders of server/ that serve any entity. */
export const findEntityNames = (sources: Source[]) =>
  findInCode(
    sources.filter(
      ({ path }) => isProduct(path) && infrastructure.some((folder) => path.startsWith(folder)),
    ),
    /\b(?:Repository|Organization|Member|Team|Invitation)\b|"(?:repository|organization|member|team|invitation)"/g,
  );

const infrastructure = [
  ...['database', 'graphql', 'http', 'routes', 'log', 'metrics', 'network'],
  ...['list-export', 'mail', 'process'],
].map((folder) => `server/${folder}/`);

/**
 * Underscored properties, prototypes and extensions that a library keeps for itself. Prisma's `_count` is public, and
 * a file may extend its own classes.
 */
export function findPrivateParts(sources: Source[]): Problem[] {
  const textOf = new Map(sources.map(({ path, text }) => [path, text]));
  const found = findInCode(
    sources.filter(({ path }) => isProduct(path)),
    /\w\._(?!count|sum|avg|min|max)[a-z]\w*|\bsetPrototypeOf\b|\w+\.prototype\b|\bpothosPrisma\w+|\bextensions[^;]*pothosOptions\b/g,
  );
  return found.filter(({ path, text }) => {
    const [name] = text.split('.prototype');
    return !textOf.get(path)?.includes(`class ${name} `);
  });
}

/** Places beyond what is allowed, and exceptions that are no longer needed. */
export function beyond(found: Problem[], allowed: Allowed): Problem[] {
  const byPath = Map.groupBy(found, ({ path }) => path);
  const added = [...byPath].filter(
    ([path, places]) => places.length > (allowed[path] ? (allowed[path].count ?? 1) : 0),
  );
  const stale = Object.entries(allowed).flatMap(([path, { count = 1 }]) => {
    const left = byPath.get(path)?.length ?? 0;
    const text = `${path} has ${left} of ${count} allowed exceptions left.`;
    return left < count ? [{ path: 'scripts/checks/exceptions.ts', line: 1, text }] : [];
  });
  return [...added.flatMap(([, places]) => places), ...stale];
}

type Figures = { line: string; problems: Problem[] };

/** `others` are figures that other checks have found. */
export function countStructure(
  sources: Source[],
  paths: string[],
  others: Record<string, number>,
): Figures {
  const counts: [title: string, found: Problem[], allowed: Allowed][] = [
    [`rooms over ${maxFilesOfRoom} files`, findLargeRooms(paths), allowedRooms],
    [`files over ${maxLines} lines`, findLongFiles(sources), allowedFiles],
    ['casts through never or unknown', findCasts(sources), allowedCasts],
    ['entity names in infrastructure', findEntityNames(sources), allowedEntityNames],
    ['private parts of libraries', findPrivateParts(sources), allowedPrivateParts],
  ];
  const figures = [
    ...Object.entries(others).map(([title, figure]) => `${title} ${figure}`),
    ...counts.map(([title, found]) => `${title} ${found.length}`),
  ];
  const problems = counts.flatMap(([title, found, allowed]) =>
    beyond(found, allowed).map((problem) => ({ ...problem, text: `${problem.text} (${title})` })),
  );
  return { line: figures.join(' · '), problems };
}
