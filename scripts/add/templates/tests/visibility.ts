import {
  dropped,
  each,
  type RelatedEntity,
  type RelationField,
  type Spec,
} from '#scripts/add/spec.ts';

const builtIn = ['Repository', 'User', 'Organization'];

/** Whether the tests of the product have records of it. */
export const isBuiltIn = ({ type }: RelatedEntity): boolean => builtIn.includes(type);

const everyone = ['outsider', 'person', 'orgAdmin', 'manager', 'impersonator of person'];

/** Labels of the records that each viewer sees: their own, or those whose parent they see. */
function seesOf({ isInApp, owner, parent }: Spec): [viewer: string, labels: readonly string[]][] {
  if (owner) return Object.entries(owner.tests.sees);
  const one = Object.fromEntries(everyone.map((viewer) => [viewer, ['one']]));
  const readers = isInApp ? everyone : ['manager'];
  const all = Object.entries<readonly string[]>(parent?.target?.sees ?? one);
  return all.filter(([viewer]) => readers.includes(viewer));
}

const rows = (labelled: [viewer: string, labels: readonly string[]][]) =>
  each(
    labelled,
    ([viewer, labels]) => `'${viewer}': [${labels.map((label) => `'${label}'`).join(', ')}],`,
  );

/** Records that exist in the tests, so that lists count no others. */
function existing({ type, names }: RelatedEntity): string {
  if (type === 'Repository') return 'Repository.shared.id';
  if (type === 'User') return 'User.manager.id';
  return `Object.values(${names.camel}Records)[0]?.id ?? ''`;
}

/** `visibility` of tests/entities/<entity>.ts. */
export function visibility(spec: Spec): string {
  const { pascal, camel } = spec;
  const decisive = spec.owner?.field ?? (spec.parent as RelationField | undefined);
  const related = spec.stored;
  const targets = [...new Map(related.map(({ target }) => [target.type, target])).values()];
  const ofProject = targets.filter((target) => !isBuiltIn(target));
  const given = [
    ...targets.filter(isBuiltIn).map(({ type }) => type),
    ...(ofProject.length ? ['recordsOf'] : []),
  ];
  const connected = each(related, ({ name, target }) => {
    const id = name === decisive?.name ? decisive.column : existing(target);
    return `${name}: { connect: { id: ${id} } },`;
  });
  const target = decisive?.target;
  const idOf = (label: string) =>
    target && isBuiltIn(target)
      ? `${target.type}.${label}.id`
      : `${target?.names.camel}Records.${label}?.id ?? ''`;
  const seen = Object.values(spec.owner?.tests.sees ?? target?.sees ?? {});
  const labels = target ? [...new Set(seen.flat())] : ['one'];
  return `visibility: {
    async createRecords(database${given.length ? `, { ${given.join(', ')} }` : ''}) {
      ${each(ofProject, ({ type, names: other }) => `const ${other.camel}Records = await recordsOf('${type}');`)}
      const create = (${decisive ? `${decisive.column}: string` : ''}) =>
        database.${camel}.create({
          data: {
            id: newId('${pascal}'),
            ...new${pascal}(unique('seen')),
            ${connected || dropped}
          },
        });
      return {
${each(labels, (label) => `${label}: await create(${target ? idOf(label) : ''}),`)}
      };
    },
    sees: { ${rows(seesOf(spec))} },
    ${spec.owner ? `changes: { ${rows(Object.entries(spec.owner.tests.changes))} },` : dropped}
  },`;
}
