import { entities, tableOf } from '#server/entities.ts';
import { AuditEventKind as Kind } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { enumName } from '#shared/enum-name.ts';

/** Verbs from which a sentence can be made. Others need a description. */
const participle = /^([a-z]+ed|begun|chosen|given|kept|lost|made|paid|resent|sent|set|sold|won)$/;

/** `ticket_escalated` as “A ticket was escalated.” */
function describeByName(kind: Kind): string | undefined {
  const tables = entities
    .map(({ model }) => tableOf(model))
    .filter((table) => kind.startsWith(`${table}_`));
  const [table] = tables.toSorted((one, other) => other.length - one.length);
  if (!table) return undefined;
  const noun = table.replaceAll('_', ' ');
  const verb = kind.slice(table.length + 1);
  if (!participle.test(verb)) return undefined;
  const record = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  if (verb === 'restored') return `The deletion of ${record} was undone.`;
  return `A${record.slice(1)} was ${verb}.`;
}

const special: { [Each in Kind]?: string } = {
  created:
    'The user signed up, or `npm run admin` created the account. Also of a service account, which a manager creates.',
  invited: 'An admin created the account and invited the user.',
  signed_in: 'The user signed in. `detail`: the name of the passkey, if they used one.',
  signed_out: 'The user signed out.',
  onboarded: 'The user completed onboarding by entering their name.',
  name_changed: 'The name changed. `detail`: the former name.',
  email_changed: 'The email address changed. `detail`: the former address.',
  language_changed: 'The language of emails changed. `detail`: the new one, null for none.',
  picture_changed: 'The user set a profile picture.',
  picture_deleted: 'The user deleted their profile picture.',
  role_changed: 'The role changed. `detail`: the new role in lower case, for example `admin`.',
  banned: 'The user was banned. `detail`: the reason.',
  unbanned: 'The ban was lifted.',
  impersonated: 'An admin impersonated the user.',
  impersonation_ended: 'The admin stopped impersonating the user.',
  sessions_revoked: 'One or more sessions were ended before they expired.',
  session_renamed:
    'The user named a session, up to version 0.4. `detail`: its former name, null if it had none.',
  account_secured:
    'The user ended all sessions with the link “This wasn’t me” of an email. It works without signing in.',
  access_token_created: 'An access token was created. `detail`: its name.',
  access_token_updated: 'An access token was renamed, or lost scopes. `detail`: its former name.',
  access_token_rotated: 'An access token got a new secret. `detail`: its name.',
  access_token_revoked: 'An access token was revoked. `detail`: its name.',
  provider_linked: 'The user first signed in with an identity provider. `detail`: its name.',
  provider_unlinked: 'The user unlinked an identity provider. `detail`: its name.',
  passkey_requested: 'The first step of a sign-in was right. It waits for a passkey.',
  passkey_added: 'The user added a passkey. `detail`: its name.',
  passkey_renamed: 'The user renamed a passkey. `detail`: its former name.',
  passkey_removed: 'The user removed a passkey. `detail`: its name.',
  passkeys_reset:
    'An admin, or `npm run admin`, removed all passkeys and recovery codes of the user and ended their sessions.',
  recovery_codes_created: 'The user created recovery codes. Earlier ones no longer work.',
  recovery_code_used: 'The user signed in with a recovery code instead of a passkey.',
  deleted: 'The account was deleted.',
  list_exported: 'The user downloaded a list. `detail`: the name of the file.',
  repository_updated: 'A repository was updated. `detail`: its former name, if that changed.',
  organization_created: 'An organization was created. The actor owns it.',
  organization_updated:
    'An organization was updated. `detail`: its former name and slug, if in `changedFields`, separated by a comma.',
  organization_passkeys_required: 'An organization began to require a passkey of its members.',
  organization_passkeys_optional: 'An organization no longer requires a passkey of its members.',
  organization_deleted: 'An organization was deleted, with everything that belongs to it.',
  member_added:
    'The user accepted an invitation to an organization, which the actor had sent. Also of a service account that was created there. `detail`: the role, for example `admin`.',
  member_role_changed:
    'The role of the user in an organization changed. `detail`: the new role, for example `admin`.',
  member_removed: 'The user was removed from an organization.',
  member_left: 'The user left an organization.',
  invitation_sent: 'Someone was invited to an organization. `detail`: the role.',
  invitation_resent: 'An invitation to an organization was sent again. `detail`: the role.',
  invitation_cancelled: 'An invitation to an organization was cancelled. `detail`: the role.',
  invitation_declined: 'An invitation to an organization was declined. `detail`: the role.',
  team_created: 'A team was created in an organization. `detail`: its name.',
  team_updated: 'A team of an organization was updated. `detail`: its former name.',
  team_member_added: 'The user was added to a team. `detail`: its name.',
  team_member_removed: 'The user was removed from a team. `detail`: its name.',
  team_deleted: 'A team of an organization was deleted. `detail`: its name.',
};

/** @throws for kinds whose name doesn't say what happened */
export function describeKind(kind: Kind): string {
  const description = special[kind] ?? describeByName(kind);
  if (!description) throw new Error(`${kind}: describe it in server/features/audit-log/kinds.ts.`);
  return description;
}

export const AuditEventKind = builder.enumType('AuditEventKind', {
  description: 'Kind of an audit event. New kinds may be added. `detail` is null unless noted.',
  values: Object.fromEntries(
    Object.values(Kind).map((kind) => [
      enumName(kind),
      { value: kind, description: describeKind(kind) },
    ]),
  ),
});
