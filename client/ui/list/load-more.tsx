import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import type { Total } from './list-header.tsx';

const rootMargin = '400px';

type LoadMoreProps = {
  onMore: () => void;
  onScroll: boolean;
  shown: number;
  total: Total | undefined;
};

export function LoadMore({ onMore, onScroll, shown, total }: LoadMoreProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  // Starts again for another list, because an observer is silent while the row stays in view.
  useEffect(() => {
    if (!onScroll || !row.current) return;
    // If several changes were queued, the last entry is the current state.
    const observer = new IntersectionObserver(
      (entries) => entries.at(-1)?.isIntersecting && onMore(),
      { rootMargin },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [onScroll, onMore]);
  return (
    <li ref={row} className="grid place-items-center gap-1 p-3">
      {total && (
        <span className="text-xs text-text-muted tabular-nums">
          {t(total.isExact ? 'list.range' : 'list.rangeMore', {
            from: formatNumber(1),
            to: formatNumber(shown),
            total: formatNumber(total.count),
          })}
        </span>
      )}
      <Button look="quiet" onClick={onMore}>
        {t('list.more')}
      </Button>
    </li>
  );
}
