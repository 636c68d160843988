/** Changes to files that all entities share. */
import { fallbackLanguage, type Language, languageCodes } from '#shared/languages.ts';
import { append, type Files, type Insertion, insert, readText } from './edit.ts';
import type { Area } from './project.ts';
import { recordActions, type Spec, userActions } from './spec.ts';
import { listIn, prismaModel, relationName } from './templates/prisma.ts';
import { fieldCodes } from './templates/server-inputs.ts';

export const schemaPath = 'prisma/schema.prisma';
const permissionsPath = 'shared/permissions.ts';
const rolePermissionsPath = 'tests/support/role-permissions.ts';
export const draftsPath = 'shared/locales/drafts.json';

export function editSharedFiles(spec: Spec, files: Files): void {
  editPrismaSchema(spec, files);
  editPermissions(spec, files);
  editRoutes(spec, files);
  editErrors(spec, files);
  spec.owner?.edit?.(spec, files);
  editExpectations(spec, files);
  addDrafts(files, spec.kebab);
}

function editPrismaSchema(spec: Spec, files: Files): void {
  const { pascal } = spec;
  files.set(schemaPath, files.get(schemaPath) ?? readText(schemaPath));
  addAuditKinds(spec, files);
  for (const field of spec.stored) {
    const named = relationName(spec, field);
    const attribute = named ? ` @relation(${named})` : '';
    insert(files, schemaPath, {
      within: `\nmodel ${field.target.type} {`,
      anchor: firstAttribute(files.get(schemaPath) ?? '', field.target.type),
      before: `\n  ${listIn(spec, field)} ${pascal}[]${attribute}`,
    });
  }
  files.set(schemaPath, `${files.get(schemaPath)}${prismaModel(spec)}`);
}

function addAuditKinds({ snake }: Spec, files: Files): void {
  const kinds = ['created', 'updated', 'deleted'].map((verb) => `\n  ${snake}_${verb}`);
  insert(files, schemaPath, {
    anchor: '\n\n  @@map("account_event_kind")',
    before: kinds.join(''),
  });
}

/** The end of the model's fields: the empty line and the attribute that follow. */
function firstAttribute(schema: string, model: string): string {
  const block = schema.slice(schema.indexOf(`\nmodel ${model} {`));
  return /\n\n {2}@@.*/.exec(block)?.[0] ?? '\n\n  @@';
}

function editPermissions(spec: Spec, files: Files): void {
  const { kebab } = spec;
  const row = (actions: readonly string[]) =>
    `'${kebab}': [${actions.map((action) => `'${action}'`).join(', ')}],`;
  const all = [...recordActions, ...(spec.owner?.moreActions ?? [])];
  append(files, permissionsPath, '\nconst statements = {', `\n  ${row(all)}`);
  // A project's own roles get nothing unasked.
  const granted = { admin: all, user: userActions(spec) };
  for (const [role, actions] of Object.entries(granted)) {
    if (actions.length === 0) continue;
    const lines = actions.map((action) => `\n    '${kebab}:${action}',`);
    append(files, permissionsPath, `\n  ${role}: accessControl.newRole({`, `\n    ${row(actions)}`);
    append(files, rolePermissionsPath, `\n  ${role}: [`, lines.join(''));
  }
}

/** Before the pages of the account, with which both areas end. */
export const endOfArea: Record<Area, Pick<Insertion, 'within' | 'anchor'>> = {
  app: { anchor: `\n      ...account,\n    ],\n  },\n  {\n    path: 'manager',` },
  manager: { within: `\n    path: 'manager',`, anchor: '\n      ...account,' },
};

