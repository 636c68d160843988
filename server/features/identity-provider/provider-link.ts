import { refusal } from '#server/auth/refusal.ts';
import { currentSignIn, type Services } from '#server/auth/sign-in.ts';
import type { Creation } from '#server/auth/storage.ts';
import { lockUsers } from '#server/auth/users.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordEvent, recordEvents } from '#server/features/audit-log/audit-log.ts';
import type { Settings } from '#server/settings.ts';

type NewAccount = { userId: string; providerId: string };

/** What a provider grants isn't needed after sign-in. */
const notStored = {
  accessToken: null,
  accessTokenExpiresAt: null,
  refreshToken: null,
  refreshTokenExpiresAt: null,
  idToken: null,
  scope: null,
};

export function providerName({ providers }: Settings, id: string): string {
  return providers.offered.find((provider) => provider.id === id)?.name ?? id;
}

/**
 * Links a provider to an account, records it and notifies the owner. Refuses users who no longer have the address that the provider asserted, since a manager may
 * have changed it in between, and service accounts, whose addresses a provider could assert, too.
 */
export function createProviderLink({ mailer, settings }: Services): Creation<NewAccount> {
  return async function linkProvider(transaction, account, insert) {
    const { userId: id } = account;
    const { assertedAddress = '', createdUserId } = currentSignIn();
    await lockUsers(transaction, [id]);
    const user = await transaction.user.findFirst({
      where: { id, email: assertedAddress },
      select: { email: true, language: true, isServiceAccount: true },
    });
    if (!user) throw refusal(401, 'UNAUTHENTICATED');
    if (user.isServiceAccount) throw refusal(403, 'FORBIDDEN');
    const linked = await insert({ ...account, ...notStored });
    // The first provider is part of signing up.
    if (id === createdUserId) return linked;
    const name = providerName(settings, account.providerId);
    await recordEvent(transaction, { userId: id, kind: 'provider_linked', detail: name });
    await mailer.send('providerLinked', user, name, { transaction });
    return linked;
  };
}

/** Unlinks the identity providers that a user linked since a time. A code by email still signs them in. */
export async function unlinkNewProviders(
  transaction: Transaction,
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
