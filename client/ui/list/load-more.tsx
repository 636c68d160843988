import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/base/button.tsx';

/** Distance below the viewport at which the next page starts to load. */
const rootMargin = '400px';

type LoadMoreProps = {
  onMore: () => void;
  /** Loads when scrolled into view too, not only when pressed. */
  onScroll: boolean;
};

/** The last row of a list that has more pages. */
export function LoadMore({ onMore, onScroll }: LoadMoreProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  const load = useRef(onMore);
  load.current = onMore;
  useEffect(() => {
    if (!onScroll || !row.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && load.current(),
      { rootMargin },
    );
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [onScroll]);
  return (
    <li ref={row} className="grid place-items-center p-3">
      <Button look="quiet" onClick={onMore}>
        {t('list.more')}
      </Button>
    </li>
  );
}
