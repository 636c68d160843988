import { dropped, type Spec } from '#scripts/add/spec.ts';
import { uniqueKey, visibleKey } from './migration.ts';

/** Unique values. Rules refuse what breaks the checks of columns. */
const constraintsOf = (spec: Spec): string =>
  spec.fields
    .filter(({ unique }) => unique)
    .flatMap((field) => {
      const names = [uniqueKey(spec, field), ...(field.key ? [visibleKey(spec, field)] : [])];
      const error = `{ code: '${usedCode(spec, field)}', field: ['${field.name}'] }`;
      return names.map((name) => `${name}: ${error},`);
    })
    .join('\n');

/** Error code of a value that another record has. */
export const usedCode = ({ title }: Spec, field: Spec['title']): string =>
  field === title ? 'NAME_ALREADY_USED' : 'VALUE_ALREADY_USED';

function visible({ kebab, parent }: Spec): string {
  const may = `viewer.can('${kebab}:read')`;
  const ofParent = parent ? ` && viewer.sees('${parent.name}', '${parent.target?.type}')` : '';
  return `visible: (viewer) => ${may}${ofParent},`;
}

const liveEvents = `liveEvents: 'streamed',`;

const acceleratedLists = `
  acceleratedLists: { searchColumn: 'searchText' },`;

/** server/features/<entity>/entity.ts */
export function entityFile(spec: Spec): string {
  const { pascal, kebab, idPrefix, owner } = spec;
  const constraints = constraintsOf(spec);
  return `import type { Entity } from '#server/database/entity.ts';

export const entity = {
  model: '${pascal}',
  idPrefix: '${idPrefix}',
  retention: { keptBecause: '${owner?.keptBecause ?? 'Deleted by managers.'}' },
  readPermission: '${kebab}:read',
  ${owner?.visible(spec) ?? visible(spec)}${acceleratedLists}
  isCounted: true,
  ${liveEvents}
  ${constraints ? `constraints: {\n${constraints}\n},` : dropped}
} as const satisfies Entity;
`;
}
