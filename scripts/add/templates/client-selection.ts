import type { Spec } from '#scripts/add/spec.ts';

/** client/features/<entity>/<entity>-selection.tsx */
export function selectionFile(spec: Spec): string {
  const { names, plural } = spec;
  const { pascal, kebab } = names;
  const conditions = spec.filters.length ? 'conditions' : 'searchTerm';
  return `import { Trash2 } from 'lucide-react';

type ${pascal}SelectionProps = {
  ${spec.filters.length ? `conditions: Pick<${pascal}IdsQueryVariables, 'searchTerm' | 'filter'>;` : 'searchTerm: string;'}
  total: { count: number; isExact: boolean } | undefined;
};

/** Actions on the selected ${plural.words}. */
export function ${pascal}Selection({ ${conditions}, total }: ${pascal}SelectionProps) {
  const { t } = useTranslation('${kebab}');
  const client = useClient();
  const { progress, run, stop } = useBulk();
  const [, delete${plural.pascal}] = useMutation(Delete${plural.pascal}Document);
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
      page: (after) => {
        const variables = { first: limits.nodesMax, after, ${spec.filters.length ? '...conditions' : 'searchTerm'} };
        const query = client.query(${pascal}IdsDocument, variables, { requestPolicy: 'network-only' });
        return idPage(query, (data) => data.${plural.camel});
      },
      mutate: (ids) => delete${plural.pascal}({ input: { ids } }),
      done: (values) => t('bulk.done', values),
    });

  return (
    <SelectionBar total={total} progress={progress} onStop={stop}>
      <Button size="small" look="danger" onClick={() => void remove()}>
        <Trash2 className="size-4" />
        {t('bulk.confirm')}
      </Button>
    </SelectionBar>
  );
}
`;
}
