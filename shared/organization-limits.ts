/** Organization limits that no interface text mentions. The others are in limits.ts, which every page loads. */
export const organizationLimits = {
  organizationsPerOwner: 10,
  organizationsPerUser: 100,
  membersPerOrganization: 1_000,
  serviceAccountsPerOrganization: 50,
  /** Includes deleted ones that can still be restored. */
  repositoriesPerOrganization: 10_000,
} as const;
