import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import {
  type LiveList,
  newRecords,
  useNewRecords,
} from '#client/graphql/live-events/new-records.ts';
import { NewRows } from '#client/graphql/live-events/new-rows.tsx';
import { cx } from '#client/lib/class-names.ts';
import { repeated } from '#client/lib/connection.ts';
import { ApiError } from '#client/lib/errors.ts';
import { CellSkeletons, type Column, ColumnHeader } from '#client/ui/list/columns.tsx';
import { type LeadShape, listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { LoadMore } from '#client/ui/list/load-more.tsx';
import type { Sorting } from '#client/ui/list/sorting.tsx';
import { useListBehaviour } from '#client/ui/list/use-list-behaviour.ts';
import type { Connection, List } from './use-list.ts';

type PagedListProps<Node> = {
  /** The list's accessible name, unique on its page. */
  label: string;
  list: List<Node>;
  row: (node: Node) => ReactNode;
  empty: ReactNode;
  lead: LeadShape;
  /** Columns to label above the rows. Also enables keyboard shortcuts for rows. */
  columns?: readonly Column<never>[];
  /** Label of the first column. Default: `label`. */
  nameLabel?: string;
  sorting?: Sorting;
  /** Defers entries added by others until the user asks for them. */
  liveList?: LiveList;
  more?: 'scroll' | 'button';
};

/**
 * A list that grows page by page. Each page has its own query, so it is shown from the cache and refreshed in the
 * background.
 */
export function PagedList<Node extends { id: string }>(props: PagedListProps<Node>) {
  const { label, nameLabel, list, empty, lead, more, columns, sorting, liveList } = props;
  const [count, showNext] = usePageCount(label);
  const { connection, fetching, retry } = list;
  // A query is repeated for a while before it fails.
  const isRepeating = repeated.use().has(list.key);
  const failure = list.failure ?? (isRepeating && new ApiError('NETWORK_ERROR'));
  useLostPage(list);
  const isCollected = useNewRecords(liveList, list.key);
  const newRows = liveList && connection && isCollected && (
    <NewRows liveList={liveList} nodes={connection.nodes} refresh={retry} />
  );
  const isShown = connection !== undefined && connection.nodes.length > 0;
  useListBehaviour(columns !== undefined && isShown);
  if (failure && !connection) {
    return <LoadFailed failure={failure} onRetry={retry} pending={fetching && !isRepeating} />;
  }
  const cells = columns && <CellSkeletons columns={columns} />;
  const rows = (
    <div className={cx(listClass, 'transition-opacity', fetching && connection && 'opacity-60')}>
      {columns && <ColumnHeader label={nameLabel ?? label} columns={columns} sorting={sorting} />}
      <ul aria-label={label} aria-busy={fetching} className="divide-y divide-line">
        {connection ? (
          <Page
            props={props}
            connection={connection}
            remaining={count - 1}
            showNext={showNext}
            isReplaced={fetching}
            before={0}
            total={connection.totalCountUpTo}
          />
        ) : (
          <RowSkeletons lead={lead} count={more === 'button' ? 2 : 6} cells={cells} />
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

type PageProps<Node> = {
  props: PagedListProps<Node>;
  remaining: number;
  showNext: () => void;
  /** The first page of another list is being fetched. Until then, cursors are the former one’s. */
  isReplaced: boolean;
  before: number;
  total: Connection<Node>['totalCountUpTo'];
};

function Page<Node extends { id: string }>({
  connection: { nodes, pageInfo },
  ...rest
}: PageProps<Node> & { connection: Connection<Node> }) {
  const { props, remaining, showNext, isReplaced, before, total } = rest;
  const { ids } = newRecords.use();
  const shown = before + nodes.length;
  return (
    <>
      {nodes.map((node) => !(props.liveList && ids.has(node.id)) && props.row(node))}
      {pageInfo.hasNextPage &&
        pageInfo.endCursor !== null &&
        (remaining > 0 ? (
          <NextPage {...rest} after={pageInfo.endCursor} remaining={remaining - 1} before={shown} />
        ) : (
          <LoadMore
            onMore={showNext}
            onScroll={props.more !== 'button' && !isReplaced}
            shown={shown}
            total={total}
          />
        ))}
    </>
  );
}

function NextPage<Node extends { id: string }>({
  after,
  ...rest
}: PageProps<Node> & { after: string }) {
  const { list, lead, columns } = rest.props;
  const page = list.usePage(after);
  const { connection, failure, fetching, retry } = page;
  useLostPage(page);
  if (connection) return <Page {...rest} connection={connection} />;
  const cells = columns && <CellSkeletons columns={columns} />;
  if (!failure) return <RowSkeletons count={3} lead={lead} cells={cells} />;
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
