import { ArchiveRestore, Bookmark, BookmarkPlus, BookmarkX, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { afterMenu } from '#client/lib/after-menu.ts';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { MountOnOpen } from '#client/ui/overlay/lazy-overlay.tsx';
import type { MenuEntry, MenuProps } from '#client/ui/overlay/menu-trigger.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import type { ListMenuProps } from './columns.tsx';
import { changeListView, listView } from './list-view.ts';
import { removeView, savedViews } from './saved-views.ts';

const OpenMenu = lazyPart(() => import('#client/ui/overlay/menu-content.tsx'));
const SaveViewDialog = lazyPart(() => import('./save-view-dialog.tsx'));

const followExportUrl = (href: string, open: ListMenuProps['openExportUrl']) =>
  open ? { onSelect: () => void open(href) } : { href };

const icon = { className: 'size-4' } as const;

type OpenListMenuProps = ListMenuProps & Pick<MenuProps, 'label' | 'trigger' | 'triggerClass'>;

export default function OpenListMenu(props: OpenListMenuProps) {
  const { list, columns, deletedTo, exportUrl, ndjsonUrl, openExportUrl, ...trigger } = props;
  const { t } = useTranslation('list');
  const { pathname, search } = useLocation();
  const [isSaving, setIsSaving] = useState(false);
  const view = listView.use();
  const saved = savedViews.use()[list] ?? [];
  const isSaved = saved.some((each) => each.search === search);

  const columnEntries = columns
    .filter(({ shown }) => shown !== undefined)
    .map(({ id, label, shown = true }, index): MenuEntry => {
      const name = `${list}.${id}`;
      const checked = view.columns[name] ?? shown;
      return {
        label,
        checked,
        group: index === 0,
        onSelect: () => changeListView({ columns: { ...view.columns, [name]: !checked } }),
      };
    });
  const viewEntries = saved.map(
    ({ name, search: query }, index): MenuEntry => ({
      label: name,
      icon: <Bookmark {...icon} />,
      group: index === 0,
      to: `${pathname}${query}`,
    }),
  );
  const entries: MenuEntry[] = [
    {
      label: t('view.dense'),
      checked: view.dense,
      onSelect: () => changeListView({ dense: !view.dense }),
    },
    ...columnEntries,
    ...viewEntries,
  ];
  if (isSaved) {
    entries.push({
      label: t('view.remove'),
      icon: <BookmarkX {...icon} />,
      onSelect: () => {
        removeView(list, search);
        void toast('success', t('view.removed'));
      },
    });
  } else if (search) {
    entries.push({
      label: t('view.save'),
      icon: <BookmarkPlus {...icon} />,
      group: viewEntries.length === 0,
      onSelect: () => afterMenu(() => setIsSaving(true)),
    });
  }
  if (exportUrl) {
    entries.push({
      label: t('view.downloadCsv'),
      icon: <Download {...icon} />,
      group: true,
      ...followExportUrl(exportUrl, openExportUrl),
    });
  }
  if (ndjsonUrl) {
    entries.push({
      label: t('view.downloadNdjson'),
      icon: <Download {...icon} />,
      ...followExportUrl(ndjsonUrl, openExportUrl),
    });
  }
  if (deletedTo) {
    entries.push({
      label: t('view.deleted'),
      icon: <ArchiveRestore {...icon} />,
      group: true,
      to: deletedTo,
    });
  }
  return (
    <>
      <OpenMenu {...trigger} entries={entries} />
      <MountOnOpen open={isSaving}>
        <SaveViewDialog
          list={list}
          search={search}
          open={isSaving}
          onClose={() => setIsSaving(false)}
        />
      </MountOnOpen>
    </>
  );
}
