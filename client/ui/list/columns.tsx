import type { ReactNode } from 'react';
import { cx } from '#client/lib/class-names.ts';
import { listView } from './list-view.ts';

/** A column of a list. On a narrow list its cells are part of the row's last line. */
export type Column<Node> = {
  id: string;
  label: string;
  /** Class of its width. */
  width: string;
  /** Can be hidden by the viewer; whether it is shown at first. */
  shown?: boolean;
  /** Only on lists with room for it. */
  wide?: boolean;
  /** Cells that need the label to be understood, such as dates. */
  labelled?: boolean;
  /** Text of an empty cell where there are columns. */
  empty?: string;
  cell: (node: Node) => ReactNode;
};

/** What the menu of a list needs to know of it. */
export type ListMenuProps = {
  /** Name of the list, for what is kept in the browser. */
  list: string;
  columns: readonly Column<never>[];
  /** Where the list as it is shown can be downloaded as CSV, if it can. */
  exportUrl?: string;
  /** The same for programs. */
  ndjsonUrl?: string;
};

/** The columns of a list that are shown. */
export function useColumns<Node>(list: string, columns: readonly Column<Node>[]) {
  const view = listView.use();
  return columns.filter(
    ({ id, shown }) => shown === undefined || (view.columns[`${list}.${id}`] ?? shown),
  );
}

const cellClass = ({ width, wide }: Pick<Column<never>, 'width' | 'wide'>) =>
  cx('@2xl:shrink-0', width, wide && '@2xl:@max-3xl:hidden');

/** The labels above the columns; where rows are cards, and for screen readers, each cell has its own. */
export function ColumnHeader({ columns }: { columns: readonly Column<never>[] }) {
  return (
    <li
      aria-hidden="true"
      className="hidden justify-end gap-3 py-2 pe-16 text-xs text-text-muted @2xl:flex"
    >
      {columns.map((column) => (
        <span key={column.id} className={cellClass(column)}>
          {column.label}
        </span>
      ))}
    </li>
  );
}

/** The cells of a row, each as wide as its column. */
export function Cells<Node>({ columns, node }: { columns: readonly Column<Node>[]; node: Node }) {
  return columns.map(({ id, label, labelled, empty, cell, ...column }) => {
    const content = cell(node);
    return (
      <span key={id} className={cx(cellClass(column), !content && '@max-2xl:hidden')}>
        {content && labelled && <span className="@2xl:sr-only">{label} </span>}
        {content || empty}
      </span>
    );
  });
}
