import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Client, useClient, useMutation } from 'urql';
import { refetchOrganizations } from '#client/graphql/client.ts';
import { idPage, undoMax, useBulk } from '#client/graphql/use-bulk.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { SelectionBar, useSelectedCount } from '#client/ui/list/selection-bar.tsx';
import { limits } from '#shared/limits.ts';
import { OrganizationRepositoryIdsDocument } from './organization-repositories.generated.ts';
import {
  DeleteRepositoriesDocument,
  RepositoryIdsDocument,
  RestoreRepositoriesDocument,
} from './repository.generated.ts';

type RepositorySelectionProps = {
  searchTerm: string;
  total: { count: number; isExact: boolean } | undefined;
  /** The list's organization. Without it, the list covers the installation. */
  organizationId?: string;
};

function readIds(
  client: Client,
  { searchTerm, organizationId }: Omit<RepositorySelectionProps, 'total'>,
  after: string | null,
) {
  const variables = { first: limits.nodesMax, after, searchTerm };
  const fresh = { requestPolicy: 'network-only' } as const;
  if (!organizationId) {
    const query = client.query(RepositoryIdsDocument, variables, fresh);
    return idPage(query, (data) => data.repositories);
  }
  const ofOrganization = { ...variables, id: organizationId };
  const query = client.query(OrganizationRepositoryIdsDocument, ofOrganization, fresh);
  return idPage(query, (data) => data.organization?.repositories);
}

export function RepositorySelection({ total, ...list }: RepositorySelectionProps) {
  const { t } = useTranslation('list');
  const client = useClient();
  const { progress, run, stop } = useBulk();
  const [, deleteRepositories] = useMutation(DeleteRepositoriesDocument);
  const [, restoreRepositories] = useMutation(RestoreRepositoriesDocument);
  const count = useSelectedCount(total);

  /** The cache only links repositories to the installation's list. */
  const refresh = () => list.organizationId && refetchOrganizations();

  async function restore(ids: string[]) {
    await run({
      ids,
      total: ids.length,
      mutate: (batch) => restoreRepositories({ input: { ids: batch } }),
      done: (values) => t('repositories.restored', values),
    });
    refresh();
  }

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
      page: (after) => readIds(client, list, after),
      mutate: (ids) => deleteRepositories({ input: { ids } }),
      done: (values) => t('repositories.done', values),
      undo: (ids) => void restore(ids),
    });
    refresh();
  }

  return (
    <SelectionBar total={total} progress={progress} onStop={stop}>
      <Button size="small" look="danger" onClick={() => void remove()}>
        <Trash2 className="size-4" />
        {t('repositories.delete')}
      </Button>
    </SelectionBar>
  );
}
