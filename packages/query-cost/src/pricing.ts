/** In points. One point is a short value in the response; the other prices are multiples. */
export type Prices = {
  charactersPerPoint: number;
  /** Length of a text without a declared price. */
  defaultCharacters: number;
  /** Length of a list without a declared price. */
  defaultEntries: number;
  /** One statement that loads a record, a page or a count. */
  statement: number;
  /** A page of a filtered list. */
  search: number;
  /** A count of a filtered list. */
  filteredCount: number;
  mutation: number;
  /** A query for the whole schema, whatever its size. */
  introspection: number;
};

export type Pricing = {
  prices: Prices;
  /** Entries of a page whose size isn't asked for. */
  pageSize: number;
  /** Larger pages are rejected by the resolver. */
  pageSizeMax: number;
  /** Most IDs of an argument that `entries` names. */
  idsMax: number;
};
