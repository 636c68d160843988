/** Round prices, so that tests can compute points. */
export const pricing = {
  prices: {
    charactersPerPoint: 32,
    defaultCharacters: 64,
    defaultEntries: 10,
    statement: 100,
    search: 500,
    filteredCount: 2_000,
    mutation: 1_000,
    introspection: 3_000,
  },
  pageSize: 20,
  pageSizeMax: 50,
  idsMax: 30,
};
