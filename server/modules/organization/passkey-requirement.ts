import { mailboxOf } from '#server/auth/email-code/mailbox.ts';
import { isImpersonated } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { type Context, viewerRoleFor } from '#server/graphql/context.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { recordInOrganization } from '#server/organizations/audit.ts';
import { lockOrganization } from '#server/organizations/locks.ts';

/** Only owners, in their own session: the requirement decides who else can open the organization. */
export const canUpdatePasskeyRequirement = (context: Context, organizationId: string): boolean =>
  context.viewer?.session != null &&
  !isImpersonated(context.viewer) &&
  viewerRoleFor(context, organizationId) === 'owner';

/** Returns false if nothing changed. A trigger updates the `memberships` of the members. */
export async function updateOrganizationPasskeyRequirement(
  context: Context,
  id: string,
  requiresPasskey: boolean,
): Promise<boolean> {
  const isChanged = await context.database.$transaction(async (transaction) => {
    const where = { organizationId: id };
    const members = await transaction.member.findMany({ where, select: { userId: true } });
    await lockUsers(
      transaction,
      members.map(({ userId }) => userId),
    );
    await lockOrganization(transaction, id, 'id');
    const { count } = await transaction.organization.updateMany({
      where: { id, requiresPasskey: !requiresPasskey },
      data: { requiresPasskey },
    });
    if (count === 0) return false;
    const kind = `organization_passkeys_${requiresPasskey ? 'required' : 'optional'}` as const;
    await recordInOrganization(context, transaction, { organizationId: id, kind });
    return true;
  });
  if (isChanged) {
    const action = requiresPasskey
      ? 'organization_passkeys_required'
      : 'organization_passkeys_optional';
    securityEvent(context.log, 'authz_change', undefined, { action, targetId: id });
  }
  return isChanged;
}

/** Mails per transaction. */
const batchSize = 100;

const findMembersWithoutPasskey = (database: Database, organizationId: string) =>
  database.member.findMany({
    where: { organizationId, user: { isServiceAccount: false, passkeys: { none: {} } } },
    select: { user: { select: { email: true, language: true } } },
  });

/** Tells members without a passkey what to do. Counts as an invitation, so that it can't use up security notices. */
export async function sendPasskeyRequirement(context: Context, id: string): Promise<void> {
  const { database, mailer, viewer } = context;
  const { name } = await database.organization.findUniqueOrThrow({
    where: { id },
    select: { name: true },
  });
  const cause = viewer && { person: viewer.user.id };
  const found = await findMembersWithoutPasskey(database, id);
  // Ordered by mailbox to avoid deadlocks.
  const members = found
    .map(({ user }) => ({ ...user, mailbox: mailboxOf(user.email) }))
    .toSorted((a, b) => (a.mailbox < b.mailbox ? -1 : 1));
  for (let first = 0; first < members.length; first += batchSize) {
    await database.$transaction(async (transaction) => {
      for (const user of members.slice(first, first + batchSize)) {
        const counted = { ...cause, transaction };
        const recipient = await mailer.countFor('passkeyRequirement', user, counted);
        if (recipient)
          await mailer.sendPasskeyRule(recipient, 'requiredByOrganization', name, transaction);
      }
    });
  }
}
