/**
 * Limits that the server and the client share. They are i18next's default variables too, so a text
 * says `{{linkMin}}` instead of a number.
 */
export const limits = {
  /** Characters of a verification code. */
  codeLength: 6,
  /** Seconds before another code can be requested. */
  codeResendSeconds: 30,
  /** Incorrect attempts before a code is invalid. */
  codeAttempts: 3,
  emailMax: 254,
  nameMax: 100,
  repositoryNameMax: 100,
  linkMin: 4,
  linkMax: 2_000,
  descriptionMax: 2_000,
  searchMax: 200,
  banReasonMax: 500,
  /** Default number of entries on a page of a list. */
  pageSize: 20,
  pageSizeMax: 100,
  /** Entries up to which the total of a filtered list is counted, unless the exact one is asked for. */
  countMax: 10_000,
  /** Default number of sessions on a page. */
  sessionsPageSize: 5,
  /** Bytes of a profile picture, and pixels of its longer side. */
  pictureBytesMax: 64_000,
  pictureSideMax: 512,
  accessTokenNameMax: 100,
  /** Access tokens of a user that are neither expired nor revoked. */
  accessTokensPerUser: 20,
  /** Access tokens that may be created for a user within 24 hours. */
  accessTokensPerDay: 50,
  /** How often an invitation can be sent again within 24 hours, and the seconds in between. */
  invitationsPerDay: 5,
  invitationSeconds: 60,
  /** Longest overlap of a rotation, in hours. */
  accessTokenOverlapMax: 168,
  slugMin: 3,
  slugMax: 40,
  teamsPerOrganization: 100,
  /** Pending invitations of an organization. */
  invitationsPerOrganization: 100,
  /** Email addresses in one `inviteMembers`. */
  invitationsAtOnce: 20,
  /** Hours until an invitation expires. */
  invitationHours: 48,
  /** IDs in one `nodes` query, and in one bulk mutation. */
  nodesMax: 100,
} as const;
