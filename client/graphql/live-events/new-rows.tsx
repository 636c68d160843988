import { ArrowUp } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { hasOpenOverlay, isTyping } from '#client/lib/shortcuts.ts';
import { Button } from '#client/ui/base/button.tsx';
import { collectNewRecords, type LiveList, newRecords } from './new-records.ts';

type NewRowsProps = {
  liveList: LiveList;
  /** Entries of the first page, including deferred ones. */
  nodes: readonly { id: string }[];
  refresh: () => void;
};

/**
 * Announces entries added by others without moving the rows. Of a filtered list, only those that its first page has after
 * it was fetched again.
 */
export function NewRows({ liveList, nodes, refresh }: NewRowsProps) {
  const { t } = useTranslation(['list', 'common']);
  const { ids, isMore } = newRecords.use();
  const found = nodes.filter(({ id }) => ids.has(id)).length;
  const count = liveList.isFiltered ? found : ids.size;
  // An empty list shows new entries immediately: there are no rows to move.
  const isOnly = count > 0 && nodes.length === found;

  function show() {
    collectNewRecords(liveList);
    refresh();
  }
  const showLatest = useEffectEvent(show);
  useEffect(() => {
    if (isOnly) showLatest();
  }, [isOnly]);
  const isShown = count > 0;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key !== '.' || ctrlKey || metaKey || altKey || isTyping(event) || hasOpenOverlay())
        return;
      showLatest();
    };
    if (!isShown) return;
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isShown]);

  if (!isShown) return null;
  const number = formatNumber(count);
  return (
    <div className="sticky top-20 z-10 grid h-0 justify-items-center">
      <div role="status" className="-translate-y-1/2">
        <Button
          look="primary"
          size="small"
          className="animate-appear rounded-full! shadow-float"
          aria-keyshortcuts="."
          onClick={show}
        >
          <ArrowUp />
          {t('list:newLiveEvents', {
            total: isMore ? t('common:list.moreThan', { number }) : number,
          })}
        </Button>
      </div>
    </div>
  );
}
