import { Ellipsis, FolderGit2, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Masked, unmask } from '#client/graphql/fragments.ts';
import { useDelete } from '#client/graphql/use-delete.ts';
import type { Area } from '#client/paths.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import { Row } from '#client/ui/list/list.tsx';
import { RowIcon } from '#client/ui/list/row-icon.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuEntry } from '#client/ui/overlay/menu-trigger.tsx';
import { repositoryPaths } from './entity.ts';
import { useDeleteRepositoryMutation } from './repositories-page.generated.ts';
import type { RepositoryRowFragment } from './repository.generated.ts';

/** Row of the repository list. The menu offers what the server permits the viewer. */
export function RepositoryRow({
  repository: masked,
  area,
}: {
  repository: Masked<RepositoryRowFragment>;
  area: Area;
}) {
  const repository = unmask(masked);
  const { t } = useTranslation('repository');
  const deleteRepository = useDelete('repository', useDeleteRepositoryMutation());
  const { id, name, link, description, updatedAt, viewerCanUpdate, viewerCanDelete } = repository;
  const entries: MenuEntry[] = [];
  if (viewerCanUpdate) {
    entries.push({
      label: t('action.edit'),
      icon: <Pencil aria-hidden="true" className="size-4" />,
      to: repositoryPaths.update(id),
    });
  }
  if (viewerCanDelete) {
    entries.push({
      label: t('action.delete'),
      icon: <Trash2 aria-hidden="true" className="size-4" />,
      danger: true,
      onSelect: () => void deleteRepository(repository),
    });
  }
  return (
    <Row
      to={repositoryPaths.detail(area, id)}
      lead={<RowIcon icon={FolderGit2} />}
      title={name}
      subtitle={description || link.replace(/^https?:\/\//, '')}
      meta={<RelativeTime value={updatedAt} />}
      actions={
        entries.length > 0 && (
          <Menu
            label={t('action.menu', { name })}
            trigger={<Ellipsis aria-hidden="true" className="size-4" />}
            triggerClass={buttonClass('quiet', 'icon')}
            entries={entries}
          />
        )
      }
    />
  );
}