function editRoutes(spec: Spec, files: Files): void {
  const { camel, kebab, plural, isInApp } = spec;
  const path = 'client/routes.tsx';
  const folder = `#client/features/${kebab}`;
  const pages = `
const ${plural.camel}: Page = {
  path: '${plural.kebab}',
  code: () => import('${folder}/${plural.kebab}-page.tsx'),
  title: 'nav.${plural.camel}',
  permission: '${kebab}:read',
};

const ${camel}: Page = {
  ...${plural.camel},
  path: '${plural.kebab}/:id',
  code: () => import('${folder}/${kebab}-page.tsx'),
};

const ${camel}Form: Pick<Page, 'code'> = {
  code: () => import('${folder}/${kebab}-form-page.tsx'),
};
`;
  insert(files, path, { anchor: '\nconst areas: Area[] = [', before: pages });
  const listed = (group: string) =>
    `\n      { ...${plural.camel}, nav: { group: '${group}', icon: '${plural.camel}' } },`;
  const pagesWithForm = (
    group: string,
    toCreate = 'create',
    toUpdate = 'update',
  ) => `${listed(group)}
      { ...${camel}Form, path: '${plural.kebab}/new', title: '${kebab}:new.title', permission: '${kebab}:${toCreate}' },
      ${camel},
      { ...${camel}Form, path: '${plural.kebab}/:id/update', title: 'nav.${plural.camel}', permission: '${kebab}:${toUpdate}' },`;
  const inApp = spec.owner
    ? pagesWithForm('nav.main', ...spec.owner.formActions)
    : `${listed('nav.main')}\n      ${camel},`;
  if (isInApp) insert(files, path, { ...endOfArea.app, before: inApp });
  insert(files, path, { ...endOfArea.manager, before: pagesWithForm('nav.application') });
}

/** Codes of texts other than the title, which exist once an entity needs them. */
const codeTexts: Record<string, Partial<Record<Language, string>> & { en: string }> = {
  VALUE_INVALID: {
    en: 'This value is invalid',
    fr: 'Cette valeur n’est pas valide',
    ar: 'هذه القيمة غير صالحة',
    sw: 'Thamani hii si sahihi',
  },
  VALUE_TOO_LONG: {
    en: 'This value is too long',
    fr: 'Cette valeur est trop longue',
    ar: 'هذه القيمة أطول من اللازم',
    sw: 'Thamani hii ni ndefu mno',
  },
  VALUE_ALREADY_USED: {
    en: 'This value is already used',
    fr: 'Cette valeur est déjà utilisée',
    ar: 'هذه القيمة مستخدمة بالفعل',
    sw: 'Thamani hii tayari inatumika',
  },
};

function editErrors(spec: Spec, files: Files): void {
  const path = 'shared/errors.ts';
  const known = readText(path);
  const codes = fieldCodes(spec).filter((code) => codeTexts[code] && !known.includes(`'${code}'`));
  if (codes.length === 0) return;
  const anchor = `\n  'VALUE_REQUIRED',`;
  const rows = codes.map((code) => `\n  '${code}',`).join('');
  insert(files, path, { anchor, after: rows });
  for (const language of languageCodes) {
    const textsPath = `shared/locales/${language}/errors.json`;
    const texts = JSON.parse(readText(textsPath)) as Record<string, string>;
    for (const code of codes) {
      const text = codeTexts[code];
      if (text) texts[code] = text[language] ?? text.en;
    }
    files.set(textsPath, `${JSON.stringify(texts, null, 2)}\n`);
  }
}

/** Who reads the lists of the new records, which are fields of the records that they belong to. */
function editExpectations(spec: Spec, files: Files): void {
  for (const field of spec.relations) {
    const path = `tests/entities/${field.target.names.kebab}.ts`;
    const row = `\n    ${listIn(spec, field)}: '${spec.isInApp ? 'signedIn' : 'admin'}',`;
    append(files, path, '\n  recordFields: {', row);
  }
}

/** Lists a new namespace as one to translate. */
export function addDrafts(files: Files, namespace: string): void {
  const drafts = JSON.parse(readText(draftsPath)) as Record<string, string[]>;
  drafts[namespace] = languageCodes.filter((language) => language !== fallbackLanguage);
  files.set(draftsPath, `${JSON.stringify(drafts, null, 2)}\n`);
}
