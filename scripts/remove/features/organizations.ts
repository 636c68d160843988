import type { Feature } from '#scripts/remove/feature.ts';
import { organizationData } from './organization-data.ts';

export const organizations: Feature = {
  ...organizationData,
  name: 'organizations',
  purpose: 'organizations with members, teams, invitations and repositories of their own',
  files: [
    '{client,scripts,server,shared,tests,lab}/**/*{membership,organization}*{,/**}',
    '{client,server}/features/{invitation,member,service-account,team}/**',
    'prisma/*organization*',
    'tests/client/addresses.test.ts',
    'tests/entities/{invitation,member,team}*.ts',
    'tests/server/{invitations,members}.test.ts',
    'lab/server/member-locks.test.ts',
    'docs/decisions/025-organizations.md',
  ],
  names:
    /^(isCurrentPage|tiny)$|[oO]rgani[sz]ation|ORGANI[SZ]ATION|[mM]embership|(?<![a-zA-Z.])members?(?![a-z])|Members?(?![a-z]|Expression)|(?<![A-Z])MEMBERS?(?![A-Z])|(?<![a-zA-Z])teams?(?![a-z])|Teams?(?![a-z])|(?<![A-Z])TEAMS?(?![A-Z])|^SLUG_INVALID$|^slug(Min|Max|Pattern)?$|INVITE_USER|THIS_INVITATION|THE_INVITATION|^INVITER_IS|^INVITATION_(LIMIT_REACHED|SENT|RESENT|CANCELLED|DECLINED)$|^invitation_(sent|resent|cancelled|declined)$|^Invitation(\.|$)|^(viewer|stored|repository)Role(For|In)$|^roleIn$|^viewerCanIn$|^isDisabledPermission$|^canManageTokensIn$|^canDeleteDependents$|^limitedScopeText$|^createInvitation$|^OwnInvitations$|^INVITATION$|^invitations(AtOnce|PerOrganization)$|^invitationHours$|orgAdmin|^invitation:|^inv$|^inv_|^org_|OR_REJECTING_INVITATION|^byManager|REQUIRED_FOR_INVITATION|RETRIEVE_INVITATION|^(ROLE_NOT_FOUND|MISSING_AC_INSTANCE|TOO_MANY_ROLES|INVALID_RESOURCE|ROLE_NAME_IS_ALREADY_TAKEN|CANNOT_DELETE_A_PRE_DEFINED_ROLE)$|NOT_ALLOWED_TO_[A-Z]+_A_ROLE$/,
  absent:
    /^(organization(Id|Name|Roles|RolesOf|OfAccount)?|countInOrganizations|isCurrentPage|ofOrganization|tokenOrganization(Id)?|hides(Organizations|RecordsOf)|withoutOrganizations|withOrganization|hasHiddenOrganizations|roleIn|isGrantedInOrganization|isSharedPermission|isMemberSomewhere|lacksReach|isOfOrganizations|showsOrganizations|canListOrganizations|canCreateOrganization|choosesOrganization|isOrganizationId|memberOf|memberRole|viewerCanIn|canInOrganization|(viewer|repository|stored)Role(For|In)|isDisabledPermission|organizationHolders|hidesOrganizationMail|organizationEntries|slug|inOrganization|isOrganizationPage|canManageTokensIn|isOrganizationMutation|isLimitedToOrganizations)$/,
  unchanged: /^(withCountedMemberships|withoutDisabledOrganizations|withViewersMemberships)$/,
  prose:
    /organi[sz]ation|memberships?\b|(?<!\.)\bmembers?\b|\bteams?\b|INVITATION_LIMIT_REACHED|inviteMembers/i,
  leftover: /organi[sz]ation|memberships?\b|(?<!\.)\bmembers?\b|\bteams?\b/i,
};
