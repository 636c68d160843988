import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { CombinedError, UseQueryExecute, UseQueryState } from 'urql';
import { cx } from '#client/lib/class-names.ts';
import type { ApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { type LeadShape, listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';
import { apiErrorOf } from './errors.ts';

/** One page of a connection. */
export type Connection<Node> = {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount?: number;
};

/** One page of a list and how it fares. */
export type ListPage<Node> = {
  connection: Connection<Node> | undefined;
  failure: ApiError | undefined;
  fetching: boolean;
  retry: () => void;
};

/** What a list needs to know of a query's state. */
export function listPage<Data, Node>(
  [state, execute]: readonly [
    Pick<UseQueryState<Data>, 'data' | 'fetching'> & { error?: CombinedError | undefined },
    UseQueryExecute,
  ],
  pick: (data: Data) => Connection<Node> | null,
): ListPage<Node> {
  return {
    connection: (state.data && pick(state.data)) ?? undefined,
    failure: state.error && apiErrorOf(state.error),
    fetching: state.fetching,
    retry: () => execute({ requestPolicy: 'network-only' }),
  };
}

/** How many pages are unfolded, by history entry: the way back finds the list as it was left. */
const unfolded = new Map<string, number>();

function usePageCount(): [count: number, unfold: () => void] {
  const { key } = useLocation();
  const [, redraw] = useState(0);
  const count = unfolded.get(key) ?? 1;
  const unfold = () => {
    unfolded.set(key, count + 1);
    redraw((drawn) => drawn + 1);
  };
  return [count, unfold];
}

type PagedListProps<Node, Filter> = {
  label: string;
  /** The page that begins the list; whoever asked for it may show its total. */
  first: ListPage<Node>;
  /** What the list is narrowed to and sorted by. */
  filter: Filter;
  /** A hook: the page that begins after a cursor. */
  usePage: (filter: Filter, after: string) => ListPage<Node>;
  row: (node: Node) => ReactNode;
  /** Shown when there is nothing in the list. */
  empty: ReactNode;
  /** What rows begin with. */
  lead: LeadShape;
};

/**
 * A list that unfolds page by page. Each page is a component with a query of its own, so each can
 * be shown from the cache at once and refreshed behind; a page that moves only moves its rows.
 */
export function PagedList<Node, Filter>({
  label,
  first,
  filter,
  usePage,
  row,
  empty,
  lead,
}: PagedListProps<Node, Filter>) {
  const [count, unfold] = usePageCount();
  const { connection, failure, fetching, retry } = first;
  if (failure && !connection) {
    return <LoadFailed failure={failure} onRetry={retry} pending={fetching} />;
  }
  if (connection && connection.nodes.length === 0) return empty;
  return (
    <ul
      aria-label={label}
      aria-busy={fetching}
      className={cx(
        listClass,
        'transition-opacity duration-150',
        fetching && connection && 'opacity-60',
      )}
    >
      {connection ? (
        <Page
          connection={connection}
          index={0}
          count={count}
          unfold={unfold}
          filter={filter}
          usePage={usePage}
          row={row}
          lead={lead}
        />
      ) : (
        <RowSkeletons lead={lead} />
      )}
    </ul>
  );
}

type PageProps<Node, Filter> = Pick<PagedListProps<Node, Filter>, 'filter' | 'usePage' | 'row'> & {
  index: number;
  count: number;
  unfold: () => void;
  lead: LeadShape;
};

function Page<Node, Filter>({
  connection,
  ...rest
}: PageProps<Node, Filter> & { connection: Connection<Node> }) {
  const { nodes, pageInfo } = connection;
  const { index, count, unfold, row } = rest;
  return (
    <>
      {nodes.map(row)}
      {pageInfo.hasNextPage &&
        pageInfo.endCursor !== null &&
        (index + 1 < count ? (
          <NextPage {...rest} after={pageInfo.endCursor} index={index + 1} />
        ) : (
          <LoadMore onMore={unfold} />
        ))}
    </>
  );
}

function NextPage<Node, Filter>({ after, ...rest }: PageProps<Node, Filter> & { after: string }) {
  const { usePage, filter, lead } = rest;
  const { connection, failure, fetching, retry } = usePage(filter, after);
  if (connection) return <Page {...rest} connection={connection} />;
  if (!failure) return <RowSkeletons count={3} lead={lead} />;
  return (
    <li className="p-2">
      <LoadFailed failure={failure} onRetry={retry} pending={fetching} />
    </li>
  );
}

/** Starts loading a little before one gets there. */
const reach = '400px';

/** The end of what is loaded: goes on when it comes into sight, or when pressed. */
function LoadMore({ onMore }: { onMore: () => void }) {
  const { t } = useTranslation();
  const end = useRef<HTMLLIElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && more.current(),
      { rootMargin: reach },
    );
    if (end.current) observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <li ref={end} className="grid place-items-center p-3">
      <Button look="quiet" onClick={onMore}>
        {t('list.more')}
      </Button>
    </li>
  );
}
