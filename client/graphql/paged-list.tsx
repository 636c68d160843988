import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CombinedError, UseQueryExecute, UseQueryState } from 'urql';
import {
  type LiveList,
  newRecords,
  useNewRecords,
} from '#client/graphql/live-events/new-records.ts';
import { NewRows } from '#client/graphql/live-events/new-rows.tsx';
import { cx } from '#client/lib/class-names.ts';
import type { ApiError } from '#client/lib/errors.ts';
import { type Column, ColumnHeader } from '#client/ui/list/columns.tsx';
import { type LeadShape, listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { LoadMore } from '#client/ui/list/load-more.tsx';
import type { Sorting } from '#client/ui/list/sorting.tsx';
import { useListBehaviour } from '#client/ui/list/use-list-behaviour.ts';
import { apiErrorOf } from './errors.ts';

type Connection<Node> = {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number;
  totalCountUpTo?: { count: number; isExact: boolean };
};

export type ListPage<Node> = {
  connection: Connection<Node> | undefined;
  failure: ApiError | undefined;
  fetching: boolean;
  retry: () => void;
};

const emptyConnection = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

export function listPage<Data, Node>(
  [state, execute]: readonly [
    Pick<UseQueryState<Data>, 'data' | 'fetching'> & { error?: CombinedError | undefined },
    UseQueryExecute,
  ],
  pick: (data: Data) => Connection<Node> | null | undefined,
): ListPage<Node> {
  const connection = state.data && pick(state.data);
  // Null without an error: the list's owner was deleted in between.
  const gone = state.data && !connection && !state.error;
  return {
    connection: gone ? emptyConnection : (connection ?? undefined),
    failure: state.error && apiErrorOf(state.error),
    fetching: state.fetching,
    retry: () => execute({ requestPolicy: 'network-only' }),
  };
}

/** A page loaded with another query's data; `refresh` reruns that query. */
export function loadedPage<Node>(
  connection: Connection<Node>,
  refresh: () => void,
): ListPage<Node> {
  return { connection, failure: undefined, fetching: false, retry: refresh };
}

type PagedListProps<Node, Filter> = {
  /** The list's accessible name, unique on its page. */
  label: string;
  first: ListPage<Node>;
  filter: Filter;
  usePage: (filter: Filter, after: string) => ListPage<Node>;
  /** `refresh` refetches the node's page. */
  row: (node: Node, refresh: () => void) => ReactNode;
  empty: ReactNode;
  lead: LeadShape;
  /** Columns to label above the rows. Also enables keyboard shortcuts for rows. */
  columns?: readonly Column<never>[];
  /** Label of the first column. Default: `label`. */
  nameLabel?: string;
  sorting?: Sorting;
  /** Defers entries added by others until the user asks for them. */
  liveList?: LiveList;
  searchTerm?: string;
  more?: 'scroll' | 'button';
};

/**
 * A list that grows page by page. Each page has its own query, so it is shown from the cache and refreshed in the
 * background.
 */
export function PagedList<Node extends { id: string }, Filter>(
  props: PagedListProps<Node, Filter>,
) {
  const {
    label,
    nameLabel = label,
    first,
    empty,
    lead,
    more,
    columns,
    sorting,
    searchTerm = '',
    liveList,
    filter,
  } = props;
  const list = useRef<HTMLUListElement>(null);
  const [count, showNext] = usePageCount(label);
  const { connection, failure, fetching, retry } = first;
  useLostPage(first);
  const isCollected = useNewRecords(liveList, JSON.stringify(filter));
  const newRows = liveList && connection && isCollected && (
    <NewRows liveList={liveList} nodes={connection.nodes} refresh={retry} />
  );
  const isShown = connection !== undefined && connection.nodes.length > 0;
  useListBehaviour(list, { isOn: columns !== undefined && isShown, searchTerm });
  if (failure && !connection) {
    return <LoadFailed failure={failure} onRetry={retry} pending={fetching} />;
  }
  const rows = (
    <div className={cx(listClass, 'transition-opacity', fetching && connection && 'opacity-60')}>
      {columns && <ColumnHeader label={nameLabel} columns={columns} sorting={sorting} />}
      <ul ref={list} aria-label={label} aria-busy={fetching} className="divide-y divide-line">
        {connection ? (
          <Page
            list={props}
            connection={connection}
            refresh={retry}
            remaining={count - 1}
            showNext={showNext}
            isReplaced={fetching}
            before={0}
            total={connection.totalCountUpTo}
          />
        ) : (
          <RowSkeletons lead={lead} count={more === 'button' ? 2 : 6} />
        )}
      </ul>
    </div>
  );
  return (
    <>
      {newRows}
      {connection?.nodes.length === 0 ? empty : rows}
    </>
  );
}

type PageProps<Node, Filter> = {
  list: PagedListProps<Node, Filter>;
  remaining: number;
  showNext: () => void;
  /** The first page of another list is being fetched. Until then, cursors are the former one’s. */
  isReplaced: boolean;
  before: number;
  total: Connection<Node>['totalCountUpTo'];
};

function Page<Node extends { id: string }, Filter>({
  connection: { nodes, pageInfo },
  refresh,
  ...rest
}: PageProps<Node, Filter> & { connection: Connection<Node>; refresh: () => void }) {
  const { list, remaining, showNext, isReplaced, before, total } = rest;
  const { ids } = newRecords.use();
  const shown = before + nodes.length;
  return (
    <>
      {nodes.map((node) => !(list.liveList && ids.has(node.id)) && list.row(node, refresh))}
      {pageInfo.hasNextPage &&
        pageInfo.endCursor !== null &&
        (remaining > 0 ? (
          <NextPage {...rest} after={pageInfo.endCursor} remaining={remaining - 1} before={shown} />
        ) : (
          <LoadMore
            onMore={showNext}
            onScroll={list.more !== 'button' && !isReplaced}
            shown={shown}
            total={total}
          />
        ))}
    </>
  );
}

function NextPage<Node extends { id: string }, Filter>({
  after,
  ...rest
}: PageProps<Node, Filter> & { after: string }) {
  const { usePage, filter, lead } = rest.list;
  const page = usePage(filter, after);
  const { connection, failure, fetching, retry } = page;
  useLostPage(page);
  if (connection) return <Page {...rest} connection={connection} refresh={retry} />;
  if (!failure) return <RowSkeletons count={3} lead={lead} />;
  return (
    <li className="p-2">
      <LoadFailed failure={failure} onRetry={retry} pending={fetching} />
    </li>
  );
}

type Loading = { connection?: unknown; failure?: unknown; fetching: boolean; retry: () => void };

/** Refetches a page that was invalidated while loading because an entry was deleted. */
function useLostPage({ connection, failure, fetching, retry }: Loading) {
  const isLost = !connection && !failure && !fetching;
  const ask = useEffectEvent(retry);
  useEffect(() => {
    if (isLost) ask();
  }, [isLost]);
}

/** Page counts by list and history entry, so that going back restores the list's length. */
const pageCounts = new Map<string, number>();

function usePageCount(list: string): [count: number, showNext: () => void] {
  const { key } = useLocation();
  const [, rerender] = useState(0);
  const id = `${key} ${list}`;
  const count = pageCounts.get(id) ?? 1;
  const showNext = () => {
    pageCounts.set(id, count + 1);
    rerender((renders) => renders + 1);
  };
  return [count, showNext];
}
