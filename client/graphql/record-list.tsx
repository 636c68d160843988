import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type TextKey, useText } from '#client/i18n/texts.ts';
import type { ListOrders } from '#client/lib/address/search-params.ts';
import { useReplaceParam } from '#client/lib/address/use-search.ts';
import { SearchBox } from '#client/ui/form/search-box.tsx';
import type { Column, ListMenuProps } from '#client/ui/list/columns.tsx';
import { ListHeader } from '#client/ui/list/list-header.tsx';
import { ListMenu } from '#client/ui/list/list-menu.tsx';
import { EmptyState, NoResult } from '#client/ui/list/list-states.tsx';
import { selection } from '#client/ui/list/selection.ts';
import { type Sorting, SortMenu } from '#client/ui/list/sorting.tsx';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';
import { PagedList } from './paged-list.tsx';

export type ListNamespace =
  Extract<TextKey, `${string}:list.search`> extends `${infer Name}:list.search` ? Name : never;

type RecordListProps<Node extends { id: string }> = Pick<
  ComponentProps<typeof PagedList<Node>>,
  'list' | 'row' | 'lead' | 'liveList'
> & {
  filter: { searchTerm: string } & Pick<Sorting, 'sort' | 'orderBy'>;
  namespace: ListNamespace;
  orders: ListOrders;
  columns: { all: readonly Column<never>[]; shown: readonly Column<never>[] };
  menu: Omit<ListMenuProps, 'columns'>;
  /** Shown beside the search, and what is shown if they match nothing. */
  filters?: ReactNode;
  noMatch?: ReactNode;
  icon: LucideIcon;
  emptyBody: string;
  newLink: (floating: boolean) => ReactNode;
  selectionBar?: ReactNode;
};

/** A list with its title, search, order, columns and actions. */
export function RecordList<Node extends { id: string }>(props: RecordListProps<Node>) {
  const { namespace, filter, orders, columns, filters, noMatch, newLink, selectionBar, ...paged } =
    props;
  const { t } = useTranslation(namespace);
  const text = useText();
  const { searchTerm, sort, orderBy } = filter;
  const clearSearch = useReplaceParam('searchTerm');
  const { nodes, totalCountUpTo: total } = paged.list.connection ?? {};
  const hasSelection = selection.use().ids.size > 0;
  const isEmpty = nodes?.length === 0 && searchTerm === '' && !noMatch;
  const columnOf = (name: string) => columns.all.find(({ id }) => id === name);
  const sorting = {
    sort,
    orderBy,
    orders: orders.map((order) => ({
      ...order,
      label: columnOf(order.name)?.label ?? text(`${namespace}:field.${order.name}` as TextKey),
    })),
    title: orders.find(({ name }) => !columnOf(name))?.name,
  };
  const menu = <ListMenu {...props.menu} columns={columns.all} />;
  return (
    <>
      <ListHeader
        title={text(`${namespace}:list.title`)}
        total={total}
        totalText={(values) => t('list.total', values)}
        action={isEmpty ? props.menu.deletedTo && menu : newLink(true)}
      />
      {!isEmpty && (
        <div
          className={
            filters
              ? 'mb-4 grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2 xl:flex xl:flex-wrap xl:*:first:basis-60'
              : 'mb-4 flex gap-2'
          }
        >
          <SearchBox label={text(`${namespace}:list.search`)} value={searchTerm} />
          {filters && (
            <div className="flex flex-wrap gap-2 max-xl:col-span-3 max-xl:row-start-2 max-sm:fade-ends max-sm:-mx-4 max-sm:-my-1 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:py-1">
              {filters}
            </div>
          )}
          <SortMenu sorting={sorting} />
          {menu}
        </div>
      )}
      <PagedList
        {...paged}
        label={text(`${namespace}:list.title`)}
        columns={columns.shown}
        sorting={sorting}
        empty={
          noMatch ||
          (searchTerm ? (
            <NoResult searchTerm={searchTerm} onClear={() => clearSearch('')} />
          ) : (
            <EmptyState
              icon={props.icon}
              title={text(`${namespace}:empty.title`)}
              body={props.emptyBody}
            >
              {newLink(false)}
            </EmptyState>
          ))
        }
      />
      {selectionBar && <MountOnOpen open={hasSelection}>{selectionBar}</MountOnOpen>}
    </>
  );
}
