/** When and from where access tokens were last used. */

import { clientSite } from '#server/auth/client-network.ts';
import { activitySeconds } from '#server/auth/session-activity.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';

/** The network of a client as people write it: `203.0.113.0/24`, `2001:db8:1::/48` or `loopback`. */
export function networkText(address: string | undefined): string {
  return clientSite(address ?? 'unknown').replace(/:([0-9a-f]+)\/48$/, ':$1::/48');
}

/** Records that a token is used. */
export async function touchToken(
  database: Database,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date | null },
  address: string | undefined,
): Promise<void> {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < activitySeconds * 1_000) return;
  try {
    await database.$executeRaw`
      UPDATE "access_token" SET "lastUsedAt" = now(), "lastUsedFrom" = ${networkText(address)}
      WHERE "id" = ${id} AND set_config('atrium.silent', 'on', true) = 'on'`;
  } catch (error) {
    // Reads must not fail because this cannot be written.
    if (!databaseFault(error)) throw error;
  }
}
