import { Download, Ellipsis, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { type ListMenuProps, showColumn, shownColumns } from './columns.tsx';
import { clearSelection, selection } from './selection.ts';

export function ListMenu(props: ListMenuProps) {
  const { list, columns, deletedTo, exportUrl, ndjsonUrl, openExportUrl, isSelectable } = props;
  const { t } = useTranslation('list');
  const chosen = shownColumns.use();
  const { isOpen = false } = selection.use();
  useEffect(() => clearSelection, []);

  const download = (href: string) =>
    openExportUrl ? { onSelect: () => void openExportUrl(href) } : { href };
  return (
    <Menu
      label={t('view.label')}
      trigger={<Ellipsis />}
      triggerClass={buttonClass('secondary', 'normal', 'px-3!')}
      entries={[
        ...columns
          .filter(({ shown }) => shown !== undefined)
          .map(({ id, label, shown = true }, index) => {
            const name = `${list}.${id}`;
            const checked = chosen[name] ?? shown;
            const onSelect = () => showColumn(name, !checked);
            return { label, checked, group: index === 0, onSelect };
          }),
        isSelectable && {
          label: t('selection.start'),
          checked: isOpen,
          group: true,
          onSelect: () => selection.set({ ids: new Set(), all: false, isOpen: !isOpen }),
        },
        exportUrl && {
          label: t('view.downloadCsv'),
          icon: Download,
          group: true,
          ...download(exportUrl),
        },
        ndjsonUrl && { label: t('view.downloadNdjson'), icon: Download, ...download(ndjsonUrl) },
        deletedTo && { label: t('view.deleted'), icon: Trash2, group: true, to: deletedTo },
      ]}
    />
  );
}
