/** Imports what generated code uses, by what the project offers. */
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseSyntax } from '#scripts/lib/syntax.ts';
import { root } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';
import { type Files, readText } from './edit.ts';

const packages: Record<string, readonly string[]> = {
  graphql: ['GraphQLResolveInfo'],
  'node:util': ['isDeepStrictEqual'],
  'react-i18next': ['useTranslation'],
  'react-router': ['useLocation', 'useNavigate', 'useParams'],
  urql: ['useClient', 'useMutation', 'useQuery'],
  '#server/generated/prisma/client.ts': ['AuditEventKind', 'Prisma'],
  '#tests/support/e2e.ts': ['expect'],
};

/** Files that any entity may import from, by the first folder of its own. */
const sources: Record<string, readonly string[]> = {
  client: [
    'client/{paths.ts,{graphql,i18n,lib,ui}/**/*.{ts,tsx}}',
    'client/features/session/*.{ts,tsx}',
    'client/features/membership/*.{ts,tsx}',
  ],
  server: [
    'server/{auth,database,graphql}/**/*.ts',
    'server/list-export/**/*.ts',
    'server/features/audit-log/audit-log.ts',
    'server/features/organization/audit.ts',
    'server/features/organization/policy.ts',
  ],
  shared: ['shared/rules/*.ts'],
  tests: ['{tests/entities,tests/support,server/database}/*.ts'],
};

const exported = /^export (?:async )?(?:const|function|class|type|interface) (\w+)/gm;
const exportsOf = (text: string) => [...text.matchAll(exported)].map(([, name = '']) => name);

/** The files that export each name. */
function readExports(folder: string): Map<string, { file: string }[]> {
  const files = globSync([...(sources[folder] ?? []), 'shared/*.ts'], { cwd: root });
  const all = files.flatMap((file) => exportsOf(readText(file)).map((name) => ({ name, file })));
  return Map.groupBy(all, ({ name }) => name);
}

/**
 * Adds the imports to the files of an entity, also from each other.
 *
 * @throws {CliError} for a name that several files of the project export
 */
export function addImports(files: Files): void {
  const own = [...files].flatMap(([file, text]) => exportsOf(text).map((name) => ({ name, file })));
  const ofPackages = new Map(
    Object.entries(packages).flatMap(([from, names]) => names.map((name) => [name, from] as const)),
  );
  const known = new Map<string, ReturnType<typeof readExports>>();
  for (const [path, text] of files) {
    if (!/\.tsx?$/.test(path)) continue;
    const [area = ''] = path.split('/');
    const all = known.get(area) ?? readExports(area);
    known.set(area, all);
    const folder = dirname(path);
    const moduleOf = (name: string) => {
      if (/(Document|Fragment|QueryVariables)$/.test(name))
        return `./${basename(folder)}.generated.ts`;
      if (ofPackages.has(name)) return ofPackages.get(name);
      const file = own.find((each) => each.name === name && each.file !== path)?.file;
      const [from = file, other] = file ? [] : (all.get(name) ?? []).map((each) => each.file);
      if (other) {
        throw new CliError(`${from} and ${other} export "${name}".`, 'Rename one of them.');
      }
      return from && (dirname(from) === folder ? `./${basename(from)}` : `#${from}`);
    };
    const { through } = parseSyntax(path, text).readScopes().globalScope;
    const used = new Set(through.map(({ identifier }) => String(identifier.name)));
    const lines = [...used].flatMap((name) => {
      const from = moduleOf(name);
      return from ? `import { ${name} } from '${from}';\n` : [];
    });
    const gap = lines.length === 0 || text.startsWith('import ') ? '' : '\n';
    files.set(path, lines.join('') + gap + text);
  }
}
