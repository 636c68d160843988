/**
 * Every figure that both sides obey. The same names are i18next's default variables, so a text says
 * `{{linkMin}}` and never a number. Sources: specification sections 3, 5 and 9, and the decisions in
 * the README.
 */
export const limits = {
  /** Characters of a verification code. */
  codeLength: 6,
  /** Seconds before a code can be asked for again. */
  codeResendSeconds: 30,
  /** Wrong tries that one code survives. */
  codeAttempts: 3,
  emailMax: 254,
  nameMax: 100,
  repositoryNameMax: 100,
  linkMin: 4,
  linkMax: 2_000,
  descriptionMax: 2_000,
  searchMax: 200,
  banReasonMax: 500,
  /** Entries on a page of a list, unless asked otherwise. */
  pageSize: 20,
  pageSizeMax: 100,
  /** Sessions on a page of their list. */
  sessionsPageSize: 5,
  /** Ids in one `nodes` query. */
  nodesMax: 100,
  /** Milliseconds after the last key before a search runs. */
  searchDelay: 300,
} as const;
