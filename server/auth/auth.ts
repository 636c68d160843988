import type { BetterAuthPlugin } from 'better-auth';
import { betterAuth } from 'better-auth/minimal';
import { admin } from 'better-auth/plugins/admin';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { clientAddressHeader, cookiePrefix } from '#server/http/headers.ts';
import type { Log } from '#server/log/log.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Settings } from '#server/settings.ts';
import { accessControl, roles } from '#shared/permissions.ts';
import { createDatabaseHooks, signUp } from './database-hooks.ts';
import { codeStorage, emailCodePlugin } from './email-code/stored-codes.ts';
import type { FormerAdmins } from './former-addresses.ts';
import type { Hmac, Secrets } from './hmac.ts';
import {
  createHooks,
  type EndpointHooks,
  requireAnotherAdmin,
  requireOtherOrganizationOwners,
} from './hooks.ts';
import { impersonationSeconds } from './impersonation/sessions.ts';
import type { PendingSignIns } from './passkeys/pending-sign-in.ts';
import { createPasskeyCreation } from './passkeys/plugin.ts';
import { loginErrorPath } from './providers/identity-providers.ts';
import type { ProviderHooks } from './providers/provider-hooks.ts';
import { type AnnounceNewDevice, createSessionCreation } from './sessions/open-session.ts';
import { createSignatureRenewal } from './sessions/session-cookie.ts';
import { renewalAge, secondsPerDay } from './sessions/session-rules.ts';
import { createStorage } from './storage.ts';

export const authBasePath = '/api/auth';

type AuthDeps = {
  database: Database;
  settings: Settings;
  secrets: Secrets;
  hmac: Hmac;
  formerAdmins: FormerAdmins;
  log: Log;
  mailer: Mailer;
  identityProviders: BetterAuthPlugin;
  passkeys: BetterAuthPlugin;
  providerHooks: ProviderHooks;
  announceNewDevice: AnnounceNewDevice;
  pendingPasskeySignIns: PendingSignIns;
  endpoints: readonly EndpointHooks[];
};

function modelName(name: string): EntityModel {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as EntityModel;
}

export function createAuth(deps: AuthDeps) {
  const { settings, secrets, hmac, formerAdmins, log, endpoints } = deps;
  const { database } = deps;

  const auth = betterAuth({
    appName: settings.appName,
    baseURL: settings.baseUrl,
    basePath: authBasePath,
    secret: secrets[0],
    trustedOrigins: settings.origins,
    database: createStorage({
      database,
      formerAdmins,
      creations: {
        session: createSessionCreation(deps),
        user: signUp,
        account: deps.providerHooks.link,
        passkey: createPasskeyCreation({ ...deps, pendingSignIns: deps.pendingPasskeySignIns }),
      },
    }),
    telemetry: { enabled: false },
    logger: {
      // Requests can cause each of them, and forward.ts logs what fails. Messages only, because the library's details may
      // contain email addresses.
      log: (level, message) =>
        log[level === 'error' ? 'warn' : 'debug']({ message }, 'auth.library'),
    },
    session: {
      expiresIn: settings.sessionDays * secondsPerDay,
      updateAge: renewalAge(settings.sessionDays),
      // The rows of endpoints.ts say what requires a fresh session. The library would look at its creation only.
      freshAge: 0,
      additionalFields: {
        lastActiveAt: {
          type: 'date',
          required: false,
          input: false,
          defaultValue: () => new Date(),
        },
        impersonatorSessionId: { type: 'string', required: false, input: false, returned: false },
        reauthenticatedAt: { type: 'date', required: false, input: false },
        signInMethod: { type: 'string', required: false, input: false, returned: false },
        identityProviderName: { type: 'string', required: false, input: false, returned: false },
        passkeyName: { type: 'string', required: false, input: false, returned: false },
      },
    },
    user: {
      additionalFields: {
        language: { type: 'string', required: false, input: false },
        onboardedAt: { type: 'date', required: false, input: false },
        passkeyDueAt: { type: 'date', required: false, input: false, returned: false },
        passkeyOfferDismissedAt: { type: 'date', required: false, input: false, returned: false },
        isServiceAccount: { type: 'boolean', required: false, input: false, returned: false },
      },
      deleteUser: {
        enabled: true,
        beforeDelete: async (user) => {
          await requireAnotherAdmin(database, user);
          await requireOtherOrganizationOwners(database, user);
        },
      },
    },
    hooks: createHooks(endpoints, { database, settings }),
    account: {
      // An encrypted cookie holds the state, so starting a sign-in writes nothing to the database.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Unverified users were invited by a manager, so their address is unclaimed.
      accountLinking: { requireLocalEmailVerified: false },
    },
    // Throw unexpected errors so that forward.ts logs them; the library would print them.
    onAPIError: { errorURL: settings.baseUrl + loginErrorPath, throw: true },
    databaseHooks: createDatabaseHooks({
      database,
      settings,
      formerAdmins,
      providerHooks: deps.providerHooks,
    }),
    advanced: {
      cookiePrefix: cookiePrefix(settings),
      // `true` would add the prefix `__Secure-`, which sibling hosts can also set.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => newId(modelName(model)), joins: true },
    },
    verification: codeStorage(hmac),
    // All instances share the rate limits in rate-limit.ts.
    rateLimit: { enabled: false },
    plugins: [
      emailCodePlugin({ settings, hmac }),
      deps.identityProviders,
      deps.passkeys,
      admin({
        ac: accessControl,
        roles,
        defaultRole: 'user',
        adminRoles: ['admin'],
        impersonationSessionDuration: impersonationSeconds,
      }),
    ],
  });
  return Object.assign(auth, { withCurrentSignatures: createSignatureRenewal(secrets, settings) });
}

export type Auth = ReturnType<typeof createAuth>;
export type AuthSession = Auth['$Infer']['Session'];
