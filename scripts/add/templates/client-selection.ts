import type { Spec } from '#scripts/add/spec.ts';

/** client/features/<entity>/<entity>-selection.tsx */
export function selectionFile(spec: Spec): string {
  const { pascal, kebab, plural } = spec;
  return `import { Trash2 } from 'lucide-react';

/** Actions on the selected ${plural.words}. */
export function ${pascal}Selection({ list }: { list: List<unknown> }) {
  const { t } = useTranslation('${kebab}');
  const { progress, run, stop } = useBulk();
  const [, delete${plural.pascal}] = useMutation(Delete${plural.pascal}Document);
  const total = list.connection?.totalCountUpTo;
  const count = useSelectedCount(total);

  const remove = () =>
    run({
      question: {
        title: t('bulk.question', { total: formatNumber(count) }),
        body: t('bulk.body'),
        confirm: t('bulk.confirm'),
        danger: true,
      },
      total: count,
      page: list.readIds,
      mutate: (ids) => delete${plural.pascal}({ input: { ids } }),
      done: (values) => t('bulk.done', values),
    });

  return (
    <SelectionBar total={total} progress={progress} onStop={stop}>
      <Button size="small" look="danger" onClick={() => void remove()}>
        <Trash2 />
        {t('bulk.confirm')}
      </Button>
    </SelectionBar>
  );
}
`;
}
