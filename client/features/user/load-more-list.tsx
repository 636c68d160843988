import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection, ListPage } from '#client/graphql/paged-list.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { type LeadShape, listClass, RowSkeletons } from '#client/ui/list/list.tsx';
import { LoadFailed } from '#client/ui/list/list-states.tsx';

type LoadMoreListProps<Node> = {
  label: string;
  /** The page that the record came with, and how to fetch it again. */
  first: { connection: Connection<Node>; refresh: () => void };
  /** Whose list it is. */
  owner: string;
  /** A hook: the page of somebody's list that begins after a cursor. */
  usePage: (owner: string, after: string) => ListPage<Node>;
  /** `refresh` fetches again the page that the node stands on. */
  row: (node: Node, refresh: () => void) => ReactNode;
  lead: LeadShape;
};

/**
 * A list within a page: unlike the page's own list it goes on only when asked, so that what stands
 * below it can be reached.
 */
export function LoadMoreList<Node>({ label, first, ...rest }: LoadMoreListProps<Node>) {
  return (
    <ul aria-label={label} className={listClass}>
      <Page {...rest} connection={first.connection} refresh={first.refresh} />
    </ul>
  );
}

type PageProps<Node> = Pick<LoadMoreListProps<Node>, 'owner' | 'usePage' | 'row' | 'lead'>;

function Page<Node>({
  connection: { nodes, pageInfo },
  refresh,
  ...rest
}: PageProps<Node> & { connection: Connection<Node>; refresh: () => void }) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <>
      {nodes.map((node) => rest.row(node, refresh))}
      {pageInfo.hasNextPage &&
        pageInfo.endCursor !== null &&
        (unfolded ? (
          <NextPage {...rest} after={pageInfo.endCursor} />
        ) : (
          <li className="grid place-items-center p-2">
            <Button look="quiet" onClick={() => setUnfolded(true)}>
              {t('list.more')}
            </Button>
          </li>
        ))}
    </>
  );
}

function NextPage<Node>({ after, ...rest }: PageProps<Node> & { after: string }) {
  const { connection, failure, fetching, retry } = rest.usePage(rest.owner, after);
  if (connection) return <Page {...rest} connection={connection} refresh={retry} />;
  if (!failure) return <RowSkeletons count={2} lead={rest.lead} />;
  return (
    <li className="p-2">
      <LoadFailed failure={failure} onRetry={retry} pending={fetching} />
    </li>
  );
}
