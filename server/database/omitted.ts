/** Columns that records lack unless they are selected: only used for searching, they duplicate other columns. */
export const omitted = {
  organization: { searchText: true },
  repository: { searchName: true, searchText: true },
  user: { searchName: true, searchText: true },
} as const;
