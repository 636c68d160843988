import { dropped, each, type RelatedEntity, relations, type Spec } from '#scripts/add/spec.ts';

export const isBuiltIn = ({ type }: RelatedEntity): boolean =>
  type === 'Repository' || type === 'User';

const everyone = ['outsider', 'person', 'orgAdmin', 'manager', 'impersonator of person'];

/** Labels of the records that each viewer sees: those whose parent they see. */
function seesOf({ isInApp, parent }: Spec): [viewer: string, labels: readonly string[]][] {
  const one = Object.fromEntries(everyone.map((viewer) => [viewer, ['one']]));
  const readers = isInApp ? everyone : ['manager'];
  const all = Object.entries<readonly string[]>(parent?.target?.sees ?? one);
  return all.filter(([viewer]) => readers.includes(viewer));
}

/** Records that exist in the tests, so that lists count no others. */
function existing({ type, names }: RelatedEntity): string {
  if (type === 'Repository') return 'Repository.shared.id';
  if (type === 'User') return 'User.manager.id';
  return `Object.values(${names.camel}Records)[0]?.id ?? ''`;
}

/** `visibility` of tests/entities/<entity>.ts. */
export function visibility(spec: Spec): string {
  const { names, parent } = spec;
  const related = relations(spec);
  const targets = [...new Map(related.map(({ target }) => [target.type, target])).values()];
  const ofProject = targets.filter((target) => !isBuiltIn(target));
  const given = [
    ...targets.filter(isBuiltIn).map(({ type }) => type),
    ...(ofProject.length ? ['recordsOf'] : []),
  ];
  const connected = each(related, ({ name, target }) => {
    const id = name === parent?.name ? `${name}Id` : existing(target);
    return `${name}: { connect: { id: ${id} } },`;
  });
  const target = parent?.target;
  const idOf = (label: string) =>
    target && isBuiltIn(target)
      ? `${target.type}.${label}.id`
      : `${target?.names.camel}Records.${label}?.id ?? ''`;
  const labels = target ? [...new Set(Object.values(target.sees).flat())] : ['one'];
  return `visibility: {
    async createRecords(database${given.length ? `, { ${given.join(', ')} }` : ''}) {
      ${each(ofProject, ({ type, names: other }) => `const ${other.camel}Records = await recordsOf('${type}');`)}
      const create = (${parent ? `${parent.name}Id: string` : ''}) =>
        database.${names.camel}.create({
          data: {
            id: newId('${names.pascal}'),
            ...new${names.pascal}(unique('seen')),
            ${connected || dropped}
          },
        });
      return {
${each(labels, (label) => `${label}: await create(${target ? idOf(label) : ''}),`)}
      };
    },
    sees: {
${each(seesOf(spec), ([viewer, seen]) => `'${viewer}': [${seen.map((label) => `'${label}'`).join(', ')}],`)}
    },
  },`;
}
