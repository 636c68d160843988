import { ArchiveRestore, Bookmark, BookmarkX, Download, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Menu, MenuEntries, type MenuEntry } from '#client/ui/overlay/menu.tsx';
import { changeListView, type ListMenuProps, listView } from './columns.tsx';

const savedViewsKey = 'list-views';

/** Views that earlier versions saved in this browser. */
function readSavedViews(list: string): { name: string; search: string }[] {
  const views = Object(readStoredJson(savedViewsKey))[list];
  return Array.isArray(views) ? views.filter((view) => view?.search?.[0] === '?') : [];
}

function removeSavedViews(list: string) {
  const views = Object(readStoredJson(savedViewsKey));
  writeStored(savedViewsKey, JSON.stringify({ ...views, [list]: undefined }));
}

const followExportUrl = (href: string, open: ListMenuProps['openExportUrl']) =>
  open ? { onSelect: () => void open(href) } : { href };

const icon = { className: 'size-4' } as const;

export function ListMenu(props: ListMenuProps) {
  const { t } = useTranslation('list');
  return (
    <Menu
      label={t('view.label')}
      trigger={<Ellipsis className="size-4" />}
      triggerClass={buttonClass('secondary', 'normal', 'px-3!')}
    >
      <ListMenuEntries {...props} />
    </Menu>
  );
}

function ListMenuEntries(props: ListMenuProps) {
  const { list, columns, deletedTo, exportUrl, ndjsonUrl, openExportUrl } = props;
  const { t } = useTranslation('list');
  const { pathname } = useLocation();
  const [saved, setSaved] = useState(() => readSavedViews(list));
  const view = listView.use();

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
  const entries = [...columnEntries, ...viewEntries];
  if (saved.length > 0) {
    entries.push({
      label: t('view.removeSaved'),
      icon: <BookmarkX {...icon} />,
      onSelect: () => {
        removeSavedViews(list);
        setSaved([]);
      },
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
  return <MenuEntries entries={entries} />;
}
