import {
  queueAfterTransactionHook,
  tryGetCurrentAuthEndpointContext,
} from '@better-auth/core/context';
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { parseUserOutput, revokeUnprovenAccountAccess } from 'better-auth/db';
import { betterAuth } from 'better-auth/minimal';
import { admin } from 'better-auth/plugins/admin';
import * as z from 'zod';
import { violatedConstraint } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import {
  identityProviders,
  loginErrorPath,
} from '#server/features/identity-provider/identity-providers.ts';
import { createProviderLink } from '#server/features/identity-provider/provider-link.ts';
import { createPictureCopy } from '#server/features/identity-provider/provider-pictures.ts';
import {
  impersonationSeconds,
  keepImpersonationExpiry,
} from '#server/features/impersonation/sessions.ts';
import { requirePasskey } from '#server/features/passkey/passkey-policy.ts';
import { createPasskeyCreation, passkeyPlugin } from '#server/features/passkey/plugin.ts';
import { clientAddressHeader, cookiePrefix } from '#server/http/headers.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { accessControl, roles } from '#shared/permissions.ts';
import { refusal } from './refusal.ts';
import { createSessionCreation, refused } from './sessions/open-session.ts';
import { currentSignIn, type Services } from './sign-in.ts';
import { type Creation, createStorage } from './storage.ts';
import { isNewAdmin } from './users.ts';
import { renewalAge, secondsPerDay } from './viewer.ts';

export const authBasePath = '/api/auth';

function modelName(name: string): EntityModel {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as EntityModel;
}

export function createAuth(services: Services) {
  const { settings, secrets, log } = services;
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
      // Requests can cause each of them, and refusal.ts logs what fails. Messages only, because the library's details may
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
    onAPIError: { errorURL: settings.baseUrl + loginErrorPath },
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
    // Expired codes are kept to tell them from wrong ones. retention.ts deletes them.
    verification: { disableCleanup: true },
    // Its own limits would count for each instance alone. limits/rules.ts has ours.
    rateLimit: { enabled: false },
    plugins: [
      signInPlugin(services),
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

/** Signs in, or up, the owner of an address. The caller has proved that they own it. */
function signInPlugin({ settings }: Services) {
  const options = { method: 'POST', body: z.object({ email: z.string() }) } as const;
  return {
    id: 'sign-in',
    endpoints: {
      openSession: createAuthEndpoint('/sign-in/email-otp', options, async (ctx) => {
        const { internalAdapter } = ctx.context;
        const { email } = ctx.body;
        const find = async () => (await internalAdapter.findUserByEmail(email))?.user;
        const signUp = async () => {
          if (!settings.signUpEnabled) throw refusal(400, 'INVALID_OTP');
          const person = { email, emailVerified: true, name: '' };
          return internalAdapter.createUser(person, { method: 'email-otp' }).catch((error) => {
            // Another request has created it in between. Both entered a code for the address, so both own it.
            if (violatedConstraint(error) === 'user_email_key') return find();
            throw error;
          });
        };
        let user: Awaited<ReturnType<typeof revokeUnprovenAccountAccess>> | undefined =
          (await find()) ?? (await signUp());
        if (user && !user.emailVerified) user = await revokeUnprovenAccountAccess(ctx, user.id);
        if (!user) throw refusal(400, 'INVALID_OTP');
        const session = await internalAdapter.createSession(user.id);
        await setSessionCookie(ctx, { session, user });
        return { user: parseUserOutput(ctx.context.options, user) };
      }),
    },
  } satisfies BetterAuthPlugin;
}

type NewUser = {
  id: string;
  email: string;
  role?: string;
  image?: string | null;
  language?: string | null;
};

function createSignUp(services: Services): Creation<NewUser> {
  const copyPicture = createPictureCopy(services);
  const { settings, hmac } = services;
  return async function signUp(transaction, { image, ...user }, insert) {
    const { headers = new Headers() } = tryGetCurrentAuthEndpointContext() ?? {};
    // The account may just have been deleted, and a code would create it again.
    if (currentSignIn().renews) throw refused();
    const isAdmin = await isNewAdmin({ settings, hmac, database: transaction }, user.email);
    const created = await insert({
      ...user,
      ...(isAdmin && { role: 'admin' }),
      // Never an external URL, which pages would load.
      image: null,
      language: languageOfRequest(headers),
    });
    currentSignIn().createdUserId = created.id;
    await recordEvent(transaction, { userId: created.id, kind: 'created' });
    const copy = async () => copyPicture(created.id, image);
    await queueAfterTransactionHook(copy);
    return created;
  };
}
