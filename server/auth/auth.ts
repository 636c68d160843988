/**
 * better-auth: sign-in by a code sent by mail, sessions, roles. Which of its paths are open, and what
 * they accept, stands in open-paths.ts.
 */
import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { admin, emailOTP } from 'better-auth/plugins';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { Outbound } from '#server/outbound.ts';
import { endOldestSessions } from '#server/retention.ts';
import type { Settings } from '#server/settings.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { accessControl, roles } from '#shared/permissions.ts';
import { recordEvent } from './audit-log.ts';
import { cookiePrefix } from './browser-cookies.ts';
import { joinConcurrentSignUps, wasJoined } from './email-code/concurrent-sign-up.ts';
import { boundIdentifier, hashCode, signInIdentifierPrefix } from './email-code/send-code.ts';
import type { FormerAdmins } from './former-admins.ts';
import { createKeyedHmac } from './hmac.ts';
import { createHooks, type EndpointHooks, requireAnotherAdmin } from './hooks.ts';
import { impersonationFields, keptExpiry, recordSession } from './impersonation.ts';
import { watchStatements } from './library-call.ts';
import { identityProviders, noTokens } from './providers/identity-providers.ts';
import { freshSeconds } from './session-rules.ts';
import { onlyUsableSessions } from './session-store.ts';

/** Where better-auth is mounted. */
export const authBasePath = '/api/auth';

/** The page on which a sign-in ends that failed at an identity provider. */
export const loginErrorPath = '/login/error';

/** The request header in which app.ts tells better-auth the client's address. */
export const clientAddressHeader = 'x-atrium-client-address';

const secondsPerDay = 24 * 60 * 60;
/** How long a manager may act as somebody else. */
const impersonationSeconds = 60 * 60;

type AuthDeps = {
  database: Database;
  settings: Settings;
  secret: string;
  mailer: Mailer;
  formerAdmins: FormerAdmins;
  log: Log;
  outbound: Outbound;
  /** Which hooks run at which endpoint. */
  endpoints: readonly EndpointHooks[];
};

function modelName(name: string): EntityModel {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as EntityModel;
}

/** better-auth as this product uses it. */
export function createAuth(deps: AuthDeps) {
  const { settings, secret, mailer, formerAdmins, log, outbound, endpoints } = deps;
  const database = watchStatements(deps.database);
  const hmac = createKeyedHmac(secret);

  return betterAuth({
    appName: settings.appName,
    baseURL: settings.baseUrl,
    basePath: authBasePath,
    secret,
    trustedOrigins: settings.origins,
    database: onlyUsableSessions(
      joinConcurrentSignUps(prismaAdapter(database, { provider: 'postgresql', transaction: true })),
      database,
    ),
    telemetry: { enabled: false },
    logger: {
      // The library's sentences may hold addresses: only that something was said is kept.
      log: (level, message) =>
        log[level === 'error' ? 'error' : 'debug']({ message }, 'auth.library'),
    },
    session: {
      expiresIn: settings.sessionDays * secondsPerDay,
      updateAge: secondsPerDay,
      freshAge: freshSeconds,
      additionalFields: {
        lastActiveAt: {
          type: 'date',
          required: false,
          input: false,
          defaultValue: () => new Date(),
        },
        impersonatorSessionId: { type: 'string', required: false, input: false, returned: false },
      },
    },
    user: {
      additionalFields: {
        language: { type: 'string', required: false, input: false },
        onboardedAt: { type: 'date', required: false, input: false },
      },
      deleteUser: {
        enabled: true,
        beforeDelete: (user) => requireAnotherAdmin(database, user),
      },
    },
    hooks: createHooks(endpoints, { database, mailer, formerAdmins }),
    account: {
      // The sign-in that is under way travels in an encrypted cookie: whoever asks for one writes nothing.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
      // Only we invite people, so an address that is not proved yet was not claimed by somebody else.
      accountLinking: { requireLocalEmailVerified: false },
    },
    // What is no refusal is thrown, so that handler.ts logs it; the library would print it.
    onAPIError: { errorURL: settings.baseUrl + loginErrorPath, throw: true },
    databaseHooks: {
      account: { create: { before: async () => ({ data: noTokens }) } },
      user: {
        create: {
          before: async (user, context) => ({
            data: {
              ...user,
              ...((await formerAdmins.makesAdmin(user.email)) ? { role: 'admin' } : {}),
              // Avatars are drawn by us; a provider's would be loaded from elsewhere.
              image: null,
              // Who is invited speaks a language of their own, which shows when they first come.
              language: user.language ?? languageOfRequest(context?.headers ?? new Headers()),
            },
          }),
          // An invitation is noted where the manager is known, see modules/user/service.ts.
          after: async (user) => {
            if (!user.emailVerified || wasJoined(user)) return;
            await recordEvent(database, { userId: user.id, kind: 'created' });
          },
        },
        delete: { before: async ({ email }) => formerAdmins.add(email) },
      },
      session: {
        create: {
          before: async (session, context) => ({
            data: {
              ...impersonationFields(session, context),
              ...(settings.recordsVisitors ? {} : { ipAddress: null, userAgent: null }),
            },
          }),
          after: async (session) => {
            if (settings.recordsVisitors) await recordSession(database, session);
            await endOldestSessions(database, session.userId, settings.sessionsPerUser);
          },
        },
        update: {
          before: async (_changes, context) => ({ data: keptExpiry(context) }),
        },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(settings),
      // Set, it would put `__Secure-` in front, which sibling hosts can set too.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: settings.secure },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => newId(modelName(model)), joins: true },
    },
    verification: {
      // A code that has expired is told from one that is wrong; code-budget.ts clears up.
      disableCleanup: true,
      storeIdentifier: {
        default: 'plain',
        overrides: {
          [signInIdentifierPrefix]: {
            hash: async (identifier) =>
              boundIdentifier(hmac, identifier, currentRequest()?.codeBrowser ?? ''),
          },
        },
      },
    },
    // Budgets are counted per address and shared by all instances, see code-budget.ts.
    rateLimit: { enabled: false },
    plugins: [
      emailOTP({
        otpLength: limits.codeLength,
        expiresIn: settings.codeMinutes * 60,
        allowedAttempts: limits.codeAttempts,
        disableSignUp: !settings.signUpEnabled,
        storeOTP: { hash: async (code) => hashCode(hmac, code) },
        ...(settings.mode === 'demo' ? { generateOTP: () => '0'.repeat(limits.codeLength) } : {}),
        changeEmail: { enabled: true },
        async sendVerificationOTP({ email, otp, type }, context) {
          const user = await database.user.findUnique({
            where: { email },
            select: { language: true },
          });
          const language = isLanguage(user?.language)
            ? user.language
            : languageOfRequest(context?.headers ?? new Headers());
          const purpose = type === 'change-email' ? 'changeEmail' : 'signIn';
          await mailer.sendCode({ to: email, language }, otp, purpose);
        },
      }),
      identityProviders(settings, log, outbound),
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
/** The signed-in person and the browser they use, as better-auth hands them out. */
export type AuthSession = Auth['$Infer']['Session'];
