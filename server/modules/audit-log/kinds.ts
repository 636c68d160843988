import { builder } from '#server/graphql/builder.ts';

export const AuditEventKind = builder.enumType('AuditEventKind', {
  description: 'Kind of an audit event. New kinds may be added. `detail` is null unless noted.',
  values: {
    CREATED: {
      value: 'created',
      description: 'The user signed up, or an admin created the service account.',
    },
    INVITED: {
      value: 'invited',
      description: 'An admin created the account and invited the user.',
    },
    SIGNED_IN: { value: 'signed_in', description: 'The user signed in.' },
    ONBOARDED: {
      value: 'onboarded',
      description: 'The user completed onboarding by entering their name.',
    },
    NAME_CHANGED: {
      value: 'name_changed',
      description: 'The name changed. `detail`: the former name.',
    },
    EMAIL_CHANGED: {
      value: 'email_changed',
      description: 'The email address changed. `detail`: the former address.',
    },
    ROLE_CHANGED: {
      value: 'role_changed',
      description: 'The role changed. `detail`: the new role in lower case, for example `admin`.',
    },
    BANNED: { value: 'banned', description: 'The user was banned. `detail`: the reason.' },
    UNBANNED: { value: 'unbanned', description: 'The ban was lifted.' },
    IMPERSONATED: { value: 'impersonated', description: 'An admin impersonated the user.' },
    SESSIONS_REVOKED: {
      value: 'sessions_revoked',
      description: 'One or more sessions were ended before they expired.',
    },
    ACCESS_TOKEN_CREATED: {
      value: 'access_token_created',
      description: 'An access token was created. `detail`: its name.',
    },
    ACCESS_TOKEN_ROTATED: {
      value: 'access_token_rotated',
      description: 'An access token got a new secret. `detail`: its name.',
    },
    ACCESS_TOKEN_REVOKED: {
      value: 'access_token_revoked',
      description: 'An access token was revoked. `detail`: its name.',
    },
    PROVIDER_UNLINKED: {
      value: 'provider_unlinked',
      description: 'The user unlinked an identity provider. `detail`: its name.',
    },
    DELETED: { value: 'deleted', description: 'The account was deleted.' },
    LIST_EXPORTED: {
      value: 'list_exported',
      description: 'The user downloaded a list. `detail`: the name of the file.',
    },
    REPOSITORY_CREATED: {
      value: 'repository_created',
      description: 'A repository was created.',
    },
    REPOSITORY_UPDATED: {
      value: 'repository_updated',
      description: 'A repository was updated. `detail`: its former name, if that changed.',
    },
    REPOSITORY_DELETED: {
      value: 'repository_deleted',
      description: 'A repository was deleted.',
    },
    REPOSITORY_RESTORED: {
      value: 'repository_restored',
      description: 'The deletion of a repository was undone.',
    },
    ORGANIZATION_CREATED: {
      value: 'organization_created',
      description: 'An organization was created. The actor owns it.',
    },
    ORGANIZATION_UPDATED: {
      value: 'organization_updated',
      description:
        'An organization was updated. `detail`: its former name and slug, those that changed, separated by a comma.',
    },
    ORGANIZATION_DELETED: {
      value: 'organization_deleted',
      description: 'An organization was deleted, with everything that belongs to it.',
    },
    MEMBER_ADDED: {
      value: 'member_added',
      description:
        'The user accepted an invitation to an organization, which the actor had sent; or the service account was created there. `detail`: the role, for example `admin`.',
    },
    MEMBER_ROLE_CHANGED: {
      value: 'member_role_changed',
      description:
        'The role of the user in an organization changed. `detail`: the new role, for example `admin`.',
    },
    MEMBER_REMOVED: {
      value: 'member_removed',
      description: 'The user was removed from an organization.',
    },
    MEMBER_LEFT: { value: 'member_left', description: 'The user left an organization.' },
    TEAM_CREATED: {
      value: 'team_created',
      description: 'A team was created in an organization. `detail`: its name.',
    },
    TEAM_UPDATED: {
      value: 'team_updated',
      description: 'A team of an organization was updated. `detail`: its former name.',
    },
    TEAM_DELETED: {
      value: 'team_deleted',
      description: 'A team of an organization was deleted. `detail`: its name.',
    },
  } as const,
});
