import { each, type Spec } from '#scripts/add/spec.ts';
import { checkOf, uniqueKey, visibleKey } from './migration.ts';
import { textCodes } from './rules.ts';

const tooLong: Record<string, string> = { url: 'LINK_INVALID', email: 'EMAIL_INVALID' };

function constraintsOf(spec: Spec): string {
  const row = (name: string, code: string, field: string) =>
    `${name}: { code: '${code}', field: ['${field}'] },`;
  return each(spec.fields, (field) => {
    const names = field.unique
      ? [uniqueKey(spec, field), ...(field.key ? [visibleKey(spec, field)] : [])]
      : [];
    const checks = checkOf(spec, field).map(([name]) =>
      row(name, tooLong[field.type] ?? textCodes(spec, field).tooLong, field.name),
    );
    return [...names.map((name) => row(name, usedCode(spec, field), field.name)), ...checks].join(
      '\n',
    );
  });
}

/** Error code of a value that another record has. */
export const usedCode = ({ title }: Spec, field: Spec['title']): string =>
  field === title ? 'NAME_ALREADY_USED' : 'VALUE_ALREADY_USED';

function visible({ names, parent }: Spec): string {
  const may = `viewer.can('${names.kebab}:read')`;
  const ofParent = parent ? ` && viewer.sees('${parent.name}', '${parent.target?.type}')` : '';
  return `visible: (viewer) => ${may}${ofParent},`;
}

const acceleratedLists = `
  acceleratedLists: { searchColumn: 'searchText' },`;

/** server/features/<entity>/entity.ts */
export function entityFile(spec: Spec): string {
  const { names, idPrefix, owner } = spec;
  return `import type { Entity } from '#server/database/entity.ts';

export const entity = {
  model: '${names.pascal}',
  idPrefix: '${idPrefix}',
  retention: { keptBecause: '${owner?.keptBecause ?? 'Deleted by managers.'}' },
  readPermission: '${names.kebab}:read',
  ${owner?.visible(spec) ?? visible(spec)}${acceleratedLists}
  isCounted: true,
  changes: 'streamed',
  constraints: {
${constraintsOf(spec)}
  },
} as const satisfies Entity;
`;
}
