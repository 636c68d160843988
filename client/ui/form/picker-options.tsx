import { Check } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '#client/i18n/error-text.ts';
import { cx } from '#client/lib/class-names.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button, Spinner } from '#client/ui/base/button.tsx';
import { searchDelay } from './search-box.tsx';

export type Option = { value: string; label: string; hint?: string | undefined };

/** Options shown without typing more. */
export const shownOptions = 10;

/** Finds the best matches for a term; all options, or the first of them, for an empty one. */
export type FindOptions = (term: string) => Promise<readonly Option[]>;

type Found = { term: string; options: readonly Option[]; failure: ApiError | null };

/** Options for `term`, found once typing has paused. `options` are the previous ones while `searching`. */
export function useOptions(find: FindOptions, term: string, isOpen: boolean) {
  const [found, setFound] = useState<Found | null>(null);
  const [retried, setRetried] = useState({ term: '', count: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` may be another function on each render.
  useEffect(() => {
    if (!isOpen) return setFound(null);
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const next = await find(term).then(
          (options) => ({ term, options, failure: null }),
          (error) => ({ term, options: [], failure: toApiError(error) }),
        );
        if (isCurrent) setFound(next);
      },
      term === retried.term ? 0 : searchDelay,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [term, isOpen, retried]);

  return {
    options: found?.options ?? [],
    failure: found?.failure ?? null,
    isSearching: found?.term !== term,
    retry() {
      setFound(null);
      setRetried(({ count }) => ({ term, count: count + 1 }));
    },
  };
}

type PickerOptionsProps = {
  listId: string;
  label: string;
  term: string;
  options: readonly Option[];
  active: number;
  failure: ApiError | null;
  isSearching: boolean;
  onRetry: () => void;
  onChoose: (option: Option) => void;
  /** Whether an element belongs to the field, whose use doesn't close the options. */
  isWithin: (target: Node) => boolean;
};

/** The open list of a picker. The focus stays in its field. */
export function PickerOptions(props: PickerOptionsProps) {
  const { listId, label, options, active, isSearching, onChoose, isWithin } = props;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <Popover.Portal>
      <Popover.Content
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (isWithin(event.target as Node)) event.preventDefault();
        }}
        // Keeps the focus in the field.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        className="animate-appear z-40 flex max-h-[min(20rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) min-w-64 flex-col overflow-y-auto rounded-card border border-line bg-surface-raised p-1 shadow-float"
      >
        <div ref={list} role="listbox" id={listId} aria-label={label} aria-busy={isSearching}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option.
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
            <div
              key={option.value}
              role="option"
              id={`${listId}-${index}`}
              aria-selected={index === active}
              onClick={() => onChoose(option)}
              className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 text-sm hover:bg-hover aria-selected:bg-hover pointer-coarse:min-h-11 forced-colors:aria-selected:outline-2"
            >
              <bdi className={cx('min-w-0 truncate', option.hint && 'max-w-[65%] shrink-0')}>
                {option.label}
              </bdi>
              {option.hint && <bdi className="min-w-0 truncate text-text-muted">{option.hint}</bdi>}
              {index === active && <Check className="ms-auto size-4 shrink-0 text-accent-text" />}
            </div>
          ))}
        </div>
        <State {...props} />
      </Popover.Content>
    </Popover.Portal>
  );
}

/** What is shown below the options, or instead of them. */
function State({ term, options, failure, isSearching, onRetry }: PickerOptionsProps) {
  const { t } = useTranslation();
  if (failure && !isSearching) {
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-2 p-2 text-sm">
        <span className="text-danger-text">{failureText(failure)}</span>
        <Button size="small" tabIndex={-1} onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </div>
    );
  }
  const text = isSearching
    ? t('picker.searching')
    : options.length >= shownOptions
      ? t('picker.more')
      : options.length === 0 &&
        (term ? t('list.noResult', { searchTerm: term }) : t('picker.none'));
  if (!text) return null;
  return (
    <p className="flex items-center gap-2 p-2 text-sm text-text-muted">
      {isSearching && <Spinner />}
      <span>{text}</span>
    </p>
  );
}
