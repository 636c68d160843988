/**
 * Mails about access tokens, sent to the owner or, for a service account, to the manager who created
 * the token while they still manage it. If the creator can't be reached, no mail is sent.
 */

import { activitySeconds } from '#server/auth/sessions/session-store.ts';
import { isBanned, secondsPerDay } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { type AccessTokenNotice, ownTokensPath } from '#server/mail/templates.ts';
import { networkText } from '#server/network/client-address.ts';
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

function managesMembers({ members }: Creator, organization: { id: string } | null): boolean {
  const member = members.find(({ organizationId }) => organizationId === organization?.id);
  return canInOrganization(member?.role, 'member:update');
}

const mayManage = (creator: Creator, organization: { id: string } | null): boolean =>
  managesMembers(creator, organization) || can(creator.role, 'service-account:update');

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
    await mailer.send('accessToken', creator, about, { transaction: database });
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

/** Networks remembered per token. A mail about further ones would be meaningless. */
const maxNetworks = 10;

export type TokenUse = { lastUsedAt: Date | null; networks: readonly string[] };

type Services = { database: Database; mailer: Mailer };

/** The first network needs no mail. */
async function noteNetwork({ database, mailer }: Services, id: string, network: string) {
  const [noted] = await database.$queryRaw<{ count: number }[]>`
    UPDATE "access_token" SET "lastUsedAt" = now(), "lastUsedFrom" = ${network}::text,
      "networks" = array_append("networks", ${network}::text)
    WHERE "id" = ${id} AND array_position("networks", ${network}::text) IS NULL
      AND coalesce(cardinality("networks"), 0) < ${maxNetworks}::int
      AND set_config('atrium.silent', 'on', true) = 'on'
    RETURNING cardinality("networks") AS "count"`;
  // Of concurrent requests, only one records the network and sends the mail.
  if (!noted || noted.count < 2) return;
  await sendTokenNotices({ database, mailer }, [id], () => ({ kind: 'newNetwork', network }));
}

/** Records activity of the token's service account, which has no sessions. Event streams aren't notified. */
const touchServiceAccount = (database: Database, tokenId: string) => database.$executeRaw`
  UPDATE "user" u SET "lastActiveAt" = now() FROM "access_token" t
  WHERE t."id" = ${tokenId} AND u."id" = t."userId" AND u."isServiceAccount"
    AND set_config('atrium.silent', 'on', true) = 'on'`;

export async function touchToken(
  services: Services,
  { id, lastUsedAt, networks }: TokenUse & { id: string },
  address: string | undefined,
): Promise<void> {
  const network = networkText(address);
  const isNew = networks.length < maxNetworks && !networks.includes(network);
  const isRecent = lastUsedAt && Date.now() - lastUsedAt.getTime() < activitySeconds * 1_000;
  if (isRecent && !isNew) return;
  try {
    if (isNew) await noteNetwork(services, id, network);
    else
      await services.database.$executeRaw`
        UPDATE "access_token" SET "lastUsedAt" = now(), "lastUsedFrom" = ${network}
        WHERE "id" = ${id} AND set_config('atrium.silent', 'on', true) = 'on'`;
    await touchServiceAccount(services.database, id);
  } catch (error) {
    // Reads must not fail because this write did.
    if (!databaseFault(error)) throw error;
  }
}
