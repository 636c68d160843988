/** Import rules. Part of `npm run check`. Biome finds cycles. */

import { relative } from 'node:path';
import { findUpwardImports } from './layers.ts';
import { type Import, type Problem, parseSources, type Source } from './sources.ts';

type Rule = {
  from: string[];
  notTo: string[];
  except?: string[];
  because: string;
};

const rules: Rule[] = [
  {
    from: ['packages/'],
    notTo: ['server/', 'client/', 'shared/', 'prisma/', 'scripts/', 'tests/', 'codegen.ts'],
    because: 'A package knows nothing of the product that uses it.',
  },
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
    // Runs in Node.js while the client is built.
    except: ['client/build/'],
    because: 'The client knows the server by schema.graphql alone.',
  },
  {
    from: ['scripts/', 'prisma/'],
    notTo: ['client/'],
    because: 'Scripts do not import the client.',
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

/** What an entity exposes to the rest of the client: its paths, lists and icon. */
const declaration = /^client\/features\/[^/]+\/entity\.ts$/;
/** Folders of the client whose parts others use. */
const common = [
  'access-token',
  'audit-log',
  'auth',
  'member',
  'membership',
  'passkey',
  'recovery-codes',
  'session',
];
/** Parts of a feature that only its own folder imports. */
const isPrivate = {
  'server/features/': (path: string) =>
    /\/(schema|service|stream|(.*-)?(queries|mutations))\.ts$/.test(path),
  'client/features/': (path: string) =>
    !declaration.test(path) && !common.includes(path.split('/')[2] ?? ''),
};

/** Holds the tests that aren't part of the product. */
const isLab = (path: string, folder = '') => path.startsWith(`lab/${folder}`);

function forbidden({ path }: Source, { specifier, target }: Import): string | undefined {
  const imported = target ?? specifier;
  if (isLab(imported) && !isLab(path)) return 'Nothing outside of lab/ imports from it.';
  // The clients in lab/ are separate packages that the aliases don't reach.
  if (specifier.startsWith('..') && !isLab(path, 'clients/')) {
    return 'A relative import stays in its folder or below; everything else uses a # alias.';
  }
  const rule = rules.find(
    ({ from, notTo, except = [] }) =>
      matches(path, from) && matches(imported, notTo) && !matches(path, except),
  );
  if (rule) return rule.because;
  for (const [parent, isPrivatePart] of Object.entries(isPrivate)) {
    const [own, other] = [path, imported].map((file) => subfolderOf(parent, file));
    const isInside = own !== undefined || /^server\/(?!generated\/)/.test(path);
    if (isInside && other && own !== other && isPrivatePart(imported)) {
      return `Only the same folder of ${parent} imports it.`;
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

const findForbidden = (sources: Source[]): Problem[] =>
  sources.flatMap((source) =>
    source.imports.flatMap((imported) => {
      const reason = forbidden(source, imported);
      if (!reason) return [];
      const { specifier, line } = imported;
      return [{ path: source.path, line, text: `${specifier}: ${reason}` }];
    }),
  );

export function checkArchitecture(): string[] {
  const sources = parseSources();
  const problems = [...findForbidden(sources), ...findUpwardImports(sources)];
  return problems.map(({ path, line, text }) => `${path}:${line}: ${text}`);
}
