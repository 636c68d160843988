import { Trash2 } from 'lucide-react';
import { useClient } from 'urql';
import { idPage, useBulk } from '#client/graphql/use-bulk.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { useTranslation } from '#client/i18n/use-translation.ts';
import { Button } from '#client/ui/base/button.tsx';
import { SelectionBar, useSelectedCount } from '#client/ui/list/selection-bar.tsx';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { limits } from '#shared/limits.ts';
import {
  RepositoryIdsDocument,
  useDeleteRepositoriesMutation,
} from './repository-selection.generated.ts';

type RepositorySelectionProps = {
  searchTerm: string;
  total: { count: number; isExact: boolean } | undefined;
};

/** What can be done to the selected repositories. */
export default function RepositorySelection({ searchTerm, total }: RepositorySelectionProps) {
  const { t } = useTranslation('list');
  const client = useClient();
  const { progress, run, stop } = useBulk();
  const [, deleteRepositories] = useDeleteRepositoriesMutation();
  const count = useSelectedCount(total);

  async function remove() {
    const isSure = await confirm({
      title: t('repositories.question', { total: formatNumber(count) }),
      body: t('repositories.body'),
      confirm: t('repositories.confirm'),
      danger: true,
    });
    if (!isSure) return;
    await run({
      total: count,
      page: (after) =>
        idPage(
          client.query(
            RepositoryIdsDocument,
            { first: limits.nodesMax, after, searchTerm },
            { requestPolicy: 'network-only' },
          ),
          (data) => data.repositories,
        ),
      mutate: (ids) => deleteRepositories({ input: { ids } }),
      pick: (data) => data.deleteRepositories,
      done: (values) => t('repositories.done', values),
    });
  }

  return (
    <SelectionBar total={total} progress={progress} onStop={stop}>
      <Button size="small" look="danger" onClick={() => void remove()}>
        <Trash2 aria-hidden="true" className="size-4" />
        {t('repositories.delete')}
      </Button>
    </SelectionBar>
  );
}
