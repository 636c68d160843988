/** Columns that records lack unless they are selected: only used for searching, they duplicate other columns. */
export const omitted = {
  organization: { searchText: true },
  repository: { searchText: true },
  user: { searchText: true },
} as const;
