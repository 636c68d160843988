import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { undoMax, useBulk } from '#client/graphql/use-bulk.ts';
import type { List } from '#client/graphql/use-list.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SelectionBar, useSelectedCount } from '#client/ui/list/selection-bar.tsx';
import { DeleteRepositoriesDocument, RestoreRepositoriesDocument } from './repository.generated.ts';

export function RepositorySelection({ list }: { list: List<unknown> }) {
  const { t } = useTranslation('list');
  const { progress, run, stop } = useBulk();
  const [, deleteRepositories] = useMutation(DeleteRepositoriesDocument);
  const [, restoreRepositories] = useMutation(RestoreRepositoriesDocument);
  const total = list.connection?.totalCountUpTo;
  const count = useSelectedCount(total);

  const restore = (ids: string[]) =>
    run({
      ids,
      total: ids.length,
      mutate: (batch) => restoreRepositories({ input: { ids: batch } }),
      done: (values) => t('repositories.restored', values),
    });

  async function remove() {
    const canUndoAll = count <= undoMax && (total?.isExact || !selection.get().all);
    const question = {
      title: t('repositories.question', { count, total: formatNumber(count) }),
      body: t('repositories.body'),
      confirm: t('repositories.confirm', { count }),
      danger: true,
    };
    await run({
      question: canUndoAll ? undefined : question,
      total: count,
      page: list.readIds,
      mutate: (ids) => deleteRepositories({ input: { ids } }),
      done: (values) => t('repositories.done', values),
      undo: (ids) => void restore(ids),
    });
  }

  return (
    <SelectionBar total={total} progress={progress} onStop={stop}>
      <Button size="small" look="danger" onClick={() => void remove()}>
        <Trash2 />
        {t('repositories.delete')}
      </Button>
    </SelectionBar>
  );
}
