/**
 * Limits shared by server and client. Also i18next's default variables, so texts can use `{{linkMin}}` instead of a
 * number.
 */
export const limits = {
  codeLength: 6,
  codeResendSeconds: 30,
  /** Incorrect attempts before a code is invalid. */
  codeAttempts: 3,
  emailMax: 254,
  nameMax: 100,
  repositoryNameMax: 100,
  restorableHours: 24,
  linkMin: 4,
  linkMax: 2_000,
  descriptionMax: 2_000,
  searchMax: 200,
  banReasonMax: 500,
  pageSize: 20,
  pageSizeMax: 100,
  /** Totals of filtered lists are counted up to this, unless the exact total is requested. */
  countMax: 10_000,
  sessionsPageSize: 5,
  /** Profile picture: maximum bytes, and pixels of the longer side. */
  pictureBytesMax: 64_000,
  pictureSideMax: 512,
  secureAccountDays: 7,
  emailChangesPerDay: 3,
  passkeysPerUser: 20,
  passkeyNameMax: 100,
  recoveryCodes: 10,
  /** Characters entered, with room for separators. */
  recoveryCodeMax: 40,
  accessTokenNameMax: 100,
  /** Neither expired nor revoked. */
  accessTokensPerUser: 20,
  /** Created within 24 hours. */
  accessTokensPerDay: 50,
  /** How often an invitation can be resent within 24 hours. */
  invitationsPerDay: 5,
  /** Sending an invitation again within this time counts as the same request. So does rotating an access token. */
  repeatSeconds: 60,
  /** Longest overlap of a rotation, in hours. */
  accessTokenOverlapMax: 168,
  /** Days. */
  accessTokenDaysMax: 366,
  slugMin: 3,
  slugMax: 40,
  teamsPerOrganization: 100,
  /** Pending only. */
  invitationsPerOrganization: 100,
  /** Email addresses in one `inviteMembers`. */
  invitationsAtOnce: 20,
  invitationHours: 48,
  /** IDs in one `nodes` query or bulk mutation. */
  nodesMax: 100,
} as const;
