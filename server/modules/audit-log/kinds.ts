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
  } as const,
});
