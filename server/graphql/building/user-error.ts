/** `UserError` and its codes. */

import { freshMinutes } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import type { UserError as UserErrorShape } from '#server/graphql/errors.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { translate } from '#server/i18n.ts';
import { type UserErrorCode as Code, userErrorCodes } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';

const figure = (value: number) => value.toLocaleString('en');

/** For codes whose text for people is an instruction, or leaves something out. */
const descriptions: Partial<Record<Code, string>> = {
  NOT_FOUND: 'No record with this ID exists.',
  FORBIDDEN:
    'The viewer may not change this record. In the errors of single records of mutations of many; otherwise a top-level error.',
  ID_INVALID:
    'The ID is malformed or of another type, or its time is more than a day from now. A new record needs a new ID.',
  ID_ALREADY_USED: 'Another request has used this ID, or the record that had it is deleted.',
  EMAIL_RESERVED: `Another user left this email address within the last ${limits.secureAccountDays} days, and can get it back.`,
  YOU_CANNOT_CHANGE_YOUR_EMAIL:
    'The user is the viewer, whose own email address changes only with a code sent to the new one.',
  YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS: 'The user is an admin: only they change their email address.',
  YOU_CANNOT_CHANGE_EMAIL_OF_FORMER_ADMINS_YET:
    'The user was an admin within the last 24 hours: until then, only they change their email address.',
  NAME_INVALID: 'The name contains control or invisible characters, or a line break.',
  NAME_ALREADY_USED: 'Another record of this kind has this name.',
  LINK_TOO_LONG: `The link has more than ${figure(limits.linkMax)} characters.`,
  LINK_INVALID: 'The link is not an http or https URL, or contains credentials.',
  DESCRIPTION_INVALID: 'The description contains control characters.',
  REASON_INVALID: 'The reason contains control characters.',
  END_NOT_IN_FUTURE: 'The end of the ban is not in the future.',
  VALUE_REQUIRED: 'A required value is empty or null. `field` says which.',
  LAST_ADMIN: 'The change would leave no active admin.',
  YOU_CANNOT_RESET_YOUR_PASSKEYS: 'The user is the viewer, who removes their own passkeys instead.',
  RECOVERY_CODES_NEED_PASSKEY: 'The viewer has no passkey that the codes could replace.',
  RECORD_CHANGED: 'The record was updated after `expectedUpdatedAt`.',
  SESSION_NOT_FRESH: `The viewer last proved their identity more than ${freshMinutes} minutes ago, and has to do so again: with \`POST /api/auth/reauthenticate/email-otp\`, or by signing in.`,
  SCOPES_REQUIRED: 'An access token needs at least one scope.',
  SCOPE_NOT_GRANTED:
    'A scope is not among the owner’s `grantableScopes`, or, in an update, not among the token’s.',
  LIFETIME_INVALID: `The lifetime is not 1 to ${limits.accessTokenDaysMax} days, or none for a token of a service account.`,
  OVERLAP_INVALID: `The overlap is not between 0 and ${limits.accessTokenOverlapMax} hours.`,
  ACCESS_TOKEN_LIMIT_REACHED: `The owner has ${limits.accessTokensPerUser} active access tokens, or ${limits.accessTokensPerDay} were created within 24 hours.`,
  ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED: `The organization has ${organizationLimits.serviceAccountsPerOrganization} service accounts.`,
  SLUG_INVALID: `The slug is not ${limits.slugMin} to ${limits.slugMax} letters, digits and single hyphens between them, or is reserved.`,
  ORGANIZATION_SLUG_ALREADY_TAKEN: 'Another organization has this slug.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: `The viewer owns ${organizationLimits.organizationsPerOwner} organizations, or belongs to ${organizationLimits.organizationsPerUser}.`,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: `The organization has ${figure(organizationLimits.membersPerOrganization)} members.`,
  ORGANIZATION_REPOSITORY_LIMIT_REACHED: `The organization has ${figure(organizationLimits.repositoriesPerOrganization)} repositories. Deleted ones count while they can be restored.`,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER:
    'The change would leave the organization without an owner.',
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER:
    'The viewer is the only owner of the organization.',
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'Only owners invite owners.',
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION:
    'The person who sent the invitation can no longer invite people. An owner or admin can send it again.',
  INVITATION_NOT_FOUND:
    'The invitation to an organization has expired, or was answered or cancelled. In `resendUserInvitation`: the status of the user is not INVITED.',
  INVITATION_LIMIT_REACHED: `The organization would have more than ${limits.invitationsPerOrganization} pending invitations.`,
  EMAIL_LIMIT_REACHED:
    'The viewer has sent many invitations in a short time, or the address has received many emails today.',
  TEAM_ALREADY_EXISTS: 'Another team of the organization has this name.',
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: `The organization has ${limits.teamsPerOrganization} teams.`,
  UNABLE_TO_REMOVE_LAST_TEAM: 'The team is the only one of its organization.',
  ACCESS_TOKEN_INACTIVE: 'The access token has expired or was revoked.',
  PICTURE_INVALID: `The picture is not a still PNG, JPEG or WebP image of at most ${limits.pictureSideMax} × ${limits.pictureSideMax} pixels in base64.`,
  PICTURE_TOO_LARGE: `The picture has more than ${limits.pictureBytesMax} bytes.`,
};

/** @throws for codes without a text */
export function describeCode(code: Code): string {
  const text = descriptions[code] ?? translate('en')(`errors:${code}`, { defaultValue: '' });
  if (!text) throw new Error(`${code}: it needs a text in shared/locales/en/errors.json.`);
  return text;
}

const UserErrorCode = builder.enumType('UserErrorCode', {
  description:
    'Why a mutation refused its input. Codes are not renamed or removed without notice. New ones may be added: treat an unknown code as a general failure.',
  values: Object.fromEntries(
    userErrorCodes.map((code) => [code, { value: code, description: describeCode(code) }]),
  ) as Record<Code, { value: Code; description: string }>,
});

export const UserError = builder.objectRef<UserErrorShape>('UserError').implement({
  description: 'What is wrong with the input of a mutation.',
  fields: (t) => ({
    code: t.field({
      type: UserErrorCode,
      description: 'Machine-readable code.',
      resolve: ({ code }) => code,
    }),
    field: t.stringList({
      nullable: true,
      complexity: cost({ entries: 2 }),
      description:
        'Path of the field in the input, for example `["name"]`. Null if the error is not about one field.',
      resolve: ({ field }) => field && [...field],
    }),
    message: t.string({
      description: 'Text to show to people, in the language of the request.',
      resolve: ({ code }, _args, { language }) => translate(language())(`errors:${code}`),
    }),
  }),
});
