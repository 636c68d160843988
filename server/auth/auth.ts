import { betterAuth } from 'better-auth/minimal';
import { admin } from 'better-auth/plugins/admin';
import { newId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { clientAddressHeader, cookiePrefix } from '#server/http/headers.ts';
import { accessControl, roles } from '#shared/permissions.ts';
import { codeStorage, emailCodePlugin } from './email-code/codes.ts';
import type { FormerAdmins } from './former-addresses.ts';
import { impersonationSeconds, keepImpersonationExpiry } from './impersonation/sessions.ts';
import { requirePasskey } from './passkeys/passkey-policy.ts';
import { createPasskeyCreation, passkeyPlugin } from './passkeys/plugin.ts';
import { identityProviders, loginErrorPath } from './providers/identity-providers.ts';
import { createProviderLink } from './providers/provider-link.ts';
import type { Services } from './services.ts';
import { createSessionCreation } from './sessions/open-session.ts';
import { renewalAge, secondsPerDay } from './sessions/session-rules.ts';
import { createSignUp } from './sign-up.ts';
import { createStorage } from './storage.ts';

export const authBasePath = '/api/auth';

function modelName(name: string): EntityModel {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as EntityModel;
}

export function createAuth(services: Services & { formerAdmins: FormerAdmins }) {
  const { settings, secrets, hmac, log } = services;
  return betterAuth({
    appName: settings.appName,
    baseURL: settings.baseUrl,
    basePath: authBasePath,
    secret: secrets[0],
    trustedOrigins: settings.origins,
    database: createStorage(services.database, {
      session: createSessionCreation(services),
      user: createSignUp(services),
      account: createProviderLink(services),
      passkey: createPasskeyCreation(services),
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
    },
    account: {
      // An encrypted cookie holds the state, so starting a sign-in writes nothing to the database.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Unverified users were invited by a manager, so their address is unclaimed.
      accountLinking: { requireLocalEmailVerified: false },
    },
    // Throw unexpected errors so that forward.ts logs them; the library would print them.
    onAPIError: { errorURL: settings.baseUrl + loginErrorPath, throw: true },
    databaseHooks: {
      session: {
        create: { before: ({ userId }) => requirePasskey(services, userId) },
        update: { before: keepImpersonationExpiry },
      },
      // A sign-in would clear an expired ban by ID, also one that was renewed since. `clearExpiredBans` clears it.
      user: { update: { before: async (changes) => !('banned' in changes) } },
    },
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
      emailCodePlugin(services),
      identityProviders(services),
      passkeyPlugin(services),
      admin({
        ac: accessControl,
        roles,
        defaultRole: 'user',
        adminRoles: ['admin'],
        impersonationSessionDuration: impersonationSeconds,
      }),
    ],
  });
}

export type Auth = ReturnType<typeof createAuth>;
export type AuthSession = Auth['$Infer']['Session'];
