import { FolderGit2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { Cells, columnLayout } from '#client/ui/list/columns.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import type { RepositoryRowFragment } from './repository.generated.ts';
import { RepositoryActions } from './repository-actions.tsx';
import type { RepositoryColumn } from './repository-columns.tsx';
import type { WithOrganization } from './use-organizations.ts';

type RepositoryRowProps = {
  repository: Masked<RepositoryRowFragment> & WithOrganization;
  list: string;
  columns: readonly RepositoryColumn[];
  selectable: boolean;
};

export function RepositoryRow(props: RepositoryRowProps) {
  const { list, columns, selectable } = props;
  const repository = unmask(props.repository);
  const { t } = useTranslation();
  const { id, name, link, description, viewerCanUpdate, viewerCanDelete } = repository;
  return (
    <Row
      layout={columnLayout}
      to={`${list}/${encodeURIComponent(id)}`}
      select={selectable && viewerCanDelete ? { id, label: t('list.select', { name }) } : undefined}
      lead={<RowIcon icon={FolderGit2} />}
      title={name}
      subtitle={description || link.replace(/^https?:\/\//, '')}
      end={<Cells columns={columns} node={repository} />}
      actions={
        (viewerCanUpdate || viewerCanDelete) && <RepositoryActions repository={repository} />
      }
    />
  );
}
