import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));

const nameOf = (file: string) => file.split('/').slice(-2).join('/');

/** Texts loaded by browsers, including those generated from entities. */
function readTexts(): Map<string, string> {
  const shared = globSync('shared/locales/*/*.json', { cwd: root });
  const generated = globSync('client/generated/locales/*/*.json', { cwd: root });
  const replaced = new Set(generated.map(nameOf));
  const files = [
    ...shared.filter((file) => !/\/mail\.json$/.test(file) && !replaced.has(nameOf(file))),
    ...generated,
  ];
  return new Map(
    files.sort().map((file) => {
      const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
      return [nameOf(file), JSON.stringify(JSON.parse(text))];
    }),
  );
}

function folderOf(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify([...texts]));
  return `assets/texts-${hash.digest('base64url').slice(0, 8)}`;
}

/**
 * Vite plugin that serves the texts from one content-hashed folder, so that the client needs only the folder's name
 * (`textsFolder`) instead of a list of files.
 */
export function textFiles(): Plugin {
  let folder = 'assets/texts';
  return {
    name: 'text-files',
    config({ base = '/' }, { command }) {
      if (command === 'build') folder = folderOf(readTexts());
      return { define: { textsFolder: JSON.stringify(`${base}${folder}`) } };
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${folder}`, (request, response, next) => {
        const text = readTexts().get((request.url ?? '').slice(1));
        if (text === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(text);
      });
    },
    generateBundle() {
      for (const [name, source] of readTexts()) {
        this.emitFile({ type: 'asset', fileName: `${folder}/${name}`, source });
      }
    },
  };
}
