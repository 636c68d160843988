import type { GenericEndpointContext } from '@better-auth/core';
import { APIError } from 'better-auth/api';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Outbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import { assertedAddress } from './identity-providers.ts';
import { createProviderPictures } from './provider-pictures.ts';

type ProviderHooksDeps = {
  database: Database;
  settings: Settings;
  mailer: Mailer;
  log: Log;
  outbound: Outbound;
};

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

function providerName({ providers }: Settings, id: string): string {
  return providers.offered.find((provider) => provider.id === id)?.name ?? id;
}

/**
 * Unlinks a provider whose user no longer has the address that it asserted. A manager may change the address between
 * finding the user by it and linking the provider.
 *
 * @throws {APIError} UNAUTHENTICATED
 */
async function requireAssertedAddress(database: Database, id: string): Promise<void> {
  const user = { NOT: { email: assertedAddress() ?? '' } };
  const { count } = await database.account.deleteMany({ where: { id, user } });
  if (count > 0) throw new APIError('UNAUTHORIZED', { code: 'UNAUTHENTICATED' });
}

async function announceProvider(
  { database, settings, mailer }: ProviderHooksDeps,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  const name = providerName(settings, providerId);
  await recordEvent(database, { userId, kind: 'provider_linked', detail: name });
  const user = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, language: true },
  });
  const recipient = await mailer.countFor('providerLinked', user);
  if (recipient) await mailer.sendProviderLinked(recipient, name);
}

type CallbackRequest = Pick<GenericEndpointContext, 'path' | 'params'> | null | undefined;

/** What happens when a provider is linked to an account, or creates one. */
export function createProviderHooks(deps: ProviderHooksDeps) {
  const pictures = createProviderPictures(deps);
  /** Accounts created per request. Their first provider is part of signing up. */
  const created = new WeakMap<object, string>();
  return {
    account: {
      create: {
        before: async ({ userId }: { userId: string }) => {
          await refuseServiceAccount(deps.database, userId);
          return { data: { ...noTokens, scope: null } };
        },
        after: async (account: { id: string; userId: string; providerId: string }) => {
          await requireAssertedAddress(deps.database, account.id);
          const request = currentRequest();
          if (request && created.get(request) === account.userId) return;
          await announceProvider(deps, account);
        },
      },
    },
    /** Name of the provider whose callback `request` is. */
    usedProviderName: (request: CallbackRequest): string | null =>
      request?.path === '/callback/:id'
        ? providerName(deps.settings, String(request.params?.id))
        : null,
    /** The provider whose callback `request` is, as a condition on users. */
    usedProvider(request: CallbackRequest): Prisma.UserWhereInput | undefined {
      if (request?.path !== '/callback/:id') return undefined;
      return { accounts: { some: { providerId: String(request.params?.id) } } };
    },
    notePicture: pictures.note,
    copyPicture: pictures.copyFor,
    noteSignUp(userId: string): void {
      const request = currentRequest();
      if (request) created.set(request, userId);
    },
  };
}

export type ProviderHooks = ReturnType<typeof createProviderHooks>;
