import type { Plugin, Rollup } from 'vite';

const anyOf = (paths: readonly string[]) => new RegExp(paths.join('|'));

/**
 * Assigns modules to chunks: a few chunks compress and load better than dozens. A module goes to the matching group
 * with the highest priority, together with its imports.
 */
export const chunkGroups = [
  {
    name: 'vendor',
    test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router)\//,
    priority: 9,
  },
  {
    name: 'login',
    test: /client\/(main|layouts\/login-layout|features\/auth\/login-page)\.tsx$/,
    priority: 8,
  },
  {
    name: 'base',
    test: /lucide-react\/dist\/esm\/([^/]+|icons\/arrow-left\.mjs)$|client\/(ui\/base\/(?!avatar|keys|relative)|ui\/overlay\/toast\.ts$|lib\/shortcuts|features\/session\/use-session\.|graphql\/fragments)/,
    priority: 7.5,
  },
  {
    name: 'area',
    test: /client\/(layouts\/(authenticated-area|app-layout|manager-layout)|features\/repository\/repositories-page)\.tsx$/,
    priority: 7,
  },
  {
    name: 'sign-in',
    test: anyOf([
      'client/features/auth/(verify|login-error|other-ways|sample|shown-hint)',
      'client/features/auth/provider-buttons',
      'client/features/session/landing',
      'client/ui/preferences/(language|theme-|pref)',
      'shared/rules/account',
    ]),
    priority: 6,
  },
  // Loaded once an area has painted.
  {
    name: 'overlays',
    test: /client\/(layouts\/overlays|features\/demo\/demo-dialog|ui\/form\/(name-dialog|dialog-actions)|ui\/overlay\/responsive-dialog)/,
    priority: 5,
  },
  { name: 'repository', test: /client\/features\/repository\//, priority: 3 },
  {
    name: 'user',
    test: anyOf([
      'client/features/(user|account|auth)/',
      'client/layouts/impersonation-banner',
      'shared/rules/session',
    ]),
    priority: 2,
  },
  {
    name: 'organization',
    test: /client\/(layouts\/organization-pages|features\/(organization|member|invitation|team)\/)/,
    priority: 2,
  },
  { test: /client\/features\/service-account\//, name: 'organization', priority: 2 },
  { name: 'home', test: /client\/features\/(home|dashboard)\//, priority: 2 },
  {
    name: (id: string) => /client\/features\/([^/]+)\//.exec(id)?.[1] ?? null,
    test: /client\/features\/(?!palette|session)/,
    priority: 1,
  },
];

const reexport = /^\s*(?:import\s*"[^"]+";\s*)*export\s*\{([^}]*)\}\s*from\s*"\.\/([^"]+)";?\s*$/;
const helpers = /^rolldown-runtime/;

/** Parses `a as b, c` into pairs of inner and outer names. */
function readNames(list: string): [inner: string, outer: string][] {
  return list.split(',').map((item) => {
    const [inner = '', outer = inner] = item.trim().split(/\s+as\s+/);
    return [inner, outer];
  });
}

const baseName = (file: string) => file.split('/').at(-1) ?? file;

/** Turns `import('./page.js')` of a stub chunk that only re-exports another chunk into an import of that chunk. */
function importDirectly(chunks: Rollup.OutputChunk[], stub: Rollup.OutputChunk) {
  const [, names = '', target = ''] = reexport.exec(stub.code) ?? [];
  const picked = readNames(names).map(([inner, outer]) => `${outer}:m.${inner}`);
  const direct = `import("./${target}").then(m=>({${picked.join(',')}}))`;
  const file = baseName(stub.fileName).replaceAll('.', '\\.');
  const dynamicImport = new RegExp(`import\\(["'\`]\\./${file}["'\`]\\)`, 'g');
  for (const chunk of chunks) {
    if (!chunk.dynamicImports.includes(stub.fileName)) continue;
    chunk.code = chunk.code.replace(dynamicImport, () => direct);
    chunk.dynamicImports = chunk.dynamicImports.map((name) =>
      name === stub.fileName ? (stub.imports[0] ?? name) : name,
    );
  }
}

/** Moves the bundler's helpers, which all chunks import, into the chunk that is always loaded. */
function moveHelpers(
  chunks: Rollup.OutputChunk[],
  from: Rollup.OutputChunk,
  to: Rollup.OutputChunk,
) {
  const file = baseName(from.fileName).replaceAll('.', '\\.');
  const statement = new RegExp(`import\\{([^}]*)\\}from"\\./${file}";`);
  const exported = /export\{([^}]*)\};\s*$/;
  const names = readNames(exported.exec(from.code)?.[1] ?? '');
  const object = names.map(([inner, outer]) => `${outer}:${inner}`).join(',');
  const body = from.code.replace(exported, '');
  for (const chunk of chunks) {
    if (!chunk.imports.includes(from.fileName)) continue;
    const [, list = ''] = statement.exec(chunk.code) ?? [];
    const picked = readNames(list).map(([inner, outer]) => `${inner}:${outer}`);
    const source =
      chunk === to
        ? `export const bundlerHelpers=(()=>{${body}return{${object}}})();`
        : `import{bundlerHelpers}from"./${baseName(to.fileName)}";`;
    chunk.code = chunk.code.replace(statement, () => `${source}const{${picked}}=bundlerHelpers;`);
    chunk.imports = [
      ...new Set(chunk.imports.map((name) => (name === from.fileName ? to.fileName : name))),
    ].filter((name) => name !== chunk.fileName);
  }
}

/**
 * Vite plugin that removes the tiny chunks Rolldown adds for its helpers and for dynamic imports of grouped modules.
 */
export function foldChunks(): Plugin {
  return {
    name: 'fold-chunks',
    apply: 'build',
    enforce: 'pre',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const stub of chunks.filter(({ code }) => reexport.test(code))) {
          importDirectly(chunks, stub);
          delete bundle[stub.fileName];
        }
        const from = chunks.find(({ fileName }) => helpers.test(baseName(fileName)));
        const to = chunks.find(({ name }) => name === 'vendor');
        if (from && to) {
          moveHelpers(chunks, from, to);
          delete bundle[from.fileName];
        }
      },
    },
  };
}
