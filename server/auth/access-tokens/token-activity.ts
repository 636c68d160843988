import { activitySeconds } from '#server/auth/sessions/session-activity.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { networkText } from '#server/network/client-address.ts';
import { sendTokenNotices } from './token-notices.ts';

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
