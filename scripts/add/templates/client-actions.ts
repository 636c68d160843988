import { dropped, type Spec } from '#scripts/add/spec.ts';
import { pathCall } from './client-entity.ts';

/** client/features/<entity>/<entity>-actions.tsx */
export function actionsFile(spec: Spec): string {
  const { pascal, camel, kebab, words, plural, title, owner } = spec;
  return `/** The menu of a row. */
export function ${pascal}Actions({ ${camel} }: { ${camel}: ${pascal}RowFragment }) {
  ${owner ? 'const area = areaOf(useLocation().pathname);' : dropped}
  const delete${pascal} = useDelete${pascal}();
  const { id, ${title.name}, viewerCanUpdate, viewerCanDelete } = ${camel};
  return (
    <RecordMenu
      name={${title.name}}
      updateTo={viewerCanUpdate && ${pathCall(spec, 'update', 'id')}}
      onDelete={viewerCanDelete && (() => void delete${pascal}(${camel}))}
    />
  );
}

/** Deletes a ${words} after a confirmation. Resolves to whether it was deleted. */
export function useDelete${pascal}() {
  const { t } = useTranslation('${kebab}');
  const client = useClient();
  const [, delete${plural.pascal}] = useMutation(Delete${plural.pascal}Document);
  return async ({ id, ${title.name} }: Pick<${pascal}RowFragment, 'id' | '${title.name}'>) => {
    const options = { requestPolicy: 'network-only' } as const;
    const { data } = await client.query(${pascal}DependentsDocument, { id }, options);
    return confirmAndRun({
      title: t('delete.question', { name: ${title.name} }),
      body: withDependents(t('delete.body'), data?.${camel}?.dependents),
      confirm: t('delete.action'),
      danger: true,
      mutate: () => delete${plural.pascal}({ input: { ids: [id] } }),
      done: t('delete.done'),
    });
  };
}
`;
}
