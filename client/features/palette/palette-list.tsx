import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '#client/lib/class-names.ts';
import type { Entry, EntryGroup } from './use-entries.ts';

type PaletteListProps = {
  /** What the ids of the list and its options begin with. */
  id: string;
  groups: readonly EntryGroup[];
  /** The place of the chosen one, counted over all groups. */
  active: number;
  onHover: (entry: Entry) => void;
  onGo: (entry: Entry) => void;
};

/** What the palette offers, in groups. The keys are the field's; here is only what a pointer does. */
export function PaletteList({ id, groups, active, onHover, onGo }: PaletteListProps) {
  const { t } = useTranslation('palette');
  let place = 0;
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      aria-label={t('results')}
      tabIndex={-1}
      className={cx('grow overflow-y-auto p-2', groups.length === 0 && 'hidden')}
    >
      {groups.map(({ label, entries }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, this groups options
        <div key={label} role="group" aria-labelledby={`${id}-group-${index}`}>
          <div
            id={`${id}-group-${index}`}
            className="px-3 pt-2 pb-1 text-xs font-medium text-text-muted"
          >
            {label}
          </div>
          {entries.map((entry) => {
            const at = place++;
            return (
              <Option
                key={entry.key}
                id={`${id}-${at}`}
                entry={entry}
                active={at === active}
                onHover={onHover}
                onGo={onGo}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = Pick<PaletteListProps, 'onHover' | 'onGo'> & {
  id: string;
  entry: Entry;
  active: boolean;
};

function Option({ id, entry, active, onHover, onGo }: OptionProps) {
  const { title, subtitle, icon: Icon } = entry;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focus is in the field above, and so are the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={() => active || onHover(entry)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onGo(entry)}
      className={cx(
        'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 text-sm pointer-coarse:min-h-11',
        active && 'bg-hover forced-colors:outline-2',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-text-muted" />
      <bdi className="min-w-0 shrink-0 truncate max-w-[65%]">{title}</bdi>
      {subtitle && <bdi className="min-w-0 truncate text-text-muted">{subtitle}</bdi>}
    </div>
  );
}
