type Page<Node> = { nodes: Node[]; pageInfo: Record<string, unknown> };

/** Reads all pages of a list, beginning with its first or last entries. Returns them in the order of the list. */
export async function readAllPages<Node>(
  end: 'first' | 'last',
  size: number,
  readPage: (variables: object) => Promise<Page<Node>>,
): Promise<Node[]> {
  const [at, cursor, more] = {
    first: ['after', 'endCursor', 'hasNextPage'] as const,
    last: ['before', 'startCursor', 'hasPreviousPage'] as const,
  }[end];
  const all: Node[] = [];
  for (let place: unknown = null; ; ) {
    const { nodes, pageInfo } = await readPage({ [end]: size, [at]: place });
    all.splice(end === 'first' ? all.length : 0, 0, ...nodes);
    place = pageInfo[cursor];
    if (!pageInfo[more]) return all;
  }
}
