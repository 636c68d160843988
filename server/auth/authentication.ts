import type { Database } from '#server/database/client.ts';
import type { Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Templates } from '#server/mail/templates.ts';
import type { FindPlace } from '#server/network/places.ts';
import { createOutbound } from '#server/outbound.ts';
import type { Settings } from '#server/settings.ts';
import { createAuth } from './auth.ts';
import { createCaptcha } from './email-code/captcha.ts';
import { createCodeLimits, demoCodeLimits } from './email-code/code-limits.ts';
import { createEmailChange } from './email-code/email-change.ts';
import { type Challenge, createEmailCodeEndpoints } from './email-code/endpoints.ts';
import { createCodeSender } from './email-code/send-code.ts';
import { createStoredCodes } from './email-code/stored-codes.ts';
import { endpoints } from './endpoints.ts';
import { createFormerAdmins } from './former-addresses.ts';
import { createAuthHandler } from './handler.ts';
import type { Hmac, Secrets } from './hmac.ts';
import type { Limits } from './limits/limit.ts';
import { createStoredLimits } from './limits/stored-limits.ts';
import { createPasskeyEndpoints } from './passkeys/endpoints.ts';
import { createPendingEndpoints } from './passkeys/pending-endpoints.ts';
import { createPendingSignIns } from './passkeys/pending-sign-in.ts';
import { passkeyPlugin } from './passkeys/plugin.ts';
import { createProviderEndpoints } from './providers/endpoints.ts';
import { identityProviders } from './providers/identity-providers.ts';
import { createProviderHooks } from './providers/provider-hooks.ts';
import { createSecureAccountEndpoints } from './secure-account/endpoints.ts';
import { createBrowserCookies } from './sessions/browser-cookies.ts';
import { createNewDeviceNotice } from './sessions/open-session.ts';

type AuthenticationDeps = {
  database: Database;
  settings: Settings;
  secrets: Secrets;
  hmac: Hmac;
  log: Log;
  translate: Translate;
  templates: Templates;
  mailer: Mailer;
  outbox: Outbox;
  onMail(): void;
  limits: Limits;
  findPlace: FindPlace;
};

export function createAuthentication(deps: AuthenticationDeps) {
  const { database, settings, log, hmac } = deps;
  const formerAdmins = createFormerAdmins({ database, settings, hmac });
  const outbound = createOutbound(log, settings);
  const cookies = createBrowserCookies(settings, hmac);
  const pendingSignIns = createPendingSignIns(deps);
  const auth = createAuth({
    ...deps,
    formerAdmins,
    endpoints,
    pendingPasskeySignIns: pendingSignIns,
    announceNewDevice: createNewDeviceNotice({ ...deps, cookies }),
    identityProviders: identityProviders(settings, log, outbound),
    providerHooks: createProviderHooks({ ...deps, outbound }),
    passkeys: passkeyPlugin(deps),
  });
  const codeLimits = createCodeLimits(createStoredLimits(database, hmac), hmac);
  if (settings.demo) Object.assign(codeLimits, demoCodeLimits(codeLimits));
  const challenges: Challenge[] = [...createCaptcha(auth, settings, outbound)];
  const sender = createCodeSender(deps);
  const endpointDeps = { auth, settings, codeLimits, cookies };
  const pendingEndpoints = createPendingEndpoints({
    ...deps,
    ...endpointDeps,
    sender,
    pendingSignIns,
  });
  const handlers = {
    ...createEmailCodeEndpoints({
      ...endpointDeps,
      challenges,
      sender,
      storedCodes: createStoredCodes(deps),
      changeAddress: createEmailChange({ ...deps, formerAdmins }),
    }),
    ...createProviderEndpoints(endpointDeps),
    ...createPasskeyEndpoints({ ...endpointDeps, database }),
    ...pendingEndpoints.handlers,
    ...createSecureAccountEndpoints({ ...deps, codeLimits }),
  };
  Object.assign(handlers, pendingEndpoints.stopped(handlers));
  return { auth, formerAdmins, handleAuth: createAuthHandler({ ...deps, auth, handlers }) };
}
