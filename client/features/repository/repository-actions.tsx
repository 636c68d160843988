import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useDelete } from '#client/graphql/use-delete.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import type { MenuEntry } from '#client/ui/overlay/menu.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { RepositoryRowFragment } from './repository.generated.ts';
import {
  DeleteRepositoriesDocument,
  RestoreRepositoriesDocument,
} from './repository-deletion.generated.ts';
import { useRepositoryPlace } from './use-repository-place.ts';

export function RepositoryActions({ repository }: { repository: RepositoryRowFragment }) {
  const { t } = useTranslation('repository');
  const { update } = useRepositoryPlace();
  const deleteRepository = useDelete(
    'repository',
    useMutation(DeleteRepositoriesDocument),
    useMutation(RestoreRepositoriesDocument),
  );
  const { id, name, viewerCanUpdate, viewerCanDelete } = repository;
  const entries: MenuEntry[] = [];
  if (viewerCanUpdate) {
    entries.push({
      label: t('action.edit'),
      icon: <Pencil className="size-4" />,
      to: update(id),
    });
  }
  if (viewerCanDelete) {
    entries.push({
      label: t('action.delete'),
      icon: <Trash2 className="size-4" />,
      danger: true,
      onSelect: () => void deleteRepository(id),
    });
  }
  return (
    <Menu
      label={t('action.menu', { name })}
      trigger={<Ellipsis className="size-4" />}
      triggerClass={buttonClass('quiet', 'icon')}
      entries={entries}
    />
  );
}
