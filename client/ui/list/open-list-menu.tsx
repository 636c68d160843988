import { ArchiveRestore, Bookmark, BookmarkX, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';
import type { MenuEntry, MenuProps } from '#client/ui/overlay/menu-trigger.tsx';
import type { ListMenuProps } from './columns.tsx';
import { changeListView, listView } from './list-view.ts';

const OpenMenu = lazyPart(() => import('#client/ui/overlay/menu-content.tsx'));

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

type OpenListMenuProps = ListMenuProps & Pick<MenuProps, 'label' | 'trigger' | 'triggerClass'>;

export default function OpenListMenu(props: OpenListMenuProps) {
  const { list, columns, deletedTo, exportUrl, ndjsonUrl, openExportUrl, ...trigger } = props;
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
  return <OpenMenu {...trigger} entries={entries} />;
}
