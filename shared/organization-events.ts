/** Whether a kind of audit events is about organizations, which can be switched off. In the API's case or the database's. */
export const isOrganizationEvent = (kind: string) => /^(organization|member|team)_/i.test(kind);
