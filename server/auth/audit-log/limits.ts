/** Numbers of events that are kept. Database triggers enforce them. */
export const auditLimits = {
  /** Per kind, actor and account, and how many of them are the oldest. */
  eventsPerKind: 300,
  firstEventsPerKind: 100,
  /** About an organization's records, caused by its members. */
  eventsPerOrganization: 10_000,
  /** About the organizations that a user has deleted, and their service accounts. */
  deletionsPerUser: 1_000,
} as const;
