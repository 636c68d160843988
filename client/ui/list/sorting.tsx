import { ArrowDownUp, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ListOrder, opposite } from '#client/lib/address/search-params.ts';
import { useReplaceParam } from '#client/lib/address/use-search.ts';
import { cx } from '#client/lib/class-names.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';

type LabelledOrder = ListOrder & { label: string };

/** How a list is sorted, and how it can be. */
export type Sorting = {
  /** Name of the present order. */
  sort: string;
  orderBy: Pick<ListOrder, 'direction'>;
  /** The first is the default. */
  orders: readonly LabelledOrder[];
  /** Name of the order by what rows are titled with. */
  title: string | undefined;
};

function useSorting({ sort, orderBy, orders }: Sorting) {
  const { t } = useTranslation();
  const replaceParam = useReplaceParam('sort');
  const directions = { ASC: t('list.ascending'), DESC: t('list.descending') };
  return {
    current: orders.find(({ name }) => name === sort),
    directions,
    direction: directions[orderBy.direction],
    sortBy(order: ListOrder, direction = order.direction) {
      if (direction !== order.direction) return replaceParam(`-${order.name}`);
      replaceParam(order === orders[0] ? '' : order.name);
    },
  };
}

export function SortMenu({ sorting }: { sorting: Sorting }) {
  const { t } = useTranslation();
  const { current, directions, direction, sortBy } = useSorting(sorting);
  if (!current) return null;
  return (
    <Menu
      label={t('list.sortedBy', { column: current.label, direction })}
      triggerClass={buttonClass('secondary', 'normal', 'px-3!')}
      trigger={<ArrowDownUp />}
      entries={[
        ...sorting.orders.map((order) => ({
          label: order.label,
          checked: order === current,
          onSelect: () => sortBy(order),
        })),
        ...(['ASC', 'DESC'] as const).map((each) => ({
          label: directions[each],
          checked: directions[each] === direction,
          group: each === 'ASC',
          onSelect: () => sortBy(current, each),
        })),
      ]}
    />
  );
}

type ColumnLabelProps = { name: string | undefined; label: string; sorting: Sorting | undefined };

/** Label of a column. Sorts by the column, if there is such an order; then reverses it. */
export function ColumnLabel({ name, label, sorting }: ColumnLabelProps) {
  const order = sorting?.orders.find((each) => each.name === name);
  if (order && sorting) return <SortButton order={order} sorting={sorting} />;
  // Each cell has its own label for screen readers.
  return <span aria-hidden="true">{label}</span>;
}

function SortButton({ order, sorting }: { order: LabelledOrder; sorting: Sorting }) {
  const { t } = useTranslation();
  const { current, direction, sortBy } = useSorting(sorting);
  const { label } = order;
  const isCurrent = order === current;
  return (
    <button
      type="button"
      aria-label={
        isCurrent ? t('labelled', { label, value: direction }) : t('list.sortBy', { column: label })
      }
      onClick={() => sortBy(order, isCurrent ? opposite[sorting.orderBy.direction] : undefined)}
      className="-my-1 inline-flex max-w-full items-center gap-1 rounded-sm py-1 hover:text-text"
    >
      <span className="truncate">{label}</span>
      {isCurrent && (
        <ArrowUp
          className={cx('size-4 shrink-0', sorting.orderBy.direction === 'DESC' && 'rotate-180')}
        />
      )}
    </button>
  );
}
