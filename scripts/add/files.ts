import { type Files, refuseExisting } from './edit.ts';
import { editSharedFiles } from './edits.ts';
import { addImports } from './imports.ts';
import { finish, type Spec } from './spec.ts';
import { actionsFile } from './templates/client-actions.ts';
import { columnsFile } from './templates/client-columns.ts';
import { detailFile } from './templates/client-detail.ts';
import { clientEntityFile, documentsFile } from './templates/client-entity.ts';
import { formFile } from './templates/client-form.ts';
import { formPageFile } from './templates/client-form-page.ts';
import { listFile } from './templates/client-list.ts';
import { sectionFiles, sectionQueries } from './templates/client-section.ts';
import { selectionFile } from './templates/client-selection.ts';
import { addListExport } from './templates/list-export.ts';
import { rulesFile } from './templates/rules.ts';
import { entityFile } from './templates/server-entity.ts';
import { mutationsFile } from './templates/server-mutations.ts';
import { schemaFile } from './templates/server-schema.ts';
import { serviceFile } from './templates/server-service.ts';
import { browserTestFile } from './templates/tests/e2e.ts';
import { expectationsFile } from './templates/tests/expectations.ts';
import { textFiles } from './templates/texts.ts';

/**
 * Every file of an entity except its migration, and the shared files as they will be.
 *
 * @throws {CliError} if a file exists, or a shared file lacks the place for the entity
 */
export function entityFiles(spec: Spec): { created: Files; edited: Files } {
  const { kebab } = spec;
  const list = spec.plural.kebab;
  const folder = `server/features/${kebab}`;
  const feature = `client/features/${kebab}`;
  const created: Files = new Map([
    [`${folder}/entity.ts`, entityFile(spec)],
    [`${folder}/schema.ts`, schemaFile(spec)],
    [`${folder}/mutations.ts`, mutationsFile(spec)],
    [`${folder}/service.ts`, serviceFile(spec)],
    ...(spec.owner ? [[`${folder}/policy.ts`, spec.owner.policyFile(spec)] as const] : []),
    ...(spec.hasBulk ? [[`${feature}/${kebab}-selection.tsx`, selectionFile(spec)] as const] : []),
    [`shared/rules/${kebab}.ts`, rulesFile(spec)],
    ...textFiles(spec).map(
      ([language, text]) => [`shared/locales/${language}/${kebab}.json`, text] as const,
    ),
    [`${feature}/entity.ts`, clientEntityFile(spec)],
    [`${feature}/${kebab}.graphql`, documentsFile(spec) + sectionQueries(spec)],
    [`${feature}/${list}-page.tsx`, listFile(spec)],
    [`${feature}/${kebab}-columns.tsx`, columnsFile(spec)],
    [`${feature}/${kebab}-actions.tsx`, actionsFile(spec)],
    [`${feature}/${kebab}-page.tsx`, detailFile(spec)],
    [`${feature}/${kebab}-form.tsx`, formFile(spec)],
    [`${feature}/${kebab}-form-page.tsx`, formPageFile(spec)],
    ...sectionFiles(spec).map(
      ([parent, text]) => [`${feature}/${parent}-section.tsx`, text] as const,
    ),
    [`tests/entities/${kebab}.ts`, expectationsFile(spec)],
    [`tests/e2e/${list}.spec.ts`, browserTestFile(spec)],
  ]);
  for (const [path, text] of created) created.set(path, finish(text));
  if (spec.hasExport) addListExport(spec, created);
  addImports(created);
  refuseExisting(created);
  const edited: Files = new Map();
  editSharedFiles(spec, edited);
  return { created, edited };
}
