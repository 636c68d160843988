/** Limits of organizations that no text of the interface names, apart from those that every page loads. */
export const organizationLimits = {
  /** Organizations that a user owns, and those that they belong to. */
  organizationsPerOwner: 10,
  organizationsPerUser: 100,
  membersPerOrganization: 1_000,
  serviceAccountsPerOrganization: 50,
  /** Deleted ones count while they can be restored. */
  repositoriesPerOrganization: 10_000,
} as const;
