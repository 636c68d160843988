import type { ReactNode } from 'react';
import { cx } from '#client/lib/class-names.ts';
import { createStore } from '#client/lib/store.ts';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';
import { RelativeTime } from '#client/ui/base/relative-time.tsx';
import type { RowLayout } from './list.tsx';
import { ColumnLabel, type Sorting } from './sorting.tsx';

const key = 'list-view';

type ShownColumns = Readonly<Record<string, boolean>>;

/** Visibility of optional columns by `list.column`, stored in this browser. */
export const shownColumns = createStore<ShownColumns>({ ...Object(readStoredJson(key)).columns });

export function showColumn(name: string, isShown: boolean) {
  const columns = { ...shownColumns.get(), [name]: isShown };
  shownColumns.set(columns);
  writeStored(key, JSON.stringify({ columns }));
}

/** List column. On narrow lists its cells move to the row's last line. */
export type Column<Node> = {
  id: string;
  label: string;
  width: string;
  /** Makes the column optional; the value is its default visibility. */
  shown?: boolean;
  wide?: boolean;
  /** Cells such as dates that make no sense without the label, or not to who hears the row. */
  labelled?: boolean | 'spoken';
  empty?: string;
  cell: (node: Node) => ReactNode;
};

type TimeColumn<Node> = Pick<Column<Node>, 'label' | 'shown' | 'wide' | 'labelled' | 'empty'>;

/** Column of when something happened, by the name of the field. */
export const timeColumn = <Field extends string>(
  field: Field,
  column: TimeColumn<Record<Field, string | null>>,
): Column<Record<Field, string | null>> => ({
  id: field.replace(/At$/, ''),
  width: '@2xl:column-28',
  labelled: true,
  ...column,
  cell: ({ [field]: value }) => value && <RelativeTime value={value} />,
});

export type ListMenuProps = {
  list: string;
  columns: readonly Column<never>[];
  exportUrl?: string;
  ndjsonUrl?: string;
  /** Starts the download of an `exportUrl`. By default the browser follows it. */
  openExportUrl?: (url: string) => Promise<void>;
  deletedTo?: string | undefined;
  isSelectable?: boolean;
};

/** A list's columns: all, for its menu, and those that are shown. */
export function useColumns<Node>(list: string, all: readonly Column<Node>[]) {
  const chosen = shownColumns.use();
  const shown = all.filter(
    ({ id, shown }) => shown === undefined || (chosen[`${list}.${id}`] ?? shown),
  );
  return { all, shown };
}

const cellClass = ({ width, wide }: Pick<Column<never>, 'width' | 'wide'>) =>
  cx('shrink-0', width, wide && '@2xl:@max-3xl:hidden');

type ColumnHeaderProps = {
  label: string;
  columns: readonly Column<never>[];
  sorting: Sorting | undefined;
};

/** Column labels. In the card layout, each cell has its own label. */
export function ColumnHeader({ label, columns, sorting }: ColumnHeaderProps) {
  return (
    <div className="hidden justify-end gap-3 px-4 py-2 text-xs text-text-muted group-has-data-actions/list:pe-16 group-has-[li:first-child>.skeleton]/list:pe-16 @2xl:flex">
      <span className="me-auto">
        <ColumnLabel name={sorting?.title} label={label} sorting={sorting} />
      </span>
      {columns.map((column) => (
        <span key={column.id} data-cell={column.id} className={cellClass(column)}>
          <ColumnLabel name={column.id} label={column.label} sorting={sorting} />
        </span>
      ))}
    </div>
  );
}

/** Layout of rows with columns. */
export const columnLayout: RowLayout = [
  'md:min-h-12 md:py-1 @2xl:group-has-data-actions/list:grid-cols-[auto_minmax(0,1fr)_auto_2.25rem]',
  '@max-2xl:row-span-2',
  '@2xl:flex-nowrap @2xl:text-sm @max-2xl:col-start-2 @max-2xl:row-start-2 @max-2xl:text-xs @max-2xl:not-empty:pt-2 @max-2xl:dotted',
  '@max-2xl:col-start-3 @max-2xl:row-span-2 @max-2xl:row-start-1',
];

export function CellSkeletons({ columns }: { columns: readonly Column<never>[] }) {
  return columns.map((column) => (
    <span key={column.id} className={cx('hidden @2xl:block', cellClass(column))}>
      <span className="skeleton h-3.5 w-2/3" />
    </span>
  ));
}

export function Cells<Node>({ columns, node }: { columns: readonly Column<Node>[]; node: Node }) {
  return columns.map(({ id, label, labelled, empty, cell, ...column }) => {
    const content = cell(node);
    return (
      <span
        key={id}
        data-cell={id}
        className={cx('max-w-full', cellClass(column), !content && '@max-2xl:hidden')}
      >
        {content && labelled && (
          <span className={labelled === 'spoken' ? 'sr-only' : '@2xl:sr-only'}>{label} </span>
        )}
        <span>{content || empty}</span>
      </span>
    );
  });
}
