/** Writes client/generated: entities with their documents and labels, sections of their pages, texts and their types. */

import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { buildSchema, isEnumType } from 'graphql';
import { CliError } from '#server/progress.ts';
import { fallbackLanguage, languageCodes } from '#shared/languages.ts';
import { type EntityDocuments, entityDocuments, readEntity } from './entity-documents.ts';
import { writeGenerated } from './generated-file.ts';
import { entityList } from './server-registry.ts';
import { fromRoot, root } from './task.ts';

/** Texts of every page, and of the server. */
const notOfAreas = ['common', 'errors', 'graphiqlPage', 'mail'];

const find = (pattern: string) => globSync(pattern, { cwd: root }).sort();
const read = (file: string) => readFileSync(fromRoot(file), 'utf8');

export function writeClientRegistry(): void {
  const files = find('client/features/*/entity.ts');
  writeGenerated('client/generated/entities.ts', entityList('entities', files));
  const entities = files.map((file) => {
    const folder = dirname(file);
    return { ...readEntity(folder, find(`${folder}/*.graphql`).map(read)), name: basename(folder) };
  });
  writeGenerated('client/generated/entities.graphql', entityDocuments(entities));
  writeSections();
  writeJoinedTexts(entities);
  writeTextTypes();
}

/** What features show on the pages of other entities, which the files name: `customer-section.tsx`. */
function writeSections(): void {
  const sections = find('client/features/*/*-section.tsx').map((file) => {
    const feature = basename(dirname(file));
    return `{
    of: '${basename(file, '-section.tsx')}',
    permission: '${feature}:read',
    code: () => import('#${file}'),
  },`;
  });
  writeGenerated(
    'client/generated/sections.ts',
    `import type { RecordSection } from '#client/lib/entity.ts';

export const sections: RecordSection[] = [${sections.join(' ')}];
`,
  );
}

/**
 * Adds texts of other namespaces to some: list titles of the entities and `nav` of single pages as labels of the
 * navigation, which every page shows without loading those namespaces. Also events of the audit log. Also scopes of
 * access tokens. The file `area` has all namespaces of an area.
 */
function writeJoinedTexts(entities: (EntityDocuments & { name: string })[]): void {
  for (const language of languageCodes) {
    const files = find(`shared/locales/${language}/*.json`);
    const texts = Object.fromEntries(
      files.map((file) => [basename(file, '.json'), JSON.parse(read(file))]),
    );
    const { audit, common, accessToken } = texts;
    for (const { name, list } of entities) common.nav[list] = texts[name].list.title;
    for (const { auditKind, accessTokenScope, nav } of Object.values(texts)) {
      Object.assign(common.nav, nav);
      Object.assign(audit.kind, auditKind);
      Object.assign(accessToken.scope, accessTokenScope);
    }
    const names = Object.keys(texts).filter((name) => !notOfAreas.includes(name));
    const area = Object.fromEntries(names.map((name) => [name, texts[name]]));
    for (const [name, content] of Object.entries({ audit, common, accessToken, area })) {
      writeGenerated(`client/generated/locales/${language}/${name}.json`, JSON.stringify(content));
    }
    if (language === fallbackLanguage) writeAuditKinds(Object.keys(audit.kind));
  }
}

/**
 * The filter's menu has the order of the texts.
 *
 * @throws {CliError} for a kind without a text
 */
function writeAuditKinds(kinds: string[]): void {
  const type = buildSchema(read('schema.graphql')).getType('AuditEventKind');
  const missing = isEnumType(type)
    ? type.getValues().filter(({ name }) => !kinds.includes(name))
    : [];
  if (missing.length > 0) {
    throw new CliError(
      `The audit log has no text for ${missing.map(({ name }) => name).join(', ')}.`,
      'Add it to `auditKind` in shared/locales/*/<entity>.json.',
    );
  }
  writeGenerated(
    'client/generated/audit-kinds.ts',
    `export const auditKinds = ${JSON.stringify(kinds)} as const;\n`,
  );
}

function writeTextTypes(): void {
  writeGenerated(
    'client/generated/i18next.d.ts',
    `import 'i18next';
import type area from './locales/${fallbackLanguage}/area.json';
import type common from './locales/${fallbackLanguage}/common.json';
import type errors from '#shared/locales/${fallbackLanguage}/errors.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof area & { common: typeof common; errors: typeof errors };
  }
}
`,
  );
}
