import {
  createRequest,
  type OperationResult,
  type TypedDocumentNode,
  useClient,
  useQuery,
} from 'urql';
import { ApiError } from '#client/lib/errors.ts';
import { limits } from '#shared/limits.ts';
import { preloadQuery } from './client.ts';
import type { Query } from './entity-boundary.tsx';
import { apiErrorOf } from './errors.ts';

type PageInfo = { hasNextPage: boolean; endCursor: string | null };

export type Connection<Node> = {
  nodes: readonly Node[];
  pageInfo: PageInfo;
  totalCount?: number;
  totalCountUpTo?: { count: number; isExact: boolean };
};

export type ListPage<Node> = {
  connection: Connection<Node> | undefined;
  failure: ApiError | undefined;
  fetching: boolean;
  retry: () => void;
};

export type IdPage = { ids: string[]; next: string | null };

/** The first page of a list, and how to get the others. */
export type List<Node> = ListPage<Node> & {
  /** Of the first page's request: differs for another list, such as one with another search term. */
  key: number;
  usePage: (after: string) => ListPage<Node>;
  /** Reads a page of IDs, for bulk actions. */
  readIds: (after: string | null) => Promise<IdPage>;
};

type PageVariables = { [name: string]: unknown; after?: string | null | undefined };

type Conditions<Variables> = Omit<Variables, 'after' | 'withTotal'>;

/** Variables of a page. Documents that count with `$withTotal` do so for the first one. */
function pageOf<Data, Variables extends PageVariables>(
  document: TypedDocumentNode<Data, Variables>,
  conditions: Conditions<Variables>,
  after: string | null,
): Variables {
  const [operation] = document.definitions;
  const counts =
    operation &&
    'variableDefinitions' in operation &&
    operation.variableDefinitions?.some(({ variable }) => variable.name.value === 'withTotal');
  const total = counts && { withTotal: after === null };
  return { ...conditions, after, ...total } as PageVariables as Variables;
}

/** Loads the first page of a list. */
export function preloadList<Data, Variables extends PageVariables>(
  document: TypedDocumentNode<Data, Variables>,
  conditions: Conditions<Variables>,
): void {
  preloadQuery(document, pageOf(document, conditions, null));
}

const emptyConnection = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

function listPage<Data, Node>(
  [state, execute]: Query<Data>,
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

/** A list of what `document` selects for these conditions. `pick` finds its connection. */
export function useList<Data, Variables extends PageVariables, Node extends { id: string }>(
  document: TypedDocumentNode<Data, Variables>,
  conditions: Conditions<Variables>,
  pick: (data: Data) => Connection<Node> | null | undefined,
): List<Node> & { data: Data | undefined } {
  const client = useClient();
  const at = (after: string | null) => pageOf(document, conditions, after);
  const first = useQuery<Data, Variables>({ query: document, variables: at(null) });
  const usePage = (after: string) =>
    listPage(useQuery<Data, Variables>({ query: document, variables: at(after) }), pick);
  return {
    ...listPage(first, pick),
    data: first[0].data,
    key: createRequest(document, at(null)).key,
    usePage,
    readIds(after) {
      // By the default order, since a change may move records in another.
      const variables = { ...at(after), first: limits.nodesMax, orderBy: undefined };
      const query = client.query(document, variables, { requestPolicy: 'network-only' });
      return idPage(query, pick);
    },
  };
}

type IdConnection = { nodes: readonly { id: string }[]; pageInfo: PageInfo };

export async function idPage<Data>(
  query: PromiseLike<OperationResult<Data>>,
  pick: (data: Data) => IdConnection | null | undefined,
): Promise<IdPage> {
  const { data, error } = await query;
  const connection = data && pick(data);
  // Without either, what the list belongs to is gone.
  if (!connection) throw error ? apiErrorOf(error) : new ApiError('NOT_FOUND');
  const { hasNextPage, endCursor } = connection.pageInfo;
  return { ids: connection.nodes.map(({ id }) => id), next: hasNextPage ? endCursor : null };
}
