import { FolderX, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { repositoryPaths } from '#client/features/repository/entity.ts';
import { RestoreRepositoriesDocument } from '#client/features/repository/repository.generated.ts';
import { PagedList } from '#client/graphql/paged-list.tsx';
import { useBulk } from '#client/graphql/use-bulk.ts';
import { type List, useList } from '#client/graphql/use-list.ts';
import { isolated } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row, RowIcon } from '#client/ui/list/list.tsx';
import { ListHeader } from '#client/ui/list/list-header.tsx';
import { EmptyState } from '#client/ui/list/list-states.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SelectionBar, useSelectedCount } from '#client/ui/list/selection-bar.tsx';
import { Breadcrumb } from '#client/ui/page/page.tsx';
import {
  DeletedRepositoriesDocument,
  type DeletedRepositoryPageFragment,
} from './deleted.generated.ts';

export default function DeletedRepositoriesPage() {
  return (
    <DeletedList
      parent={repositoryPaths.list('manager')}
      list={useList(DeletedRepositoriesDocument, {}, (data) => data.deletedRepositories)}
    />
  );
}

type DeletedRepository = DeletedRepositoryPageFragment['nodes'][number];

function deselect(gone: readonly string[]) {
  const { ids, ...rest } = selection.get();
  selection.set({ ...rest, ids: new Set([...ids].filter((id) => !gone.includes(id))) });
}

type DeletedListProps = { parent: string; list: List<DeletedRepository> };

export function DeletedList({ parent, list }: DeletedListProps) {
  const { t } = useTranslation(['repository', 'list', 'common']);
  const total = list.connection?.totalCountUpTo;
  const count = useSelectedCount(total);
  const { progress, run, stop } = useBulk();
  const [, restoreRepositories] = useMutation(RestoreRepositoriesDocument);

  async function restore(ids?: string[]) {
    await run({
      ...(ids ? { ids } : { page: list.readIds }),
      total: ids?.length ?? count,
      mutate: (batch) => restoreRepositories({ input: { ids: batch } }),
      done: (values) => t('list:repositories.restored', values),
    });
    // The row leaves the list, so it can't stay selected.
    if (ids) deselect(ids);
  }

  return (
    <>
      <Breadcrumb parent={{ to: parent, label: t('repository:list.title') }} />
      <ListHeader
        title={t('repository:deleted.title')}
        total={total}
        totalText={(values) => (values.count > 0 ? t('repository:list.total', values) : '')}
        intro={t('repository:deleted.intro')}
      />
      <PagedList
        label={t('repository:deleted.title')}
        list={list}
        lead="square"
        row={(repository) => (
          <DeletedRow
            key={repository.id}
            repository={repository}
            onRestore={(id) => void restore([id])}
          />
        )}
        empty={<EmptyState icon={FolderX} title={t('repository:deleted.none')} />}
      />
      <SelectionBar total={total} progress={progress} onStop={stop}>
        <Button size="small" look="primary" onClick={() => void restore()}>
          <RotateCcw />
          {t('repository:deleted.restore')}
        </Button>
      </SelectionBar>
    </>
  );
}

type DeletedRowProps = {
  repository: DeletedRepository;
  onRestore: (id: string) => void;
};

function DeletedRow({ repository, onRestore }: DeletedRowProps) {
  const { id, name, link, deletedAt, deletedBy } = repository;
  const { t } = useTranslation(['repository', 'common']);
  const by =
    deletedBy?.name && isolated(t('repository:deleted.by', { name: isolated(deletedBy.name) }));
  return (
    <Row
      select={{ id, label: t('common:list.select', { name }) }}
      lead={<RowIcon icon={FolderX} />}
      title={name}
      subtitle={[link.replace(/^https?:\/\//, ''), by].filter(Boolean).join(' · ')}
      end={<RelativeTime value={deletedAt} />}
      actions={
        <Button
          size="small"
          aria-label={t('repository:deleted.restoreLabel', { name })}
          onClick={() => onRestore(id)}
        >
          {t('repository:deleted.restore')}
        </Button>
      }
    />
  );
}
