import { APIError } from 'better-auth/api';
import { recordEvent, recordEvents } from '#server/auth/audit-log/audit-log.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import type { Creation } from '#server/auth/storage.ts';
import type { Database } from '#server/database/client.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Outbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import { createProviderPictures } from './provider-pictures.ts';

type ProviderHooksDeps = {
  database: Database;
  settings: Settings;
  mailer: Mailer;
  log: Log;
  outbound: Outbound;
};

type NewAccount = { userId: string; providerId: string };

/** Provider tokens aren't needed after sign-in, so they aren't stored. */
const noTokens = Object.fromEntries(
  ['access', 'refresh', 'id'].flatMap((kind) => [
    [`${kind}Token`, null],
    ...(kind === 'id' ? [] : [[`${kind}TokenExpiresAt`, null]]),
  ]),
);

/** @throws {APIError} FORBIDDEN for a service account, since an identity provider could assert its address */
async function refuseServiceAccount(database: Database, id: string): Promise<void> {
  const user = await database.user.findUnique({
    where: { id },
    select: { isServiceAccount: true },
  });
  if (user?.isServiceAccount) throw new APIError('FORBIDDEN', { code: 'FORBIDDEN' });
}

export function providerName({ providers }: Settings, id: string): string {
  return providers.offered.find((provider) => provider.id === id)?.name ?? id;
}

async function announceProvider(
  { settings, mailer }: ProviderHooksDeps,
  transaction: Prisma.TransactionClient,
  { userId, providerId }: NewAccount,
): Promise<void> {
  const name = providerName(settings, providerId);
  await recordEvent(transaction, { userId, kind: 'provider_linked', detail: name });
  const user = await transaction.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, language: true },
  });
  const recipient = await mailer.countFor('providerLinked', user, { transaction });
  if (recipient) await mailer.sendProviderLinked(recipient, name, transaction);
}

/** What happens when a provider is linked to an account, or creates one. */
export function createProviderHooks(deps: ProviderHooksDeps) {
  const pictures = createProviderPictures(deps);

  /**
   * Refused if the user no longer has the address that the provider asserted: a manager may change it between finding the
   * user by it and linking the provider.
   */
  const link: Creation<NewAccount> = async (transaction, account, insert) => {
    const { userId: id } = account;
    const { assertedAddress = '', createdUserId } = currentSignIn();
    await lockUsers(transaction, [id]);
    if ((await transaction.user.count({ where: { id, email: assertedAddress } })) === 0)
      throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
    const linked = await insert();
    // The first provider is part of signing up.
    if (id !== createdUserId) await announceProvider(deps, transaction, account);
    return linked;
  };

  return {
    link,
    beforeLinking: async ({ userId }: { userId: string }) => {
      await refuseServiceAccount(deps.database, userId);
      return { data: { ...noTokens, scope: null } };
    },
    notePicture: pictures.note,
    copyPicture: pictures.copyFor,
  };
}

export type ProviderHooks = ReturnType<typeof createProviderHooks>;

/** Unlinks the identity providers that a user linked since a time. A code by email still signs them in. */
export async function unlinkNewProviders(
  transaction: Prisma.TransactionClient,
  userId: string,
  since: Date,
): Promise<void> {
  const where = { userId, createdAt: { gte: since } };
  const linked = await transaction.account.findMany({ where, select: { providerId: true } });
  await transaction.account.deleteMany({ where });
  await recordEvents(
    transaction,
    linked.map(({ providerId: detail }) => ({ userId, kind: 'provider_unlinked', detail })),
  );
}
