import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Removal, reduceCode } from './code-rows.ts';
import {
  reduceDocument,
  reduceJson,
  reducePatch,
  reducePrismaSchema,
  reduceStyles,
  reduceYaml,
} from './data-rows.ts';
import type { Feature, Reduced, Row } from './feature.ts';
import { reduceMarkdown } from './prose-rows.ts';

/** What a removal deletes and changes. */
export type Plan = {
  deleted: string[];
  changed: Map<string, string>;
  rows: Row[];
  /** Places that name the feature and have to be edited by hand. */
  problems: Row[];
};

/** History, migrations, whose checksums are recorded, and what npm writes. */
const kept = /^(CHANGELOG\.md|prisma\/migrations\/.*|(.*\/)?package-lock\.json)$/;
const withHashComments =
  /\.(ya?ml|cfg|conf|service|sh|timer)$|(^|\/)(Caddyfile|Dockerfile|\.dockerignore)$/;
/** Written by `npm run generate` from what remains. */
const generated = /^(schema\.graphql|\.env\.example)$/;
/** Its tables are written anew, too. */
const hasGeneratedTables = 'docs/guides/api-errors.md';

function reduce(path: string, text: string, feature: Feature, removal: Removal): Reduced {
  const { names, prose, stored = names } = feature;
  if (/\.(tsx?|m?js)$/.test(path)) return reduceCode(path, text, removal);
  if (path.endsWith('.md')) return reduceMarkdown(path, text, prose);
  if (path.endsWith('.json')) return reduceJson(path, text, names, prose);
  if (path.endsWith('.graphql')) return reduceDocument(path, text, names);
  if (path.endsWith('.patch')) return reducePatch(path, text, names);
  if (withHashComments.test(path)) return reduceYaml(path, text, prose);
  if (path.endsWith('.css')) return reduceStyles(path, text, prose);
  if (path.endsWith('.prisma')) return reducePrismaSchema(path, text, stored, prose);
  return { text, rows: [], problems: [] };
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
const hasTests = (text: string) => /^\s*(it|test)\b/m.test(text);

/** Plans the removal of a feature from `files` of the checkout in `root`, without changing anything. */
export function planRemoval(root: string, files: readonly string[], feature: Feature): Plan {
  const deletedFiles = new Set(
    globSync([...feature.files, `scripts/remove/features/${feature.name}.ts`], { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .flatMap((path) => [path, path.replace(/\.graphql$/, '.generated.ts')]),
  );
  // What an earlier `npm run generate` wrote for it isn't tracked.
  const isGenerated = (path: string) => /\/generated\/.*\.(graphql|ts)$/.test(path);
  const deleted = [...new Set([...files, ...[...deletedFiles].filter(isGenerated)])].filter(
    (path) => deletedFiles.has(path),
  );
  const remaining = files.filter(
    (path) => !deletedFiles.has(path) && !kept.test(path) && !generated.test(path),
  );
  const texts = new Map(
    remaining.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return text.includes('\0') ? [] : [[path, text] as const];
    }),
  );
  const removal: Removal = {
    ...feature,
    isDeleted: (path) => deletedFiles.has(path),
    exports: new Map(),
  };
  const countExports = () => [...removal.exports.values()].reduce((sum, { size }) => sum + size, 0);
  let results: [path: string, reduced: Reduced][] = [];
  let before = -1;
  // A file that no longer exports something changes the files that import it.
  while (before !== countExports()) {
    before = countExports();
    results = [...texts].map(([path, text]) => [path, reduce(path, text, feature, removal)]);
  }
  const emptied = results.filter(
    ([path, { text }]) => isTest(path) && hasTests(texts.get(path) ?? '') && !hasTests(text),
  );
  deleted.push(...emptied.map(([path]) => path));
  results = results.filter((result) => !emptied.includes(result));
  const changed = new Map(
    results.flatMap(([path, { text }]) =>
      text === texts.get(path) ? [] : [[path, text] as const],
    ),
  );
  return {
    deleted,
    changed,
    rows: results.flatMap(([, { rows }]) => rows),
    problems: [
      ...results.flatMap(([, { problems }]) => problems),
      ...results.flatMap(([path, { text }]) => findLeftovers(path, text, feature)),
    ],
  };
}

/** Places in a file that still name the feature. */
export function findLeftovers(path: string, text: string, feature: Feature): Row[] {
  if (kept.test(path) || path === hasGeneratedTables) return [];
  const leftover = feature.leftover ?? feature.prose;
  return text.split('\n').flatMap((content, index) => {
    if (!leftover.test(content)) return [];
    return [{ path, line: index + 1, text: content.trim().slice(0, 100) }];
  });
}

function deleteEmptyFolders(root: string, folder: string): void {
  const path = join(root, folder);
  if (folder === '.' || !existsSync(path) || readdirSync(path).length > 0) return;
  rmdirSync(path);
  deleteEmptyFolders(root, dirname(folder));
}

export function applyPlan(root: string, { deleted, changed }: Plan): void {
  for (const path of deleted) rmSync(join(root, path));
  for (const path of deleted) deleteEmptyFolders(root, dirname(path));
  for (const [path, text] of changed) writeFileSync(join(root, path), text);
}
