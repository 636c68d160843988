/** Writes client/generated: the client's entities, their documents and labels, the types of texts. */

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fallbackLanguage, languageCodes } from '#shared/languages.ts';
import { type EntityDocuments, entityDocuments, readEntity } from './entity-documents.ts';
import { writeGenerated } from './generated-file.ts';
import { entityList } from './server-registry.ts';
import { fromRoot, root } from './task.ts';

/** Namespaces that only the server uses. */
const serverNamespaces = ['api', 'mail'];

const find = (pattern: string) => globSync(pattern, { cwd: root }).sort();
const read = (file: string) => readFileSync(fromRoot(file), 'utf8');

/** Writes what the client derives from the folders of its features and of the texts. */
export function writeClientRegistry(): void {
  const files = find('client/features/*/entity.ts');
  writeGenerated('client/generated/entities.ts', entityList('entities', files));
  const entities = files.map((file) => {
    const folder = dirname(file);
    return { ...readEntity(folder, find(`${folder}/*.graphql`).map(read)), name: basename(folder) };
  });
  writeGenerated('client/generated/entities.graphql', entityDocuments(entities));
  writeCommonTexts(entities);
  writeTextTypes();
}

/**
 * Writes `common` with the title of each entity's list as its label in the navigation, which every page
 * shows: the namespaces of the entities are not loaded for it.
 */
function writeCommonTexts(entities: (EntityDocuments & { name: string })[]): void {
  for (const language of languageCodes) {
    const texts = (namespace: string) =>
      JSON.parse(read(`shared/locales/${language}/${namespace}.json`));
    const common = texts('common');
    for (const { name, list } of entities) common.nav[list] = texts(name).list.title;
    writeGenerated(`client/generated/locales/${language}/common.json`, JSON.stringify(common));
  }
}

/** Declares the keys of all texts, as the fallback language has them. */
function writeTextTypes(): void {
  const names = find(`shared/locales/${fallbackLanguage}/*.json`)
    .map((file) => basename(file, '.json'))
    .filter((name) => !serverNamespaces.includes(name));
  const fileOf = (name: string) =>
    `${name === 'common' ? '.' : '#shared'}/locales/${fallbackLanguage}/${name}.json`;
  writeGenerated(
    'client/generated/i18next.d.ts',
    `import 'i18next';
${names.map((name) => `import type ${name} from '${fileOf(name)}';`).join('\n')}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
${names.map((name) => `      ${name}: typeof ${name};`).join('\n')}
    };
  }
}
`,
  );
}
