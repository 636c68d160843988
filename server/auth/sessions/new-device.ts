/** Emails about sign-ins from browsers that the account hadn't been used in before. */
import type { Hmac } from '#server/auth/hmac.ts';
import { secureAccountLink } from '#server/auth/secure-account/link.ts';
import type { Database } from '#server/database/client.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import { ownSignInMethods } from '#server/mail/security-templates.ts';
import type { FindPlace } from '#server/network/places.ts';
import type { BrowserCookies } from './browser-cookies.ts';

type NewDeviceDeps = {
  database: Database;
  mailer: Mailer;
  hmac: Hmac;
  cookies: BrowserCookies;
  findPlace: FindPlace;
};

type NewSession = {
  userId: string;
  passkeyName?: string | null;
  identityProviderName?: string | null;
};

export function createNewDeviceNotice(deps: NewDeviceDeps) {
  const { database, mailer, hmac, cookies, findPlace } = deps;

  /** Call it before the sign-in is recorded as activity, since the first one of an account isn't announced. */
  return async function announceNewDevice(session: NewSession, headers: Headers): Promise<void> {
    const request = currentRequest();
    const method = ownSignInMethods.find((own) => own === request?.signInMethod);
    if (!method) return;
    const user = await database.user.findUniqueOrThrow({
      where: { id: session.userId },
      select: { id: true, email: true, language: true, lastActiveAt: true, securedAt: true },
    });
    if (!user.lastActiveAt || cookies.isKnownDevice(headers, user)) return;
    const recipient = await mailer.countFor('newDevice', user);
    if (!recipient) return;
    await mailer.sendNewDevice(recipient, {
      method,
      name: session.passkeyName ?? session.identityProviderName ?? '',
      origin: requestOrigin(headers),
      ipAddress: request?.client ?? null,
      place: findPlace(request?.client, recipient.language),
      securePath: secureAccountLink(hmac, user),
    });
  };
}

export type AnnounceNewDevice = ReturnType<typeof createNewDeviceNotice>;
