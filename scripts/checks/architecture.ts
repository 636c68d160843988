/** Which code may import which. Part of `npm run check`: fails on a forbidden import and on an import cycle. */

import { relative } from 'node:path';
import { findCycles } from './cycles.ts';
import { type Problem, reportProblems } from './report.ts';
import { type Import, parseSources, type Source } from './sources.ts';

type Rule = {
  /** The importing code: a folder with a slash at its end, or a file. */
  from: string[];
  /** What it must not import: folders, files, and packages by name. */
  notTo: string[];
  /** Exceptions to both. */
  except?: string[];
  because: string;
};

/** The server's files above its modules: they wire the product together. */
const serverTop = [
  'server/main.ts',
  'server/process/',
  'server/app.ts',
  'server/schema.ts',
  'server/generated/modules.ts',
  'server/generated/exports.ts',
];

const rules: Rule[] = [
  {
    from: ['shared/'],
    notTo: [
      'server/',
      'client/',
      'prisma/',
      'scripts/',
      'tests/',
      'node:',
      '@prisma/',
      'graphql',
      'react',
    ],
    because: 'shared/ imports nothing of ours, and only packages that run in both programs.',
  },
  {
    from: ['server/'],
    notTo: ['client/', 'scripts/', 'tests/'],
    because: 'The server imports neither the client nor its tests and scripts.',
  },
  {
    from: ['client/'],
    notTo: ['server/', 'prisma/', 'scripts/', 'tests/', 'node:', '@prisma/'],
    except: ['budget', 'compressed', 'documents', 'pages', 'texts', 'unreachable'].map(
      (name) => `client/build-${name}.ts`,
    ),
    because: 'The client knows the server by schema.graphql alone.',
  },
  {
    from: ['scripts/', 'prisma/'],
    notTo: ['client/'],
    because: 'Scripts do not import the client.',
  },
  {
    from: ['server/'],
    notTo: ['server/modules/', ...serverTop],
    // This list holds the modules' entity.ts files, which are data.
    except: ['server/modules/', 'server/generated/entities.ts', ...serverTop],
    because: 'Infrastructure does not import modules or the files that wire them.',
  },
  {
    from: ['server/modules/'],
    notTo: serverTop,
    because: 'A module does not import the files that wire it.',
  },
  {
    from: ['server/database/', 'server/log/', 'server/mail/'],
    notTo: ['server/graphql/', 'server/auth/'],
    because: 'Storage, logging and mail do not know the API that uses them.',
  },
  {
    from: ['client/ui/'],
    notTo: ['client/features/', 'client/graphql/', 'client/layouts/', 'urql'],
    because: 'The interface kit knows no GraphQL, no session and no feature.',
  },
  {
    from: ['client/lib/', 'client/i18n/'],
    notTo: ['client/ui/', 'client/features/', 'client/graphql/', 'client/layouts/'],
    because: 'Helpers do not import the code that uses them.',
  },
  {
    from: ['client/features/', 'client/graphql/'],
    notTo: ['client/layouts/', 'client/routes.tsx', 'client/main.tsx'],
    because: 'Features do not import the routes and layouts that show them.',
  },
];

/** Folders whose subfolders do not import each other, and the subfolders that all may import. */
const independentFolders = [
  { parent: 'server/modules/', common: [] },
  { parent: 'client/features/', common: ['access-token', 'auth', 'membership', 'session'] },
];
/** What an entity tells the rest of the client: its paths, lists and icon. */
const declaration = /^client\/features\/[^/]+\/entity\.ts$/;

function forbidden({ path }: Source, { specifier, target }: Import): string | undefined {
  const imported = target ?? specifier;
  // The clients in tests/clients are packages of their own, which the aliases do not reach.
  if (specifier.startsWith('..') && !path.startsWith('tests/clients/')) {
    return 'A relative import stays in its folder or below; everything else uses a # alias.';
  }
  const rule = rules.find(
    ({ from, notTo, except = [] }) =>
      matches(path, from) && matches(imported, notTo) && !matches(path, except),
  );
  if (rule) return rule.because;
  const isDeclaration = declaration.test(imported);
  for (const { parent, common } of independentFolders) {
    const [own, other] = [path, imported].map((file) => subfolderOf(parent, file));
    if (own && other && own !== other && !common.includes(other as never) && !isDeclaration) {
      return `Folders of ${parent} do not import each other.`;
    }
  }
  return undefined;
}

const matches = (name: string, patterns: string[]) =>
  patterns.some((pattern) =>
    /[/:]$/.test(pattern)
      ? name.startsWith(pattern)
      : name === pattern || name.startsWith(`${pattern}/`),
  );

const subfolderOf = (parent: string, file: string) =>
  file.startsWith(parent) && relative(parent, file).includes('/')
    ? relative(parent, file).split('/')[0]
    : undefined;

/** Problems of the architecture in `sources`. */
export function checkArchitecture(sources: Source[]): Problem[] {
  return [
    ...sources.flatMap((source) =>
      source.imports.flatMap((imported) => {
        const reason = forbidden(source, imported);
        if (!reason) return [];
        const { specifier, line } = imported;
        return [{ path: source.path, line, text: `${specifier}: ${reason}` }];
      }),
    ),
    ...findCycles(sources).map((cycle) => ({
      path: cycle[0] ?? '',
      line: 1,
      text: `import cycle: ${[...cycle, cycle[0]].join(' → ')}`,
    })),
  ];
}

if (import.meta.main) reportProblems(checkArchitecture(parseSources()));
