import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#client/lib/class-names.ts';
import { type Tone, tones } from '#client/ui/base/badge.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { selection, toggleSelected } from './selection.ts';

export const listClass =
  'group/list @container divide-y divide-line overflow-clip rounded-card border border-line bg-surface-raised';

type RowProps = {
  to?: string | undefined;
  select?: { id: string; label: string } | undefined;
  lead: ReactNode;
  title: string;
  subtitle?: ReactNode;
  end?: ReactNode;
  actions?: ReactNode;
  layout?: RowLayout;
};

export type RowLayout = readonly [grid: string, lead: string, end: string, actions: string];

/**
 * Layout of rows without columns. Short end content stays at the end on narrow lists too. If any row of a list has
 * actions, all keep their width free, so that what is before them is aligned.
 */
const plainLayout: RowLayout = [
  'md:min-h-14 @sm:group-has-data-actions/list:grid-cols-[auto_minmax(0,1fr)_auto_minmax(1.75rem,auto)]',
  '@max-sm:row-span-2',
  '@sm:text-sm @max-sm:col-start-2 @max-sm:row-start-2 @max-sm:text-xs @max-sm:not-empty:pt-1 @max-sm:has-[a,button]:pt-2.5!',
  '@max-sm:col-start-3 @max-sm:row-span-2 @max-sm:row-start-1',
];

export function Row({
  to,
  select,
  lead,
  title,
  subtitle,
  end,
  actions,
  layout = plainLayout,
}: RowProps) {
  const { ids, isOpen = false } = selection.use();
  const isSelected = ids.has(select?.id ?? '');
  const [grid, leadClass, endClass, actionsClass] = layout;
  const line = cx('text-sm text-match-parent', to ? 'truncate' : 'wrap-anywhere');
  return (
    <li
      data-row={select?.id ?? ''}
      className={cx(
        'group/row relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 transition-colors',
        grid,
        isSelected ? 'bg-accent-soft' : to && 'hover:bg-row-hover focus-within:bg-row-hover',
      )}
    >
      <div className={leadClass}>
        {select ? (
          <RowCheckbox
            {...select}
            checked={isSelected}
            isShown={isOpen || ids.size > 0}
            lead={lead}
          />
        ) : (
          lead
        )}
      </div>
      <div className="min-w-0">
        <div dir="auto" title={to ? undefined : title} className={cx(line, 'truncate font-medium')}>
          {to ? (
            <Link to={to} className="row-link truncate">
              {title}
            </Link>
          ) : (
            title
          )}
        </div>
        {subtitle && (
          // Shown in full because there is no detail page.
          <div dir="auto" className={cx(line, 'text-text-muted')}>
            {subtitle}
          </div>
        )}
      </div>
      <div
        className={cx(
          'pointer-events-none relative flex flex-wrap items-center gap-x-3 gap-y-1 text-text-muted *:pointer-events-auto',
          endClass,
        )}
      >
        {end}
      </div>
      {actions && (
        <div data-actions className={cx('relative -me-2 justify-self-end', actionsClass)}>
          {actions}
        </div>
      )}
    </li>
  );
}

export type LeadShape = keyof typeof leadShapes;

const leadShapes = { round: 'rounded-full!', square: 'rounded-control!' };

const widths = ['w-40', 'w-56', 'w-32'];

type RowSkeletonsProps = { count?: number; lead: LeadShape; cells?: ReactNode };

export function RowSkeletons({ count = 6, lead, cells }: RowSkeletonsProps) {
  return Array.from({ length: count }, (_, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      key={index}
      aria-hidden="true"
      className={cx(
        'flex items-center gap-3 px-4',
        cells ? 'min-h-21.25 @2xl:min-h-12 @2xl:pe-16' : 'min-h-16 md:min-h-15',
      )}
    >
      <span className={cx('skeleton size-9 shrink-0', leadShapes[lead])} />
      <span className="grid min-w-0 grow gap-2">
        <span className={cx('skeleton h-3.5 max-w-full', widths[index % widths.length])} />
        <span className={cx('skeleton h-3 max-w-full', widths[(index + 2) % widths.length])} />
        {cells && <span className="skeleton h-3 w-24 @2xl:hidden" />}
      </span>
      {cells}
    </li>
  ));
}

type RowCheckboxProps = {
  id: string;
  label: string;
  checked: boolean;
  isShown: boolean;
  lead: ReactNode;
};

/** Checkbox that replaces the avatar or icon while the row is hovered or rows are being selected. */
function RowCheckbox({ id, label, checked, isShown, lead }: RowCheckboxProps) {
  return (
    <div className="relative z-1 grid place-items-center *:[grid-area:1/1]">
      <span
        className={cx('pointer-events-none grid group-hover/row:opacity-0', isShown && 'opacity-0')}
      >
        {lead}
      </span>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        // The row's link is the tab stop, and x selects there.
        tabIndex={-1}
        onChange={({ nativeEvent }) =>
          toggleSelected(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className={cx(
          'row-check relative size-9 pointer-coarse:-m-1 pointer-coarse:size-11 group-hover/row:opacity-100 focus-visible:opacity-100',
          !isShown && 'opacity-0',
        )}
      />
    </div>
  );
}

export function RowIcon({ icon: Icon, tone = 'neutral' }: { icon: LucideIcon; tone?: Tone }) {
  return (
    <span
      aria-hidden="true"
      className={cx('grid size-9 shrink-0 place-items-center rounded-control', tones[tone])}
    >
      <Icon className="size-4" />
    </span>
  );
}
