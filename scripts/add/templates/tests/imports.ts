import { each } from '#scripts/add/spec.ts';

/** What tests import, if they use it. */
const imports: Record<string, readonly string[]> = {
  '#server/database/ids.ts': ['newId'],
  '#shared/permissions.ts': ['permissions'],
  '#tests/support/access-tokens.ts': ['createToken', 'program'],
  '#tests/support/factories.ts': [
    'createOrganization',
    'createRecord',
    'createRepository',
    'createUser',
    'unique',
  ],
  '#tests/support/server-for-file.ts': ['errorCodes', 'serverForFile'],
};

/** Imports of the names that the code calls. */
export const importsOf = (code: string): string =>
  each(Object.entries(imports), ([path, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}[(.]`).test(code));
    return used.length ? `import { ${used.join(', ')} } from '${path}';` : '';
  });
