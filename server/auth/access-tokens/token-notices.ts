/**
 * Mails about access tokens, sent to the owner or, for a service account, to the manager who created
 * the token while they still manage it. If the creator can't be reached, no mail is sent.
 */
import { isBanned, secondsPerDay } from '#server/auth/sessions/session-rules.ts';
import type { Database } from '#server/database/client.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { type AccessTokenNotice, ownTokensPath } from '#server/mail/templates.ts';
import { canInOrganization, type OrganizationRole } from '#shared/organization-roles.ts';
import { can } from '#shared/permissions.ts';

const noticeDays = 7;
const batchSize = 100;
/** The next run continues. */
const maxBatches = 100;

const columns = {
  name: true,
  expiresAt: true,
  organization: { select: { id: true, slug: true } },
  owner: { select: { id: true, name: true, isServiceAccount: true } },
  creator: {
    select: {
      email: true,
      language: true,
      role: true,
      banned: true,
      banExpires: true,
      members: { select: { organizationId: true, role: true } },
    },
  },
} as const;

type Creator = {
  role: string;
  members: readonly { organizationId: string; role: OrganizationRole }[];
};

const managesMembers = (organization: { id: string } | null, { members }: Creator) => {
  const member = members.find(({ organizationId }) => organizationId === organization?.id);
  return canInOrganization(member?.role, 'member:update');
};

function mayManage(creator: Creator, organization: { id: string } | null): boolean {
  if (managesMembers(organization, creator)) return true;
  return can(creator.role, 'service-account:update');
}

const pathOf = (userId: string, organization: { slug: string } | null) =>
  organization
    ? `/app/organizations/${organization.slug}/service-accounts`
    : `/manager/users/${userId}`;

type Sender = {
  database: Pick<Database, 'accessToken' | '$queryRaw'>;
  mailer: Mailer;
};

export async function sendTokenNotices(
  { database, mailer }: Sender,
  ids: readonly string[],
  noticeOf: (token: { expiresAt: Date | null }) => AccessTokenNotice,
): Promise<void> {
  const where = { id: { in: [...ids] } };
  for (const token of await database.accessToken.findMany({ where, select: columns })) {
    const { name, owner, creator, organization } = token;
    if (!creator || isBanned(creator)) continue;
    if (owner.isServiceAccount && !mayManage(creator, organization)) continue;
    const about = {
      name,
      account: owner.name || creator.email,
      path: owner.isServiceAccount ? pathOf(owner.id, organization) : ownTokensPath,
      notice: noticeOf(token),
    };
    const recipient = await mailer.countFor('accessToken', creator, { transaction: database });
    if (recipient) await mailer.sendAccessTokenNotice(recipient, about, database);
  }
}

/**
 * Sends one mail about each token that expires within a week. Instances share the work. The
 * transaction stores a mail together with the mark that it was sent.
 */
export async function sendExpiryNotices(
  { database, mailer }: { database: Database; mailer: Mailer },
  signal?: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < maxBatches && !signal?.aborted; batch += 1) {
    const noted = await database.$transaction(async (transaction) => {
      const ids = await transaction.$queryRaw<{ id: string }[]>`
        UPDATE "access_token" SET "expiryNoticeAt" = now() WHERE "id" = ANY (ARRAY(
          SELECT "id" FROM "access_token"
          WHERE "expiresAt" > now() AND "expiresAt" < now() + make_interval(secs => ${noticeDays * secondsPerDay})
            AND "expiryNoticeAt" IS NULL AND "revokedAt" IS NULL
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
        )) AND set_config('atrium.silent', 'on', true) = 'on'
        RETURNING "id"`;
      await sendTokenNotices(
        { database: transaction, mailer },
        ids.map(({ id }) => id),
        ({ expiresAt }) => ({ kind: 'expiring', expiresAt: expiresAt ?? new Date() }),
      );
      return ids.length;
    });
    if (noted < batchSize) return;
  }
}
