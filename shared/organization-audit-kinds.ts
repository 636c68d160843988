/** Matches audit event kinds about organizations, in the API's or the database's case. */
export const isOrganizationEvent = (kind: string) =>
  /^(organization|member|invitation|team)_/i.test(kind);
