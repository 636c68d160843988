import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { Button, IconButton } from '#client/ui/base/button.tsx';
import { type Total, useTotalText } from './list-header.tsx';
import { clearSelection, selection } from './selection.ts';

type SelectionBarProps = {
  total: Total | undefined;
  progress: { done: number; total: number } | null;
  onStop: () => void;
  children: ReactNode;
};

export function useSelectedCount(total: SelectionBarProps['total']): number {
  const { ids, all } = selection.use();
  return all ? (total?.count ?? ids.size) : ids.size;
}

/** Bar at the bottom of the list with bulk actions for the selected rows. Leaving the list clears the selection. */
export function SelectionBar({ total, progress, onStop, children }: SelectionBarProps) {
  const { t } = useTranslation('list');
  const totalText = useTotalText();
  const { ids, all } = selection.use();
  const selected = useSelectedCount(total);
  useEffect(() => clearSelection, []);
  if (ids.size === 0 && !progress) return null;
  const isOpen = all && total?.isExact === false;
  return (
    <section
      aria-label={t('selection.label')}
      data-selection-bar
      className="animate-rise sticky bottom-[calc(var(--tab-bar,0px)+1rem+env(safe-area-inset-bottom))] z-20 mx-auto mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface-raised p-2 shadow-float sm:w-fit"
    >
      {progress ? (
        <Progress {...progress} onStop={onStop} />
      ) : (
        <>
          <div className="flex items-center gap-1 max-sm:grow">
            <IconButton icon={X} label={t('selection.clear')} onClick={clearSelection} />
            <span role="status" className="px-1 text-sm font-medium whitespace-nowrap tabular-nums">
              {t('selection.count', { total: totalText({ count: selected, isExact: !isOpen }) })}
            </span>
            {!all && total && total.count > ids.size && (
              <Button
                look="quiet"
                size="small"
                className="ms-auto text-accent-text!"
                onClick={() => selection.set({ ids, all: true })}
              >
                {t('selection.all', {
                  total: totalText(total),
                })}
              </Button>
            )}
          </div>
          <div className="flex flex-wrap gap-2 max-sm:grow max-sm:*:grow max-sm:*:basis-36">
            {children}
          </div>
        </>
      )}
    </section>
  );
}

function Progress({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  const { t } = useTranslation('list');
  const text = t('progress.done', { done: formatNumber(done), total: formatNumber(total) });
  return (
    <div className="flex items-center gap-3 px-2">
      <progress
        aria-label={text}
        value={done}
        max={Math.max(total, 1)}
        className="h-1.5 w-40 max-w-[30vw] accent-accent"
      />
      <span className="text-sm whitespace-nowrap text-text-muted tabular-nums">{text}</span>
      <Button size="small" onClick={onStop}>
        {t('progress.stop')}
      </Button>
    </div>
  );
}
